import { DatabaseFault, openDatabase } from '@hofn/database';
import { systemClock } from '@hofn/domain/clock.ts';
import { type Logger, listen, runProgram } from '@hofn/service';
import { createApi } from './api.ts';
import { remoteKeys } from './platform/tokens.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { openApiJobs, startWork } from './work.ts';

const start = async (settings: Settings, logger: Logger) => {
  const database = await openDatabase({
    url: settings.DATABASE_URL,
    folder: settings.DATABASE_FOLDER,
    logger,
    production: settings.NODE_ENV === 'production',
    allowEmbedded: settings.ALLOW_EMBEDDED_IN_PRODUCTION,
  });
  const running: Array<{ stop(): Promise<void> }> = [{ stop: () => database.close() }];
  const stop = async () => {
    for (const part of running.splice(0).reverse()) await part.stop();
  };
  try {
    await database.migrate();
    const keys = remoteKeys(
      new URL(settings.IDENTITY_KEYS_URL ?? '.well-known/jwks.json', settings.IDENTITY_ISSUER),
    );
    const jobs = await openApiJobs(database, logger);
    running.push(jobs);
    if (settings.API_WORK) await startWork({ database, clock: systemClock, logger, settings, jobs });
    const server = await createApi({ database, clock: systemClock, logger, settings, keys, outbox: jobs });
    const listening = await listen(server, {
      port: settings.API_PORT,
      host: settings.API_HOST,
      setting: 'API_PORT',
    });
    running.push(listening);
    logger.info({ url: listening.url }, 'listening');
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

await runProgram('api', settingsSchema, start, [DatabaseFault]);
