import {
  credentialsQueue,
  type Database,
  issueDocuments,
  type JobClock,
  type Jobs,
  mailQueue,
  openJobs,
  transcriptQueue,
} from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import { dayOfInstant } from '@hofn/texts';
import { accessMails } from './access/mails.ts';
import { caseAnswerQueue, createCaseAnswerSender } from './cases/mails.ts';
import { changeMails } from './changes/mails.ts';
import { createTranscriptSender } from './chat/mails.ts';
import { createClaimChanges } from './claims/changes.ts';
import { forgetDrafts } from './claims/filing.ts';
import { claimMails } from './claims/mails.ts';
import {
  createNoticeJoin,
  createNoticeReceipt,
  noticeJoinQueue,
  noticeReceiptQueue,
} from './claims/notices.ts';
import { contactMails } from './contact/mails.ts';
import { forgetMemoDrafts } from './documents/attachments.ts';
import { type CaseDesk, caseQueue, createCaseHandover, webToCase } from './forms/cases.ts';
import { createFormReceipt, receiptQueue } from './forms/receipts.ts';
import { createSubmissionStore } from './forms/store.ts';
import { offerMails } from './offers/mails.ts';
import { createCredentialsMail, passwordMails } from './password/mails.ts';
import { forgetVerifications } from './paymentdetails/store.ts';
import { type CardService, cardServiceOf, httpCardService } from './payments/cards.ts';
import { paymentMails } from './payments/mails.ts';
import { createPay, paymentQueue } from './payments/pay.ts';
import { createPaymentStore } from './payments/store.ts';
import type { MailKind } from './platform/consents.ts';
import { createContents } from './platform/contents.ts';
import { type Compose, createMailSender, createMails } from './platform/mail/mails.ts';
import { type MailTransport, smtpTransport } from './platform/mail/transport.ts';
import { forgetOldKeys } from './platform/once.ts';
import { forgetCounts } from './platform/shared-counter.ts';
import { forgetChoices } from './platform/store.ts';
import { createInspector, type Inspector } from './platform/uploads/inspector.ts';
import { createScan } from './platform/uploads/scan.ts';
import { createUploadCheck, createUploads, uploadQueue } from './platform/uploads/uploads.ts';
import { createVisits } from './platform/visits.ts';
import { policyMails } from './policies/mails.ts';
import { createPriceMail, priceMailQueue } from './prices/mails.ts';
import { createPriceStore } from './prices/store.ts';
import { createErasure } from './privacy/erase.ts';
import { createForgetting } from './privacy/forget.ts';
import { createPrivacyWork } from './privacy/jobs.ts';
import { privacyMails } from './privacy/mails.ts';
import { createPreparation, privacyQueue } from './privacy/prepare.ts';
import { createPrivacyStore } from './privacy/store.ts';
import type { Settings } from './settings.ts';
import { signingMails } from './signing/mails.ts';
import { createSigningNotices } from './signing/notices.ts';
import { transactionMails } from './transactions/mails.ts';
import { confirmParts } from './travel/confirm.ts';
import { travelMails } from './travel/mails.ts';
import { forgetViews } from './views/store.ts';
import { viewsKeptMs } from './views/views.ts';

/** What the jobs of the API stand on. */
export type WorkParts = {
  database: Database;
  clock: Clock;
  logger: Logger;
  settings: Settings;
  jobs: Jobs;
  /** Where files lie once they are checked. */
  files: FileStore;
  /** Where mails go; by default the server of SMTP_URL. */
  transport?: MailTransport;
  /** What charges cards; by default the service of CARD_SERVICE_URL. */
  cards?: CardService;
  /** What reads the files that are sent; by default processes of its own. */
  inspector?: Inspector;
  /** What takes cases over; by default the web-to-case end point under CRM_URL. */
  desk?: CaseDesk;
};

const queues = [
  mailQueue,
  uploadQueue,
  paymentQueue,
  noticeReceiptQueue,
  noticeJoinQueue,
  receiptQueue,
  caseQueue,
  caseAnswerQueue,
  priceMailQueue,
  transcriptQueue,
  privacyQueue,
  credentialsQueue,
];

/** Opens the queues that the API puts jobs into, and that `startWork` works off. */
export const openApiJobs = (database: Database, logger: Logger, clock?: JobClock): Promise<Jobs> =>
  openJobs(database, queues, { logger, service: 'api', ...(clock && { clock }) });

/**
 * Puts the jobs of every queue that were given up back into it.
 * @returns how many there were, by the queue's name
 */
export const reviveApiJobs = async (jobs: Pick<Jobs, 'revive'>): Promise<Record<string, number>> => {
  const revived: Record<string, number> = {};
  for (const { name } of queues) revived[name] = await jobs.revive(name);
  return revived;
};

/**
 * Begins to do the jobs: sends mails, checks files, ends payments whose answer was lost, tells of documents to sign, and at night issues documents, erases what was kept for a time that is over, and forgets
 * old archives of personal data, idempotency keys, views by staff, choices of whom one acts for, verifications of cards, drafts, visits, kept prices, signings that have ended, files that never came whole and contents that nothing names. Any number of copies may do so; it ends with `jobs.stop`.
 */
