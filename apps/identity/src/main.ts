import { DatabaseFault, openDatabase } from '@hofn/database';
import { type Logger, listen, runProgram } from '@hofn/service';
import { readClients } from './clients.ts';
import { createIdentity } from './identity.ts';
import { issuerOf, type Settings, settingsSchema } from './settings.ts';

const start = async (settings: Settings, logger: Logger) => {
  const clients = settings.IDENTITY_CLIENTS ? await readClients(settings.IDENTITY_CLIENTS) : [];
  const database = await openDatabase({
    url: settings.DATABASE_URL,
    folder: settings.DATABASE_FOLDER,
    logger,
    production: settings.NODE_ENV === 'production',
    allowEmbedded: settings.ALLOW_EMBEDDED_IN_PRODUCTION,
  });
  try {
    await database.migrate();
    const { server } = await createIdentity({ database, settings, logger, clients });
    const running = await listen(server, {
      port: settings.IDENTITY_PORT,
      host: settings.IDENTITY_HOST,
      setting: 'IDENTITY_PORT',
    });
    logger.info({ url: running.url, issuer: issuerOf(settings) }, 'listening');
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

await runProgram('identity', settingsSchema, start, [DatabaseFault]);
