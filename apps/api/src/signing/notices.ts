import { customers, type Db, documentsToSign, signedDocuments } from '@hofn/database';
import { addDays } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { and, eq, gte, isNull, lt, lte, type SQL } from 'drizzle-orm';
import { customerColumns } from '../platform/customer.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { createSigningTransactionStore } from './transaction-store.ts';

/** A customer is reminded of a document this many days before its last day. */
export const reminderDays = 3;
/** Signings that ended, or were abandoned, are deleted after this time. */
const retentionMs = 24 * 3_600_000;

type Notice = { kind: 'toSign' | 'reminderToSign'; note: 'announcedAt' | 'remindedAt'; due: SQL | undefined };

/** Daily jobs for documents to sign. Run twice, or by several copies, they notify nobody twice. */
export const createSigningNotices = ({ db, clock, mails }: { db: Db; clock: Clock; mails: Mails }) => ({
  /**
   * Notifies a customer of a new document to sign, in the transaction `tx` that stores it. Without an address nothing is
   * recorded, and the daily job does it on the first day that there is one.
   */
  announce: async (tx: Db, { customerId, id }: { customerId: string; id: string }): Promise<void> => {
    const [customer] = await tx
      .select({ language: customers.language, recipient: customers.email })
      .from(customers)
      .where(eq(customers.id, customerId));
    if (!customer || customer.recipient === null) return;
    await tx
      .update(documentsToSign)
      .set({ announcedAt: clock.now().toISOString() })
      .where(and(eq(documentsToSign.customerId, customerId), eq(documentsToSign.id, id)));
    const subject = { id: customerId };
    const { language, recipient } = customer;
    const mail = { kind: 'toSign', about: { documentId: id }, recipient, language } as const;
    await mails.write(tx, { actor: subject, subject }, mail);
  },

  /** Notifies customers of documents to sign, and reminds them before the last day. */
  tell: async (): Promise<void> => {
    const now = clock.now();
    const today = dayOfInstant(now);
    const { announcedAt, remindedAt, signBy, unsignableAt } = documentsToSign;
    const notices: Notice[] = [
      // A customer who is notified of a document today is not reminded of it today.
      {
        kind: 'reminderToSign',
        note: 'remindedAt',
        due: and(
          lt(announcedAt, `${today}T00:00:00Z`),
          isNull(remindedAt),
          lte(signBy, addDays(today, reminderDays)),
        ),
      },
      { kind: 'toSign', note: 'announcedAt', due: isNull(announcedAt) },
    ];
    for (const { kind, note, due } of notices) {
      const waiting = await db
        .select({
          documentId: documentsToSign.id,
          language: customers.language,
          subject: customerColumns,
        })
        .from(documentsToSign)
        .innerJoin(customers, eq(customers.id, documentsToSign.customerId))
        .leftJoin(
          signedDocuments,
          and(
            eq(signedDocuments.customerId, documentsToSign.customerId),
            eq(signedDocuments.id, documentsToSign.id),
          ),
        )
        .where(and(isNull(signedDocuments.id), isNull(unsignableAt), gte(signBy, today), due));
      for (const { documentId, language, subject } of waiting) {
        await db.transaction(async (tx) => {
          // Without an address nothing is recorded: the customer is notified on the first day that there is one.
          const recipient = await mails.onFile(tx, subject);
          if (recipient === null) return;
          const [noted] = await tx
            .update(documentsToSign)
            .set({ [note]: now.toISOString() })
            .where(
              and(
                eq(documentsToSign.customerId, subject.id),
                eq(documentsToSign.id, documentId),
                isNull(documentsToSign[note]),
              ),
            )
            .returning({ id: documentsToSign.id });
          if (!noted) return;
          const mail = { kind, about: { documentId }, recipient, language };
          await mails.write(tx, { actor: subject, subject }, mail);
        });
      }
    }
  },

  /** Deletes old signings: which phone was called need not be stored any longer. */
  forget: (): Promise<void> =>
    createSigningTransactionStore(db).forget(new Date(clock.now().getTime() - retentionMs).toISOString()),
});
