import { listen, runProgram } from '@hofn/service';
import { withDatabase } from '@hofn/service/database.ts';
import { readClients } from './clients.ts';
import { createIdentity } from './identity.ts';
import { issuerOf, settingsSchema } from './settings.ts';

await runProgram('identity', settingsSchema, async (settings, logger) => {
  const clients = settings.IDENTITY_CLIENTS ? await readClients(settings.IDENTITY_CLIENTS) : [];
  return withDatabase(settings, logger, async (database) => {
    const { server } = await createIdentity({ database, settings, logger, clients });
    const running = await listen(server, {
      port: settings.IDENTITY_PORT,
      host: settings.IDENTITY_HOST,
      setting: 'IDENTITY_PORT',
    });
    logger.info({ url: running.url, issuer: issuerOf(settings) }, 'listening');
    return running;
  });
});
