import { type Db, signingTransactions } from '@hofn/database';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { signingById, type TransactionRow } from './transaction-store.ts';

type Subject = Pick<Customer, 'id'>;

/** What decides which calls are counted together. */
export type CallLimitScope = Pick<TransactionRow, 'actorId' | 'own' | 'method'>;

/** Calls to phones and apps, recorded with their signings. */
export const createCallStore = (db: Db) => ({
  /** Locks the actor's calls until `tx` ends, so that counting and calling happen one at a time. */
  lockCalls: async (tx: Db, actorId: string): Promise<void> => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`signing ${actorId}`}, 0))`);
  },

  /**
   * Start times of calls since an instant that share a limit with a signing, earliest first. An actor's own phone and own
   * app each have a limit, and all others that they call share one, for any subject. A signing counts as a call
   * even before it has called.
   */
  callsSince: async (tx: Db, { actorId, own, method }: CallLimitScope, since: string): Promise<string[]> =>
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
            signingById(subject, id),
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
          signingById(subject, id),
          eq(signingTransactions.state, 'waiting'),
          eq(signingTransactions.reference, ''),
        ),
      );
  },
});
