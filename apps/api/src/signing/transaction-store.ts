import { companyInvolvement, customers, type Db, signedDocuments, signingTransactions } from '@hofn/database';
import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { sweep } from '../platform/sweep.ts';

type Subject = Pick<Customer, 'id'>;
export type TransactionRow = typeof signingTransactions.$inferSelect;
export type NewTransaction = typeof signingTransactions.$inferInsert & Pick<TransactionRow, 'own'>;

/** Owner of a signing: nobody else can see it, nor the same person in another session. */
export type Owner = { subject: Subject; actorId: string; session: string };

/** What decides which calls are counted together. */
export type Counted = Pick<TransactionRow, 'actorId' | 'own' | 'method'>;

/** Signings, from their start to their result. Every query names the subject. */
export const createTransactionStore = (db: Db) => {
  const byId = (subject: Subject, id: string) =>
    and(eq(signingTransactions.customerId, subject.id), eq(signingTransactions.id, id));
  return {
    add: async (tx: Db, row: NewTransaction): Promise<void> => {
      await tx.insert(signingTransactions).values(row);
    },

    find: async ({ subject, actorId, session }: Owner, id: string): Promise<TransactionRow | undefined> =>
      (
        await db
          .select()
          .from(signingTransactions)
          .where(
            and(
              byId(subject, id),
              eq(signingTransactions.actorId, actorId),
              eq(signingTransactions.session, session),
            ),
          )
      )[0],

    /** Locks the actor's calls until `tx` ends, so that counting and calling happen one at a time. */
    lockCalls: async (tx: Db, actorId: string): Promise<void> => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`signing ${actorId}`}, 0))`);
    },

    /**
     * Start times of calls since an instant that share a limit with a signing, earliest first. An actor's own phone and own
     * app each have a limit, and all others that they call share one, for any subject. A signing counts as a call
     * even before it has called.
     */
    callsSince: async (tx: Db, { actorId, own, method }: Counted, since: string): Promise<string[]> =>
      (
        await tx
          .select({ at: signingTransactions.startedAt, calls: signingTransactions.calls })
          .from(signingTransactions)
          .where(
            and(
              eq(signingTransactions.actorId, actorId),
              eq(signingTransactions.own, own),
              own ? eq(signingTransactions.method, method) : undefined,
              gt(signingTransactions.startedAt, since),
            ),
          )
          .orderBy(signingTransactions.startedAt)
      ).flatMap(({ at, calls }) => Array.from({ length: Math.max(1, calls) }, () => at)),

    /**
     * Claims the call to the phone, when nobody has it or its owner has not reported back since `before`.
     * @returns whether we make the call
     */
    claimCall: async (
      tx: Db,
      subject: Subject,
      id: string,
      { now, before }: { now: string; before: string },
    ): Promise<boolean> =>
      (
        await tx
          .update(signingTransactions)
          .set({ calledAt: now, calls: sql`${signingTransactions.calls} + 1` })
          .where(
            and(
              byId(subject, id),
              eq(signingTransactions.state, 'waiting'),
              eq(signingTransactions.reference, ''),
              or(isNull(signingTransactions.calledAt), lt(signingTransactions.calledAt, before)),
            ),
          )
          .returning({ id: signingTransactions.id })
      ).length > 0,

    /** Stores the eID service's reference of the call; null when no call was made, so that it can be tried again. */
    called: async (subject: Subject, id: string, reference: string | null): Promise<void> => {
      await db
        .update(signingTransactions)
        .set(reference === null ? { calledAt: null } : { reference })
        .where(
          and(
            byId(subject, id),
            eq(signingTransactions.state, 'waiting'),
            eq(signingTransactions.reference, ''),
          ),
        );
    },

    /** Moves a waiting signing to its next state, unless another copy did. @returns the state afterwards */
    transition: async (
      subject: Subject,
      id: string,
      next: { state: 'cancelled' | 'expired' } | { state: 'confirmed'; reference: string },
    ): Promise<TransactionRow['state']> => {
      await db
        .update(signingTransactions)
        .set({ reference: '', ...next })
        .where(and(byId(subject, id), eq(signingTransactions.state, 'waiting')));
      const [row] = await db
        .select({ state: signingTransactions.state })
        .from(signingTransactions)
        .where(byId(subject, id));
      return row?.state ?? 'expired';
    },

    /** Ends a signing whose signer was not entitled to sign. */
    refuse: async (subject: Subject, id: string): Promise<void> => {
      await db
        .update(signingTransactions)
        .set({ state: 'cancelled', reference: '' })
        .where(and(byId(subject, id), eq(signingTransactions.state, 'confirmed')));
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
      await tx.update(signingTransactions).set({ state: 'signed' }).where(byId(subject, id));
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

    /** Deletes signings that began before an instant. */
    forget: async (before: string): Promise<void> => {
      await sweep(db, signingTransactions, lt(signingTransactions.startedAt, before));
    },
  };
};
export type TransactionStore = ReturnType<typeof createTransactionStore>;
