// `node apps/api/src/send-again.ts`: puts the jobs of every queue that were given up back into it: mails to be sent, payments
// to be settled, files to be checked, forms to be handed over.
import { runProgram } from '@hofn/service';
import { openFromSettings } from '@hofn/service/database.ts';
import { settingsSchema } from './settings.ts';
import { openApiJobs, reviveApiJobs } from './work.ts';

await runProgram('send-again', settingsSchema, async (settings, logger) => {
  const database = await openFromSettings(settings, logger);
  try {
    const jobs = await openApiJobs(database, logger);
    logger.info({ jobs: await reviveApiJobs(jobs) }, 'to be done again');
    await jobs.stop();
  } finally {
    await database.close();
  }
  return { stop: async () => {} };
});
