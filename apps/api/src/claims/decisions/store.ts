import type { ClaimAct, CoreClaimAnswer } from '@hofn/contracts';
import {
  auditEvents,
  claimActs,
  claimNotices,
  claimPayments,
  claims,
  coreRecords,
  customers,
  type Db,
  ownChanges,
  policies,
} from '@hofn/database';
import { and, asc, desc, eq, lte, ne } from 'drizzle-orm';
import type { StaffMember } from '../../platform/authorization.ts';
import { isoInstant } from '../../platform/instant.ts';
import { maySeeClaim } from '../../work-items/may-open.ts';

export type ClaimActRow = typeof claimActs.$inferSelect;

/** A claim and what the core knows it by. */
export type DecidedClaim = NonNullable<Awaited<ReturnType<ReturnType<typeof createDecisionStore>['claim']>>>;

/** What employees have done with claims, and what that needs to know. Only staff calls may use it. */
export const createDecisionStore = (db: Db) => ({
  claim: async (customerId: string, claimId: string, tx: Db = db) =>
    (
      await tx
        .select({ claim: claims, customer: customers, record: coreRecords })
        .from(claims)
        .innerJoin(customers, eq(customers.id, claims.customerId))
        .leftJoin(coreRecords, and(eq(coreRecords.type, 'claims'), eq(coreRecords.id, claims.id)))
        .where(and(eq(claims.customerId, customerId), eq(claims.id, claimId)))
    )[0],

  /** Locks a claim until the transaction ends, so that of two acts on it the second sees the first. */
  lockClaim: async (tx: Db, customerId: string, claimId: string): Promise<void> => {
    await tx
      .select({ id: claims.id })
      .from(claims)
      .where(and(eq(claims.customerId, customerId), eq(claims.id, claimId)))
      .for('update');
  },

  /**
   * When the customer last changed their bank account. A core that takes the change over deletes it from `own_changes`, and the audit
   * log still knows of it: taking over says nothing of who made it.
   */
  accountChangedAt: async (customerId: string, tx: Db = db): Promise<string | undefined> => {
    const [kept] = await tx
      .select({ at: ownChanges.changedAt })
      .from(ownChanges)
      .where(and(eq(ownChanges.customerId, customerId), eq(ownChanges.part, 'bankAccount')));
    const [logged] = await tx
      .select({ at: auditEvents.at })
      .from(auditEvents)
      .where(and(eq(auditEvents.subjectId, customerId), eq(auditEvents.action, 'bank.change')))
      .orderBy(desc(auditEvents.id))
      .limit(1);
    return [kept, logged]
      .flatMap((found) => (found ? [isoInstant(found.at)] : []))
      .toSorted()
      .at(-1);
  },

  /** Other claims of the customer that the employee may read, newest first. */
  otherClaims: (customerId: string, claimId: string, employee: StaffMember) =>
    db
      .select({ claim: claims })
      .from(claims)
      .leftJoin(claimNotices, eq(claimNotices.id, claims.id))
      .leftJoin(policies, and(eq(policies.customerId, claims.customerId), eq(policies.id, claims.policyId)))
      .where(
        and(
          eq(claims.customerId, customerId),
          ne(claims.id, claimId),
          eq(claims.unverified, false),
          maySeeClaim(employee),
        ),
      )
      .orderBy(desc(claims.dateOfLoss), desc(claims.id))
      .limit(20),

  payments: (customerId: string, claimId: string) =>
    db
      .select()
      .from(claimPayments)
      .where(and(eq(claimPayments.customerId, customerId), eq(claimPayments.claimId, claimId)))
      .orderBy(asc(claimPayments.paidOn), asc(claimPayments.id)),

  acts: (customerId: string, claimId: string, tx: Db = db): Promise<ClaimActRow[]> =>
    tx
      .select()
      .from(claimActs)
      .where(and(eq(claimActs.customerId, customerId), eq(claimActs.claimId, claimId)))
      .orderBy(desc(claimActs.askedAt), desc(claimActs.id))
      .limit(50),

  add: async (tx: Db, row: typeof claimActs.$inferInsert & { act: ClaimAct }): Promise<void> => {
    await tx.insert(claimActs).values(row);
  },

  one: async (id: string, tx: Db = db): Promise<ClaimActRow | undefined> =>
    (await tx.select().from(claimActs).where(eq(claimActs.id, id)))[0],

  /** Locks an act that has no answer yet. */
  lockAsked: async (tx: Db, id: string): Promise<ClaimActRow | undefined> =>
    (
      await tx
        .select()
        .from(claimActs)
        .where(and(eq(claimActs.id, id), eq(claimActs.state, 'asked')))
        .for('update')
    )[0],

  recordAnswer: async (
    tx: Db,
    id: string,
    { result: state, reasons, receipt }: Pick<CoreClaimAnswer, 'result' | 'reasons' | 'receipt'>,
    answeredAt: string,
  ): Promise<void> => {
    await tx
      .update(claimActs)
      .set({ state, reasons, receipt: receipt ?? null, answeredAt, askAgainAt: null, unusable: null })
      .where(eq(claimActs.id, id));
  },

  postpone: async (
    tx: Db,
    id: string,
    to: { tries: number; askAgainAt: string; unusable: string[] | null },
  ): Promise<void> => {
    await tx.update(claimActs).set(to).where(eq(claimActs.id, id));
  },

  /**
   * Takes the act that has waited longest for its next attempt, until `until`.
   * @returns its id; undefined if none is due by `now`
   */
  takeUnanswered: async (
    tx: Db,
    { now, until }: { now: string; until: string },
  ): Promise<string | undefined> => {
    const [due] = await tx
      .select({ id: claimActs.id })
      .from(claimActs)
      .where(lte(claimActs.askAgainAt, now))
      .orderBy(asc(claimActs.askAgainAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (due) await tx.update(claimActs).set({ askAgainAt: until }).where(eq(claimActs.id, due.id));
    return due?.id;
  },
});
