// `node apps/api/src/send-again.ts`: puts the jobs that were given up back into their queues: mails to be sent, payments to
// be settled, files to be checked, claims filed without signing in to be answered and joined to their customer, forms to be answered and handed over, copies of
// chats to be sent.
import { transcriptQueue } from '@hofn/database';
import { runProgram } from '@hofn/service';
import { openFromSettings } from '@hofn/service/database.ts';
import { noticeJoinQueue, noticeReceiptQueue } from './claims/notices.ts';
import { caseQueue } from './forms/cases.ts';
import { receiptQueue } from './forms/receipts.ts';
import { paymentQueue } from './payments/pay.ts';
import { mailQueue } from './platform/mail/mails.ts';
import { uploadQueue } from './platform/uploads/uploads.ts';
import { settingsSchema } from './settings.ts';
import { openApiJobs } from './work.ts';

await runProgram('send-again', settingsSchema, async (settings, logger) => {
  const database = await openFromSettings(settings, logger);
  try {
    const jobs = await openApiJobs(database, logger);
    const [mails, payments, files, receipts, notices, transcripts, forms, cases] = [
      await jobs.revive(mailQueue.name),
      await jobs.revive(paymentQueue.name),
      await jobs.revive(uploadQueue.name),
      await jobs.revive(noticeReceiptQueue.name),
      await jobs.revive(noticeJoinQueue.name),
      await jobs.revive(transcriptQueue.name),
      await jobs.revive(receiptQueue.name),
      await jobs.revive(caseQueue.name),
    ];
    logger.info({ mails, payments, files, receipts, notices, transcripts, forms, cases }, 'to be done again');
    await jobs.stop();
  } finally {
    await database.close();
  }
  return { stop: async () => {} };
});
