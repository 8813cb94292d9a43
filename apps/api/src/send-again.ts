// `node apps/api/src/send-again.ts`: puts mails that were tried for a day in vain back into their queue.
import { DatabaseFault, openDatabase } from '@hofn/database';
import { runProgram } from '@hofn/service';
import { mailQueue } from './platform/mail/mails.ts';
import { settingsSchema } from './settings.ts';
import { openApiJobs } from './work.ts';

await runProgram(
  'send-again',
  settingsSchema,
  async (settings, logger) => {
    const database = await openDatabase({
      url: settings.DATABASE_URL,
      folder: settings.DATABASE_FOLDER,
      logger,
    });
    const jobs = await openApiJobs(database, logger);
    logger.info({ mails: await jobs.revive(mailQueue.name) }, 'to be sent again');
    await jobs.stop();
    await database.close();
    return { stop: async () => {} };
  },
  [DatabaseFault],
);
