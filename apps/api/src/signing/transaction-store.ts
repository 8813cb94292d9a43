import { companyInvolvement, customers, type Db, signedDocuments, signingTransactions } from '@hofn/database';
import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Customer } from '../platform/access.ts';
import { sweep } from '../platform/sweep.ts';

type Subject = Pick<Customer, 'id'>;
export type TransactionRow = typeof signingTransactions.$inferSelect;
export type NewTransaction = typeof signingTransactions.$inferInsert & Pick<TransactionRow, 'own'>;

/** Whose signing it is: it is there for nobody else, nor for the same person in another session. */
export type Owner = { subject: Subject; actorId: string; session: string };

/** What tells with which others a call is counted. */
export type Counted = Pick<TransactionRow, 'actorId' | 'own' | 'method'>;

/** Signings under way, and what they end in. Each read and write names the subject, and touches nobody else's. */
export const createTransactionStore = (db: Db) => {
  const one = (subject: Subject, id: string) =>
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
              one(subject, id),
              eq(signingTransactions.actorId, actorId),
              eq(signingTransactions.session, session),
            ),
          )
      )[0],

    /** Waits until nobody else counts or makes calls of the same actor, and keeps others waiting until `tx` ends. */
    takeTurn: async (tx: Db, actorId: string): Promise<void> => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`signing ${actorId}`}, 0))`);
    },

    /**
     * Calls since an instant that count together with those of a signing, by when their signings began, the earliest
     * first: an actor's own phone and own app each by themselves, and all others that they call together. They are
     * counted over all whom the actor acts for. A signing counts as a call before it has made one.
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
     * Takes it upon oneself to call the phone: nobody has, or whoever did has not been heard of since `before`.
     * @returns whether it is ours to call
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
              one(subject, id),
              eq(signingTransactions.state, 'waiting'),
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
        .where(
          and(
            one(subject, id),
            eq(signingTransactions.state, 'waiting'),
            eq(signingTransactions.reference, ''),
          ),
        );
    },

    /** Moves it on from waiting, unless another copy did. @returns how it stands then */
    moveOn: async (
      subject: Subject,
      id: string,
      next: { state: 'cancelled' | 'expired' } | { state: 'confirmed'; reference: string },
    ): Promise<TransactionRow['state']> => {
      await db
        .update(signingTransactions)
        .set({ reference: '', ...next })
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
        .set({ state: 'cancelled', reference: '' })
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
      const subject = { id: signed.customerId };
      await tx.update(signingTransactions).set({ state: 'signed' }).where(one(subject, id));
      // Nobody fetches a signature for this document any more, by this signing or another.
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

    /** Forgets those that began before an instant. */
    forget: async (before: string): Promise<void> => {
      await sweep(db, signingTransactions, lt(signingTransactions.startedAt, before));
    },
  };
};
export type TransactionStore = ReturnType<typeof createTransactionStore>;
