import { claimDrafts, type Db, policies } from '@hofn/database';
import type { PolicyDays } from '@hofn/domain';
import type { CoverGap } from '@hofn/domain/cover-gaps.ts';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { batchSize } from '../platform/sweep.ts';

export type DraftRow = typeof claimDrafts.$inferSelect;

type Subject = Pick<Customer, 'id'>;

/** Claims that customers have begun to fill in. Every query names the subject, except the one for expired drafts. */
export const createDraftStore = (db: Db) => {
  const rowOf = (subject: Subject, token: string, now: Date) =>
    and(
      eq(claimDrafts.customerId, subject.id),
      eq(claimDrafts.id, token),
      gt(claimDrafts.expiresAt, now.toISOString()),
    );
  return {
    one: async (subject: Subject, token: string, now: Date, from: Db = db): Promise<DraftRow | undefined> =>
      (
        await from
          .select()
          .from(claimDrafts)
          .where(rowOf(subject, token, now))
      )[0],
    /**
     * Locks the draft until the transaction ends: `share` keeps it from being filed or deleted meanwhile, `update` from any
     * other use.
     */
    lock: async (
      tx: Db,
      subject: Subject,
      token: string,
      now: Date,
      strength: 'share' | 'update',
    ): Promise<DraftRow | undefined> =>
      (
        await tx
          .select()
          .from(claimDrafts)
          .where(rowOf(subject, token, now))
          .for(strength)
      )[0],
    add: async (tx: Db, row: DraftRow): Promise<void> => {
      await tx.insert(claimDrafts).values(row);
    },
    /**
     * Replaces a draft, if given only the one that was changed at `seenAt`.
     * @returns undefined when there is none, or another one
     */
    save: async (
      subject: Subject,
      token: string,
      now: Date,
      { changed, seenAt }: { changed: Partial<DraftRow>; seenAt: string | undefined },
    ): Promise<DraftRow | undefined> =>
      (
        await db
          .update(claimDrafts)
          // Always later than before, so that two saves in the same millisecond have different versions.
          .set({
            ...changed,
            changedAt: sql`greatest(${now.toISOString()}::timestamptz, ${claimDrafts.changedAt} + interval '1 millisecond')`,
          })
          .where(
            and(
              rowOf(subject, token, now),
              seenAt === undefined ? undefined : eq(claimDrafts.changedAt, seenAt),
            ),
          )
          .returning()
      )[0],
    /** @returns false when there was none */
    remove: async (tx: Db, subject: Subject, token: string, now: Date): Promise<boolean> =>
      (
        await tx
          .delete(claimDrafts)
          .where(rowOf(subject, token, now))
          .returning({ id: claimDrafts.id })
      ).length > 0,
    /** Expired drafts, to be deleted with their files. */
    expired: (now: Date) =>
      db
        .select({ customerId: claimDrafts.customerId, id: claimDrafts.id })
        .from(claimDrafts)
        .where(lt(claimDrafts.expiresAt, now.toISOString()))
        .orderBy(claimDrafts.expiresAt)
        .limit(batchSize),
    removeExpired: async (tx: Db, subject: Subject, token: string): Promise<void> => {
      await tx
        .delete(claimDrafts)
        .where(and(eq(claimDrafts.customerId, subject.id), eq(claimDrafts.id, token)));
    },
    /** The days that determine whether a loss is covered, of one of the subject's policies. */
    policy: async (
      subject: Subject,
      id: string,
      from: Db = db,
    ): Promise<(PolicyDays & { gaps: CoverGap[] }) | undefined> =>
      (
        await from
          .select({
            validFrom: policies.validFrom,
            validTo: policies.validTo,
            renews: policies.renews,
            cancelledOn: policies.cancelledOn,
            lapsedOn: policies.lapsedOn,
            suspendedOn: policies.suspendedOn,
            gaps: policies.gaps,
          })
          .from(policies)
          .where(and(eq(policies.customerId, subject.id), eq(policies.id, id)))
      )[0],
  };
};
export type DraftStore = ReturnType<typeof createDraftStore>;
