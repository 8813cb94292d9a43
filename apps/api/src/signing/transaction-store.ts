import { companyInvolvement, customers, type Db, signedDocuments, signingTransactions } from '@hofn/database';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Customer } from '../platform/access.ts';

type Subject = Pick<Customer, 'id'>;
export type TransactionRow = typeof signingTransactions.$inferSelect;

/** Whose signing it is: it is there for nobody else, nor for the same person in another session. */
export type Owner = { subject: Subject; actorId: string; session: string };

/** Signings under way, and what they end in. Each read and write names the subject, and touches nobody else's. */
export const createTransactionStore = (db: Db) => {
  const one = (subject: Subject, id: string) =>
    and(eq(signingTransactions.customerId, subject.id), eq(signingTransactions.id, id));
  return {
    add: async (tx: Db, row: typeof signingTransactions.$inferInsert): Promise<void> => {
      await tx.insert(signingTransactions).values(row);
    },

    find: async ({ subject, actorId, session }: Owner, id: string): Promise<TransactionRow | undefined> =>
      (
        await db
          .select()
          .from(signingTransactions)
          .where(
            and(
              one(subject, id),
              eq(signingTransactions.actorId, actorId),
              eq(signingTransactions.session, session),
            ),
          )
      )[0],

    /**
     * When the number or kennitala was called since an instant, the earliest first. This alone asks over all customers:
     * it is the phone that is spared.
     */
    callsSince: async (tx: Db, called: string, since: string): Promise<string[]> =>
      (
        await tx
          .select({ at: signingTransactions.startedAt })
          .from(signingTransactions)
          .where(and(eq(signingTransactions.called, called), gt(signingTransactions.startedAt, since)))
          .orderBy(signingTransactions.startedAt)
      ).map(({ at }) => at),

    /**
     * Takes it upon oneself to call the phone: nobody has, or whoever did has not been heard of since `before`.
     * @returns whether it is ours to call
     */
    claimCall: async (
      subject: Subject,
      id: string,
      { now, before }: { now: string; before: string },
    ): Promise<boolean> =>
      (
        await db
          .update(signingTransactions)
          .set({ calledAt: now })
          .where(
            and(
              one(subject, id),
              eq(signingTransactions.reference, ''),
              or(isNull(signingTransactions.calledAt), lt(signingTransactions.calledAt, before)),
            ),
          )
          .returning({ id: signingTransactions.id })
      ).length > 0,

    /** Keeps what the eID service knows the call by; null when it called nobody, so that it may be tried again. */
    called: async (subject: Subject, id: string, reference: string | null): Promise<void> => {
      await db
        .update(signingTransactions)
        .set(reference === null ? { calledAt: null } : { reference })
        .where(and(one(subject, id), eq(signingTransactions.reference, '')));
    },

    /** Moves it on from waiting, unless another copy did. @returns how it stands then */
    moveOn: async (
      subject: Subject,
      id: string,
      next: { state: 'cancelled' | 'expired' } | { state: 'confirmed'; reference: string },
    ): Promise<TransactionRow['state']> => {
      await db
        .update(signingTransactions)
        .set(next)
        .where(and(one(subject, id), eq(signingTransactions.state, 'waiting')));
      const [row] = await db
        .select({ state: signingTransactions.state })
        .from(signingTransactions)
        .where(one(subject, id));
      return row?.state ?? 'expired';
    },

    /** Ends one whose signature is not that of who may sign. */
    refuse: async (subject: Subject, id: string): Promise<void> => {
      await db
        .update(signingTransactions)
        .set({ state: 'cancelled' })
        .where(and(one(subject, id), eq(signingTransactions.state, 'confirmed')));
    },

    /**
     * Keeps a signed document and ends its signing, in the transaction `tx`.
     * @returns false when the document has its signature already
     */
    sign: async (tx: Db, id: string, signed: typeof signedDocuments.$inferInsert): Promise<boolean> => {
      const [added] = await tx
        .insert(signedDocuments)
        .values(signed)
        .onConflictDoNothing()
        .returning({ id: signedDocuments.id });
      if (!added) return false;
      await tx
        .update(signingTransactions)
        .set({ state: 'signed' })
        .where(one({ id: signed.customerId }, id));
      return true;
    },

    /** Kennitala numbers of the people who may sign for a company on a day (rule ACC-4). */
    procurators: async (company: Subject, day: string): Promise<string[]> =>
      (
        await db
          .select({ ssn: customers.ssn })
          .from(companyInvolvement)
          .innerJoin(customers, eq(customers.id, companyInvolvement.customerId))
          .where(
            and(
              eq(companyInvolvement.companyId, company.id),
              eq(companyInvolvement.involvement, 'procuration'),
              sql`${companyInvolvement.registeredOn} <= ${day}::date`,
              sql`(${companyInvolvement.endedOn} is null or ${companyInvolvement.endedOn} >= ${day}::date)`,
            ),
          )
      ).map(({ ssn }) => ssn),

    /** Forgets those that began before an instant. */
    forget: async (before: string): Promise<void> => {
      await db.delete(signingTransactions).where(lt(signingTransactions.startedAt, before));
    },
  };
};
export type TransactionStore = ReturnType<typeof createTransactionStore>;
