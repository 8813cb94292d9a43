// `node apps/api/src/send-again.ts`: puts the failed jobs of every queue back into it: e-mails to send, payments to settle,
// files to check, forms to hand over.
import { runProgram } from '@hofn/service';
import { openFromSettings } from '@hofn/service/database.ts';
import { secretsFromSettings } from '@hofn/service/secrets.ts';
import { settingsSchema } from './settings.ts';
import { openApiJobs, reviveApiJobs } from './work.ts';

await runProgram('send-again', settingsSchema, async (settings, logger) => {
  const database = await openFromSettings(settings, logger);
  try {
    const jobs = await openApiJobs(database, logger, secretsFromSettings(settings));
    logger.info({ jobs: await reviveApiJobs(jobs) }, 'failed jobs requeued');
    await jobs.stop();
  } finally {
    await database.close();
  }
  return { stop: async () => {} };
});
