import { type PolicyOverview, policyGroup } from '@hofn/contracts';
import { addDays } from '@hofn/domain';
import { summaryOf } from './policies.ts';
import type { OverviewRow, UnpaidRow } from './store.ts';

const sum = (figures: number[]): number => figures.reduce((total, figure) => total + figure, 0);

/**
 * Days from the final due date until the policies lapse when no notice has gone out yet: the last reminder is sent on
 * the 43rd day and gives 14 more (Act 30/2004 art. 33).
 */
const daysUntilLapse = 43 + 14;

/** What falls due next: everything unpaid with the earliest due date among that whose final due date has not passed. */
const nextDue = (row: OverviewRow, today: string): PolicyOverview['nextDue'] => {
  const coming = row.unpaid.filter((unpaid) => unpaid.finalDueDate >= today);
  const first = coming.reduce<UnpaidRow | undefined>(
    (soonest, unpaid) => (soonest && soonest.dueDate <= unpaid.dueDate ? soonest : unpaid),
    undefined,
  );
  if (!first) return null;
  const names = { ccard: row.card, bank: row.account, claim: null };
  return {
    date: first.dueDate,
    amount: sum(coming.filter(({ dueDate }) => dueDate === first.dueDate).map(({ owed }) => owed)),
    method: first.method,
    methodName: names[first.method],
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
export const overviewOf = (row: OverviewRow, today: string): PolicyOverview => {
  const ordered = row.policies.toSorted(
    (a, b) => a.ordinal - b.ordinal || (a.number < b.number ? -1 : a.number > b.number ? 1 : 0),
  );
  const groups = policyGroup.options.flatMap((group) => {
    const policies = ordered.filter((policy) => policy.group === group);
    if (policies.length === 0) return [];
    return [
      {
        group,
        premiumPerYear: sum(policies.map(({ premiumPerYear }) => premiumPerYear)),
        policies: policies.map((policy) => summaryOf(policy, today)),
      },
    ];
  });
  return {
    groups,
    totals: {
      policies: row.policies.length,
      premiumPerYear: sum(groups.map(({ premiumPerYear }) => premiumPerYear)),
    },
    openClaims: row.claims,
    discounts: row.discounts,
    nextDue: nextDue(row, today),
    overdue: overdue(row.unpaid, today),
  };
};
