import { randomUUID } from 'node:crypto';
import type { Jobs, Queue } from './jobs.ts';
import type { Db } from './open.ts';
import { mails } from './schema/mails.ts';

/** Retry policy of every queue of e-mails: for about a day while the mail server is away, first after half a minute. */
export const mailRetries = { retries: 60, delay: 30, longestDelay: 1800, expires: 120 } as const;

/**
 * E-mails to customers: queued by any service, sent by the API, which has the mail server. Retried for about a day,
 * first after half a minute.
 */
export const mailQueue: Queue = { name: 'mail.send', concurrency: 4, ...mailRetries };

/** The same queue without encryption, under the name it had in a release that did not encrypt. */
export const inClearText = ({ encrypted: _encrypted, ...queue }: Queue, name: string): Queue => ({
  ...queue,
  name,
});

/** A row of `mails`. */
export type MailJob = { customerId: string; id: string };

/** An e-mail to queue; the remaining columns are filled in when it is sent. */
export type NewMail = Omit<
  typeof mails.$inferInsert,
  'id' | 'subject' | 'summary' | 'path' | 'readAt' | 'sentAt' | 'withheldAt' | 'failedAt' | 'fault'
>;

// Kinds sent in bulk by nightly jobs.
const nightlyKinds: readonly string[] = ['toSign', 'reminderToSign', 'renewalTold'];
// Security notices, and receipts that somebody is waiting for.
const urgentKinds: readonly string[] = [
  'passwordChanged',
  'emailChanged',
  'emailRegistered',
  'bankChanged',
  'cardChanged',
  'cardRemoved',
  'paymentMethodChanged',
  'passkeyAdded',
  'passkeyRemoved',
  'accessGiven',
  'accessGivenFor',
  'accessGivenByYou',
  'claimReceipt',
  'paymentReceipt',
  'paymentFailed',
  'refundPaid',
  'purchaseStopped',
];

const priorityOf = (kind: string): number => {
  if (urgentKinds.includes(kind)) return 2;
  return nightlyKinds.includes(kind) ? 0 : 1;
};

/** What follows from a policy that is in force again, such as its instalments, arrives in facts after its own. */
const waitOf = (kind: string): number => (kind === 'coverRestored' ? 30 : 0);

/** Stores an e-mail and queues its job, both in the transaction `tx`. */
export const writeMail = async (tx: Db, outbox: Pick<Jobs, 'send'>, mail: NewMail): Promise<void> => {
  const id = randomUUID();
  await tx.insert(mails).values({ ...mail, id });
  const job: MailJob = { customerId: mail.customerId, id };
  await outbox.send(tx, mailQueue.name, job, {
    priority: priorityOf(mail.kind),
    afterSeconds: waitOf(mail.kind),
  });
};

/**
 * E-mails with the link to choose a password: queued by the identity service, sent by the API. Given up when the link
 * has expired.
 */
export const credentialsQueue: Queue = {
  name: 'credentials.mail.encrypted',
  concurrency: 4,
  retries: 14,
  delay: 15,
  longestDelay: 300,
  expires: 120,
  encrypted: true,
};

/** Its jobs of the previous release, in clear text: processed as long as replicas of that release may queue some. */
export const plainCredentialsQueue: Queue = inClearText(credentialsQueue, 'credentials.mail');
/** E-mails with the link by which an employee sets up how they sign in; queued and sent as the above. */
export const employeeLinkQueue: Queue = { ...credentialsQueue, name: 'employee.link.mail' };

/** Only the job holds the clear-text link. */
export type EmployeeLinkJob = {
  employeeId: string;
  link: string;
  language: 'is' | 'en';
  /** Instant (ISO 8601) at which the link expires. */
  expiresAt: string;
};

/** E-mails to employees about changes of how they sign in; queued and sent as the above. */
export const employeeNoticeQueue: Queue = { name: 'employee.notice.mail', concurrency: 4, ...mailRetries };

/** Changes of how somebody signs in, of which they are notified. */
export type SignInNotice = 'passkeyAdded' | 'passkeyRemoved' | 'passwordChanged';

export type EmployeeNoticeJob = {
  employeeId: string;
  kind: SignInNotice;
  /** Instant (ISO 8601) of the change. */
  at: string;
  language: 'is' | 'en';
};

/**
 * Only the job holds the link, encrypted. `customerId` is null for an unknown kennitala: such a request does the same
 * work, so that its timing does not reveal who is a customer (rule AUTH-13).
 */
export type CredentialsJob = {
  customerId: string | null;
  link: string;
  language: 'is' | 'en';
  /** Instant (ISO 8601) at which the link expires. */
  expiresAt: string;
};
