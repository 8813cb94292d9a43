import { DatabaseFault, openDatabase } from '@hofn/database';
import { listen, runProgram, SettingsError } from '@hofn/service';
import { readClients } from './clients.ts';
import { createIdentity } from './identity.ts';
import { issuerOf, settingsSchema } from './settings.ts';

await runProgram('identity', settingsSchema, async (settings, logger) => {
  const database = await openDatabase({
    url: settings.DATABASE_URL,
    folder: settings.DATA_DIR,
    logger,
    production: settings.NODE_ENV === 'production',
    allowEmbedded: settings.ALLOW_EMBEDDED_IN_PRODUCTION,
  }).catch((error: unknown) => {
    throw error instanceof DatabaseFault ? new SettingsError(error.message) : error;
  });
  try {
    await database.migrate();
    const clients = settings.IDENTITY_CLIENTS ? await readClients(settings.IDENTITY_CLIENTS) : [];
    const { server } = await createIdentity({ database, settings, logger, clients });
    const running = await listen(server, {
      port: settings.IDENTITY_PORT,
      host: settings.IDENTITY_HOST,
      setting: 'IDENTITY_PORT',
    });
    logger.info({ issuer: issuerOf(settings), port: running.port }, 'listening');
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
});
