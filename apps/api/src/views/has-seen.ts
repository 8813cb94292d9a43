import { type Db, staffReads, staffViews } from '@hofn/database';
import { and, eq, gte } from 'drizzle-orm';

/** Whether an employee has viewed an item of a customer since a given time, so that repeated views are recorded once. */
export const hasSeen = async (
  tx: Db,
  seen: { employeeId: string; customerId: string; target: string; since: string },
): Promise<boolean> => {
  const rows = await tx
    .select({ id: staffViews.id })
    .from(staffViews)
    .innerJoin(
      staffReads,
      and(eq(staffReads.customerId, staffViews.customerId), eq(staffReads.viewId, staffViews.id)),
    )
    .where(
      and(
        eq(staffViews.customerId, seen.customerId),
        eq(staffViews.employeeId, seen.employeeId),
        eq(staffReads.target, seen.target),
        gte(staffViews.openedAt, seen.since),
      ),
    )
    .limit(1);
  return rows.length > 0;
};
