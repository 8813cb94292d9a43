import { changeRequests, type Db } from '@hofn/database';
import { asc, eq, lte } from 'drizzle-orm';

/**
 * Claims the longest overdue unanswered act of any customer until `until`, in the transaction `tx`.
 * @returns the request's id; undefined if none is due by `now`
 */
export const takeUnanswered = async (
  tx: Db,
  { now, until }: { now: Date; until: Date },
): Promise<string | undefined> => {
  const [due] = await tx
    .select({ id: changeRequests.id })
    .from(changeRequests)
    .where(lte(changeRequests.askAgainAt, now.toISOString()))
    .orderBy(asc(changeRequests.askAgainAt))
    .limit(1)
    .for('update', { skipLocked: true });
  if (due)
    await tx
      .update(changeRequests)
      .set({ askAgainAt: until.toISOString() })
      .where(eq(changeRequests.id, due.id));
  return due?.id;
};
