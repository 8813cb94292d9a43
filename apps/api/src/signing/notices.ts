import { customers, type Db, documentsToSign, signedDocuments } from '@hofn/database';
import { addDays } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { and, eq, gte, isNull, lt, lte, type SQL } from 'drizzle-orm';
import { customerColumns } from '../platform/customer.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { createTransactionStore } from './transaction-store.ts';

/** Days before its last day that a customer is reminded of a document. */
export const reminderDays = 3;
/** As long as a signing that has ended, or was left, is kept. */
const keptMs = 24 * 3_600_000;

type Notice = { kind: 'toSign' | 'reminderToSign'; note: 'announcedAt' | 'remindedAt'; due: SQL | undefined };

/** Makes the daily work on documents to sign. Done again, or by several copies, it tells nobody twice. */
export const createSigningNotices = ({ db, clock, mails }: { db: Db; clock: Clock; mails: Mails }) => ({
  /** Tells customers of documents that wait for them, and reminds them before the last day. */
  tell: async (): Promise<void> => {
    const now = clock.now();
    const today = dayOfInstant(now);
    const { announcedAt, remindedAt, signBy } = documentsToSign;
    const notices: Notice[] = [
      // Who hears of a document today is not reminded of it today.
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
        .where(and(isNull(signedDocuments.id), gte(signBy, today), due));
      for (const { documentId, language, subject } of waiting) {
        await db.transaction(async (tx) => {
          // Without an address nothing is noted: the customer is notified on the first day that there is one.
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

  /** Forgets signings of the days before: whom was called is nobody's business any more. */
  forget: (): Promise<void> =>
    createTransactionStore(db).forget(new Date(clock.now().getTime() - keptMs).toISOString()),
});
