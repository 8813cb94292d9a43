// `node apps/api/src/send-again.ts`: puts mails that were tried for a day in vain back into their queue.
import { runProgram } from '@hofn/service';
import { openFromSettings } from '@hofn/service/database.ts';
import { mailQueue } from './platform/mail/mails.ts';
import { settingsSchema } from './settings.ts';
import { openApiJobs } from './work.ts';

await runProgram('send-again', settingsSchema, async (settings, logger) => {
  const database = await openFromSettings(settings, logger);
  try {
    const jobs = await openApiJobs(database, logger);
    logger.info({ mails: await jobs.revive(mailQueue.name) }, 'to be sent again');
    await jobs.stop();
  } finally {
    await database.close();
  }
  return { stop: async () => {} };
});