export const startWork = async (parts: WorkParts): Promise<void> => {
  const { database, clock, logger, settings, jobs, files } = parts;
  const { db } = database;
  const transport = parts.transport ?? smtpTransport({ url: settings.SMTP_URL, from: settings.MAIL_FROM });
  const mailParts = { db, clock, site: settings.SITE_URL };
  const composers: Record<MailKind, Compose> = {
    ...policyMails(mailParts),
    ...transactionMails(mailParts),
    ...claimMails(mailParts),
    ...paymentMails(mailParts),
    ...changeMails(mailParts),
    ...offerMails({ ...mailParts, files }),
    ...travelMails(confirmParts({ db, clock, settings })),
    ...signingMails(mailParts),
    ...accessMails(mailParts),
    ...contactMails(mailParts),
    ...privacyMails(mailParts),
    ...passwordMails(mailParts),
  };
  await jobs.work(mailQueue.name, createMailSender({ ...mailParts, logger, transport, composers }));
  await jobs.work(credentialsQueue.name, createCredentialsMail({ db, clock, logger, transport }));
  await jobs.work(
    transcriptQueue.name,
    createTranscriptSender({ db, clock, logger, transport, site: settings.SITE_URL }),
  );
  const inspector = parts.inspector ?? createInspector();
  const scan = createScan(settings.CLAMD_URL);
  const contents = createContents({ db, files, clock });
  await jobs.work(uploadQueue.name, createUploadCheck({ db, contents, inspector, scan, logger }));
  const uploads = createUploads({
    db,
    clock,
    outbox: jobs,
    visitorsBytes: settings.UPLOAD_VISITORS_MB * 1024 * 1024,
    addressBytes: settings.UPLOAD_ADDRESS_MB * 1024 * 1024,
  });
  const mails = createMails({ db, clock, outbox: jobs });
  const changes = createClaimChanges({ db, clock, mails });
  await jobs.work(noticeJoinQueue.name, createNoticeJoin({ db, changes, logger }));
  await jobs.work(noticeReceiptQueue.name, createNoticeReceipt({ db, clock, logger, transport }));
  await jobs.work(
    receiptQueue.name,
    createFormReceipt({ db, clock, logger, transport, site: settings.SITE_URL }),
  );
  await jobs.work(
    caseAnswerQueue.name,
    createCaseAnswerSender({ db, clock, logger, transport, site: settings.SITE_URL }),
  );
  await jobs.work(priceMailQueue.name, createPriceMail({ db, logger, transport, site: settings.SITE_URL }));
  const desk = parts.desk ?? webToCase(settings);
  await jobs.work(caseQueue.name, createCaseHandover({ db, clock, logger, desk }));
  const erasure = createErasure({ db, clock, logger, mails });
  const prepare = createPreparation({ db, clock, logger, files, contents, mails });
  await jobs.work(privacyQueue.name, createPrivacyWork({ db, clock, prepare, erase: erasure.erase }));
  await jobs.every('privacy.erase', '45 3 * * *', erasure.eraseLater);
  await jobs.every('privacy.expire', '22 3 * * *', () =>
    createPrivacyStore(db).dropExpired(clock.now().toISOString()),
  );
  const forgetting = createForgetting({ db, now: () => clock.now() });
  await jobs.every('mails.forget', '16 3 * * *', forgetting.mails);
  await jobs.every('travelChecks.forget', '17 3 * * *', forgetting.travelChecks);
  await jobs.every('outboundClicks.forget', '18 3 * * *', forgetting.outboundClicks);
  await jobs.every('claimNotices.forget', '19 3 * * *', forgetting.claimNotices);
  await jobs.every('submissions.forget', '30 3 * * *', () => createSubmissionStore(db).forget(clock.now()));
  await jobs.every('priceOffers.forget', '31 3 * * *', () => createPriceStore(db).forget(clock.now()));
  await jobs.every('claimDrafts.forget', '25 3 * * *', () => forgetDrafts({ db, clock, uploads }));
  await jobs.every('memoDrafts.forget', '26 3 * * *', () => forgetMemoDrafts({ uploads, now: clock.now() }));
  await jobs.every('visits.forget', '27 3 * * *', () => createVisits({ db, clock }).forget());
  await jobs.every('callCounts.forget', '7 * * * *', () => forgetCounts(db, clock.now()));
  await jobs.every('actingChoices.forget', '24 3 * * *', () => forgetChoices(db, clock.now()));
  await jobs.every('cardVerifications.forget', '23 3 * * *', () => forgetVerifications(db, clock.now()));
  await jobs.every('staffViews.forget', '29 3 * * *', () =>
    forgetViews(db, new Date(clock.now().getTime() - viewsKeptMs).toISOString()),
  );
  await jobs.every('uploads.forget', '28 3 * * *', () => uploads.forgetUnfinished());
  await jobs.every('contents.forget', '35 3 * * *', () => contents.forgetUnnamed(logger));
  const pay = createPay({
    db,
    clock,
    logger,
    store: createPaymentStore(db),
    cards: parts.cards ?? httpCardService(cardServiceOf(settings)),
    mails,
    outbox: jobs,
  });
  await jobs.work(paymentQueue.name, pay.followUp);
  const signing = createSigningNotices({ db, clock, mails });
  await jobs.every('signing.tell', '20 8 * * *', signing.tell);
  await jobs.every('signings.forget', '29 3 * * *', signing.forget);
  await jobs.every('documents.issue', '15 4 * * *', async () => {
    const issued = await issueDocuments(db, { today: dayOfInstant(clock.now()) });
    logger.info({ issued }, 'documents issued');
  });
  await jobs.every('idempotency.forget', '15 3 * * *', () => forgetOldKeys(db, clock.now()));
  await jobs.removeOldSchedules();
};
