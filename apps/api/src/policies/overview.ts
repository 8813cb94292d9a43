import type { PolicyOverview } from '@hofn/contracts';
import { addDays } from '@hofn/domain';
import { type Written, writtenWith } from '../platform/written.ts';
import type { OverviewRow, UnpaidRow } from './store.ts';

const sum = (figures: number[]): number => figures.reduce((total, figure) => total + figure, 0);

/**
 * Days from the final due date until the policies lapse when no notice has gone out yet: the last reminder is sent on
 * the 43rd day and gives 14 more (Act 30/2004 art. 33).
 */
const daysUntilLapse = 43 + 14;

/** What falls due next: everything unpaid with the earliest due date among that whose final due date has not passed. */
const nextDue = (unpaid: readonly UnpaidRow[], today: string): PolicyOverview['nextDue'] => {
  const coming = unpaid.filter(({ finalDueDate }) => finalDueDate >= today);
  const first = coming.reduce<UnpaidRow | undefined>(
    (soonest, next) => (soonest && soonest.dueDate <= next.dueDate ? soonest : next),
    undefined,
  );
  if (!first) return null;
  return {
    date: first.dueDate,
    amount: sum(coming.filter(({ dueDate }) => dueDate === first.dueDate).map(({ owed }) => owed)),
    method: first.method,
    methodName: first.methodName,
  };
};

/** What should have been paid: all that is unpaid past its final due date, with the days of the oldest. */
const overdue = (unpaid: readonly UnpaidRow[], today: string): PolicyOverview['overdue'] => {
  const late = unpaid
    .filter(({ finalDueDate }) => finalDueDate < today)
    .toSorted((a, b) => (a.finalDueDate < b.finalDueDate ? -1 : 1));
  const [oldest] = late;
  if (!oldest) return null;
  const lapses = late.map((row) => row.lapsesOn ?? addDays(row.finalDueDate, daysUntilLapse)).toSorted();
  return {
    dueDate: oldest.dueDate,
    finalDueDate: oldest.finalDueDate,
    amount: sum(late.map(({ owed }) => owed)),
    lapsesOn: lapses[0] ?? addDays(oldest.finalDueDate, daysUntilLapse),
  };
};

/** The overview of the policies that stand on `today` (rule DATA-4): groups in reading order, empty ones left out. */
export const overviewOf = ({ body, unpaid }: OverviewRow, today: string): Written<PolicyOverview> =>
  writtenWith<PolicyOverview>(body, { nextDue: nextDue(unpaid, today), overdue: overdue(unpaid, today) });
