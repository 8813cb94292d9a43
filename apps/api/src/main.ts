import { type Database, databaseClock } from '@hofn/database';
import { systemClock } from '@hofn/domain/clock.ts';
import { type Logger, listen, runProgram, stopInOrder } from '@hofn/service';
import { withDatabase, withJobs } from '@hofn/service/database.ts';
import { secretsFromSettings } from '@hofn/service/secrets.ts';
import { identityKeysOf } from '@hofn/service/tokens.ts';
import { createApi } from './api.ts';
import { startIncomingMail } from './incoming-mail/server.ts';
import { exposeApi } from './metrics.ts';
import { openFiles } from './platform/file-store.ts';
import { warnOfMissingReference } from './platform/reference-data.ts';
import { createServices } from './services.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { openApiJobs, startWork } from './work.ts';

const start = async (database: Database, settings: Settings, logger: Logger) => {
  const keys = identityKeysOf(settings);
  const sharedClock = await databaseClock(database.db, systemClock);
  const secrets = secretsFromSettings(settings);
  const jobs = await openApiJobs(database, logger, secrets);
  return withJobs(jobs, async () => {
    const services = createServices({
      database,
      clock: systemClock,
      sharedClock,
      secrets,
      logger,
      settings,
      outbox: jobs,
      files: await openFiles(settings),
    });
    await warnOfMissingReference(database.db, sharedClock, logger);
    if (settings.API_WORK) await startWork(services, jobs);
    const server = await createApi({
      services,
      keys,
    });
    exposeApi(server.metrics, services, jobs);
    const listening = await listen(server, {
      port: settings.API_PORT,
      host: settings.API_HOST,
      setting: 'API_PORT',
      metrics: settings,
    });
    logger.info({ url: listening.url }, 'listening');
    const mail = await startIncomingMail(services).catch(async (error: unknown) => {
      await listening.stop();
      throw error;
    });
    const parts = [{ name: 'server', stop: () => listening.stop() }];
    if (mail) parts.unshift({ name: 'incoming mail', stop: () => mail.stop() });
    return { stop: (until?: number) => stopInOrder(parts, until) };
  });
};

await runProgram('api', settingsSchema, (settings, logger) =>
  withDatabase(settings, logger, (database) => start(database, settings, logger)),
);
