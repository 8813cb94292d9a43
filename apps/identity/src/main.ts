import {
  credentialsQueue,
  type Database,
  employeeLinkQueue,
  employeeNoticeQueue,
  mailQueue,
  openJobs,
} from '@hofn/database';
import { type Logger, listen, runProgram } from '@hofn/service';
import { withDatabase, withJobs } from '@hofn/service/database.ts';
import { secretsFromSettings } from '@hofn/service/secrets.ts';
import { readClients } from './clients.ts';
import { createIdentity } from './identity.ts';
import { issuerOf, type Settings, settingsSchema } from './settings.ts';

type Clients = Awaited<ReturnType<typeof readClients>>;

const start = async (database: Database, settings: Settings, clients: Clients, logger: Logger) => {
  const secrets = secretsFromSettings(settings);
  const queues = [mailQueue, credentialsQueue, employeeLinkQueue, employeeNoticeQueue];
  const jobs = await openJobs(database, queues, { logger, service: 'identity', cipher: secrets });
  return withJobs(jobs, async () => {
    const { server } = await createIdentity({
      database,
      settings,
      logger,
      secrets,
      outbox: jobs,
      clients,
    });
    const running = await listen(server, {
      port: settings.IDENTITY_PORT,
      host: settings.IDENTITY_HOST,
      setting: 'IDENTITY_PORT',
      metrics: settings,
    });
    logger.info({ url: running.url, issuer: issuerOf(settings) }, 'listening');
    return running;
  });
};

await runProgram('identity', settingsSchema, async (settings, logger) => {
  // A wrong file is reported before the database is opened, or created.
  const clients = settings.IDENTITY_CLIENTS ? await readClients(settings.IDENTITY_CLIENTS) : [];
  return withDatabase(settings, logger, (database) => start(database, settings, clients, logger));
});
