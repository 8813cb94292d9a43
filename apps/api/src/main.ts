import { type Database, databaseClock } from '@hofn/database';
import { systemClock } from '@hofn/domain/clock.ts';
import { type Logger, listen, runProgram } from '@hofn/service';
import { withDatabase, withJobs } from '@hofn/service/database.ts';
import { exposeQueues } from '@hofn/service/queue-metrics.ts';
import { secretsFromSettings } from '@hofn/service/secrets.ts';
import { remoteKeys } from '@hofn/service/tokens.ts';
import { createApi } from './api.ts';
import { exposeContentFaults } from './platform/content-check.ts';
import { openFiles } from './platform/file-store.ts';
import { createServices } from './services.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { exposeWebhooks } from './webhooks/metrics.ts';
import { openApiJobs, startWork } from './work.ts';

const start = async (database: Database, settings: Settings, logger: Logger) => {
  const keys = remoteKeys(
    new URL(settings.IDENTITY_KEYS_URL ?? '.well-known/jwks.json', settings.IDENTITY_ISSUER),
  );
  const sharedClock = await databaseClock(database.db, systemClock);
  const secrets = secretsFromSettings(settings);
  const jobs = await openApiJobs(database, logger, undefined, secrets);
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
    if (settings.API_WORK) await startWork(services, jobs);
    const server = await createApi({
      services,
      keys,
    });
    exposeQueues(server.metrics, jobs);
    exposeContentFaults(server.metrics, database.db);
    exposeWebhooks(server.metrics, database.db);
    const listening = await listen(server, {
      port: settings.API_PORT,
      host: settings.API_HOST,
      setting: 'API_PORT',
      metrics: settings,
    });
    logger.info({ url: listening.url }, 'listening');
    return listening;
  });
};

await runProgram('api', settingsSchema, (settings, logger) =>
  withDatabase(settings, logger, (database) => start(database, settings, logger)),
);
