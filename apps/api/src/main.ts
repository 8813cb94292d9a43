import { DatabaseFault, openDatabase } from '@hofn/database';
import { systemClock } from '@hofn/domain/clock.ts';
import { type Logger, listen, runProgram } from '@hofn/service';
import { createApi } from './api.ts';
import { remoteKeys } from './platform/tokens.ts';
import { type Settings, settingsSchema } from './settings.ts';

const start = async (settings: Settings, logger: Logger) => {
  const database = await openDatabase({
    url: settings.DATABASE_URL,
    folder: settings.DATABASE_FOLDER,
    logger,
    production: settings.NODE_ENV === 'production',
    allowEmbedded: settings.ALLOW_EMBEDDED_IN_PRODUCTION,
  });
  try {
    await database.migrate();
    const keys = remoteKeys(
      new URL(settings.IDENTITY_KEYS_URL ?? '.well-known/jwks.json', settings.IDENTITY_ISSUER),
    );
    const server = await createApi({ database, clock: systemClock, logger, settings, keys });
    const running = await listen(server, {
      port: settings.API_PORT,
      host: settings.API_HOST,
      setting: 'API_PORT',
    });
    logger.info({ url: running.url }, 'listening');
    return {
      stop: async () => {
        await running.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};

await runProgram('api', settingsSchema, start, [DatabaseFault]);
