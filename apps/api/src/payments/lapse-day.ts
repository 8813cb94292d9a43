import { type Db, instalments } from '@hofn/database';
import { addDays } from '@hofn/domain';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { isUnpaidBy } from './unpaid.ts';

/**
 * Days from the final due date until the policies lapse when no notice has gone out yet: the last reminder is sent on
 * the 43rd day and gives 14 more (Act 30/2004 art. 33).
 */
const daysUntilLapse = 43 + 14;

type Late = { finalDueDate: string; lapsesOn: string | null };

/** The day on which policies may lapse unless an overdue instalment is paid before it. */
export const lapseDayOf = ({ finalDueDate, lapsesOn }: Late): string =>
  lapsesOn ?? addDays(finalDueDate, daysUntilLapse);

/** The first of those days; undefined when nothing is overdue. */
export const firstLapse = (late: readonly Late[]): string | undefined => late.map(lapseDayOf).toSorted()[0];

/** The day on which one policy may lapse for what is overdue on `today`, of itself or of all policies; null if nothing is. */
export const lapseOfPolicy = async (
  db: Db,
  { customerId, policyId }: { customerId: string; policyId: string },
  today: string,
): Promise<string | null> => {
  const late = await db
    .select({ finalDueDate: instalments.finalDueDate, lapsesOn: instalments.lapsesOn })
    .from(instalments)
    .where(
      and(
        isUnpaidBy(customerId),
        lt(instalments.finalDueDate, sql`${today}::date`),
        or(isNull(instalments.policyId), eq(instalments.policyId, policyId)),
      ),
    );
  return firstLapse(late) ?? null;
};
