import { type Db, type Jobs, type MailJob, writeMail } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { maskEmail } from '@hofn/domain/names.ts';
import type { Logger } from '@hofn/service';
import type { Language } from '@hofn/texts';
import type { Customer, RequestContext } from '../authorization.ts';
import { type MailKind, mailTopics, mayEmail } from '../consents.ts';
import { Fault } from '../fault.ts';
import { createDelivery } from './delivery.ts';
import { inboxEntryOf } from './inbox.ts';
import type { Letter } from './letter.ts';
import { createMailStore, type MailRow } from './store.ts';
import type { MailTransport } from './transport.ts';

/** What an e-mail is composed from at the moment it is sent. */
export type MailRequest = { subject: Customer; about: Record<string, string>; language: Language };

/** Composes e-mails of one kind; undefined when their subject no longer exists. */
export type Compose = (about: MailRequest) => Promise<Letter | undefined>;

/** Queues jobs in the caller's transaction. */
export type Outbox = Pick<Jobs, 'send'>;

/** Queues e-mails inside the caller's transaction. */
export const createMails = (parts: { db: Db; clock: Clock; outbox: Outbox }) => {
  const { db, clock, outbox } = parts;
  const store = createMailStore(db);
  return {
    /**
     * The address for an e-mail about the subject: the one given, else the one on file, which somebody acting for the
     * subject sees masked.
     * @throws Fault `validation` naming `email` when there is none
     */
    addressee: async ({ subject, via }: RequestContext, requested: string | undefined) => {
      if (requested !== undefined) return { email: requested, shown: requested };
      const email = await store.address(subject);
      if (email === null) throw new Fault('validation', { fields: [{ path: 'email', reason: 'noEmail' }] });
      return { email, shown: via === 'self' ? email : maskEmail(email) };
    },
    /** The address on file, read in the transaction `tx`; null when there is none. */
    onFile: (tx: Db, subject: Pick<Customer, 'id'>) => store.address(subject, tx),
    /** Adds an e-mail to the outbox and queues its job, both in the transaction `tx`. */
    write: async (
      tx: Db,
      { actor, subject }: { actor: { id: string }; subject: { id: string } },
      mail: { kind: MailKind; about: Record<string, string>; recipient: string; language: Language },
    ): Promise<void> => {
      const createdAt = clock.now().toISOString();
      await writeMail(tx, outbox, { ...mail, customerId: subject.id, actorId: actor.id, createdAt });
    },
  };
};
export type Mails = ReturnType<typeof createMails>;

const topicOf = (kind: string) => (Object.hasOwn(mailTopics, kind) ? mailTopics[kind as MailKind] : null);

/**
 * Sends the e-mails of the outbox. Each also becomes an inbox entry on My pages, even when it is withheld because the
 * customer declined e-mails on its topic.
 */
export const createMailSender = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  transport: MailTransport;
  composers: Record<string, Compose>;
  /** Address of the site with its base. */
  site: string;
  /** Called in the transaction that records that a mail server will never take an e-mail. */
  onRefused?(tx: Db, mail: MailRow, at: Date): Promise<unknown>;
}) => {
  const { site, db, clock, logger, composers, onRefused } = parts;
  const deliver = createDelivery(parts);
  const store = createMailStore(db);
  return async ({ customerId, id }: MailJob): Promise<void> => {
    const due = await store.due({ id: customerId }, id);
    if (!due) return;
    const { mail, subject } = due;
    const compose = composers[mail.kind];
    // A kind known only to a newer release stays in the queue for that release.
    if (!compose) throw new Error(`Unknown kind of e-mail: ${mail.kind}`);
    const letter = await compose({ subject, about: mail.about, language: mail.language });
    if (!letter) {
      const fault = 'what it is about no longer exists';
      logger.error({ mail: id, kind: mail.kind, fault }, 'mail given up');
      return store.failed(subject, id, { at: clock.now(), fault });
    }
    const announced = inboxEntryOf(mail.kind, letter, site);
    if (announced) await store.addToInbox(subject, id, announced);
    // Checked when it is sent: consent may have been withdrawn since it was queued.
    if (!(await mayEmail(db, subject, topicOf(mail.kind)))) {
      await store.withheld(subject, id, clock.now());
      logger.info({ mail: id, kind: mail.kind }, 'mail withheld');
      return;
    }
    await deliver(
      {
        id,
        recipient: mail.recipient,
        letter,
        sent: () => store.sent(subject, id, clock.now()),
        refused: (fault) =>
          db.transaction(async (tx) => {
            const at = clock.now();
            await store.failed(subject, id, { at, fault }, tx);
            await onRefused?.(tx, mail, at);
          }),
      },
      { mail: id, kind: mail.kind },
    );
  };
};
