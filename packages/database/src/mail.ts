import { randomUUID } from 'node:crypto';
import type { Jobs, Queue } from './jobs.ts';
import type { Db } from './open.ts';
import { mails } from './schema/mails.ts';

/** Retry policy of every queue of e-mails: for about a day while the mail server is away, first after half a minute. */
export const mailRetries = { retries: 60, delay: 30, longestDelay: 1800, expires: 120 } as const;

/** E-mails to customers: written by the service that they follow from, sent by the API, which has the mail server. */
export const mailQueue: Queue = { name: 'mail.send', concurrency: 4, ...mailRetries };

/** A row of `mails`. */
export type MailJob = { customerId: string; id: string };

/** A mail as it is written down, which the queue does the rest to. */
export type NewMail = Omit<
  typeof mails.$inferInsert,
  'id' | 'subject' | 'summary' | 'path' | 'readAt' | 'sentAt' | 'withheldAt' | 'failedAt' | 'fault'
>;

// Kinds that a nightly run writes to many customers at once.
const nightlyKinds: readonly string[] = ['toSign', 'reminderToSign'];
// What guards an account, and the receipts that somebody sits and waits for.
const urgentKinds: readonly string[] = [
  'passwordChanged',
  'emailChanged',
  'accessGiven',
  'accessGivenFor',
  'claimReceipt',
  'paymentReceipt',
  'paymentFailed',
];

const priorityOf = (kind: string): number => {
  if (urgentKinds.includes(kind)) return 2;
  return nightlyKinds.includes(kind) ? 0 : 1;
};

/** Writes a mail down and puts its job into the queue, both in the transaction `tx`. */
export const writeMail = async (tx: Db, outbox: Pick<Jobs, 'send'>, mail: NewMail): Promise<void> => {
  const id = randomUUID();
  await tx.insert(mails).values({ ...mail, id });
  const job: MailJob = { customerId: mail.customerId, id };
  await outbox.send(tx, mailQueue.name, job, { priority: priorityOf(mail.kind) });
};

/**
 * Letters with the link to choose a password by: asked for at the identity service, sent by the API. Given up when the
 * link has run out.
 */
export const credentialsQueue: Queue = {
  name: 'credentials.mail',
  concurrency: 4,
  retries: 14,
  delay: 15,
  longestDelay: 300,
  expires: 120,
};

/**
 * The job alone has the link in plain. Without a customer it is of a kennitala that nobody here has: such a request is
 * given the same work to do, so that its time tells nobody who is a customer (rule AUTH-13).
 */
export type CredentialsJob = {
  customerId: string | null;
  link: string;
  language: 'is' | 'en';
  /** Instant (ISO 8601) that the link holds until. */
  expiresAt: string;
};
