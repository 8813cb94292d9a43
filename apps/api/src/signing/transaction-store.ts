import { type Db, signedDocuments, signingTransactions } from '@hofn/database';
import { and, eq, inArray, lt } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { sweep } from '../platform/sweep.ts';

type Subject = Pick<Customer, 'id'>;
export type TransactionRow = typeof signingTransactions.$inferSelect;
export type NewSigning = typeof signingTransactions.$inferInsert & Pick<TransactionRow, 'own'>;

/** Owner of a signing: nobody else can see it, nor the same person in another session. */
export type SigningOwner = { subject: Subject; actorId: string; session: string };

/** Condition for one signing of a subject. */
export const signingById = (subject: Subject, id: string) =>
  and(eq(signingTransactions.customerId, subject.id), eq(signingTransactions.id, id));

/** Signings, from their start to their result. Every query names the subject. */
export const createSigningTransactionStore = (db: Db) => ({
  add: async (tx: Db, row: NewSigning): Promise<void> => {
    await tx.insert(signingTransactions).values(row);
  },

  find: async (
    { subject, actorId, session }: SigningOwner,
    id: string,
  ): Promise<TransactionRow | undefined> =>
    (
      await db
        .select()
        .from(signingTransactions)
        .where(
          and(
            signingById(subject, id),
            eq(signingTransactions.actorId, actorId),
            eq(signingTransactions.session, session),
          ),
        )
    )[0],

  /** Moves a waiting signing to its next state, unless another copy did. @returns the state afterwards */
  transition: async (
    subject: Subject,
    id: string,
    next: { state: 'cancelled' | 'expired' } | { state: 'confirmed'; reference: string },
  ): Promise<TransactionRow['state']> => {
    await db
      .update(signingTransactions)
      .set({ reference: '', ...next })
      .where(and(signingById(subject, id), eq(signingTransactions.state, 'waiting')));
    const [row] = await db
      .select({ state: signingTransactions.state })
      .from(signingTransactions)
      .where(signingById(subject, id));
    return row?.state ?? 'expired';
  },

  /** Ends a signing whose signer was not entitled to sign, or whose certificate is revoked. */
  refuse: async (subject: Subject, id: string): Promise<void> => {
    await db
      .update(signingTransactions)
      .set({ state: 'cancelled', reference: '' })
      .where(and(signingById(subject, id), eq(signingTransactions.state, 'confirmed')));
  },

  /**
   * Stores a signed document and ends its signing, in the transaction `tx`.
   * @returns false when the document has its signature already
   */
  sign: async (tx: Db, id: string, signed: typeof signedDocuments.$inferInsert): Promise<boolean> => {
    const [added] = await tx
      .insert(signedDocuments)
      .values(signed)
      .onConflictDoNothing()
      .returning({ id: signedDocuments.id });
    if (!added) return false;
    const subject = { id: signed.customerId };
    await tx.update(signingTransactions).set({ state: 'signed' }).where(signingById(subject, id));
    // No signing of this document needs its reference any more.
    await tx
      .update(signingTransactions)
      .set({ reference: '' })
      .where(
        and(
          eq(signingTransactions.customerId, subject.id),
          eq(signingTransactions.documentId, signed.id),
          inArray(signingTransactions.state, ['confirmed', 'signed']),
        ),
      );
    return true;
  },

  /** Deletes signings that began before an instant. */
  forget: async (before: string): Promise<void> => {
    await sweep(db, signingTransactions, lt(signingTransactions.startedAt, before));
  },
});
export type SigningTransactionStore = ReturnType<typeof createSigningTransactionStore>;
