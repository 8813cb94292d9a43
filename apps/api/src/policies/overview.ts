import type { PolicyOverview } from '@hofn/contracts';
import { countsInTotals } from '@hofn/domain';
import { firstLapse, lapseDayOf } from '../payments/lapse-day.ts';
import { nextPaymentOf } from '../payments/next-payment.ts';
import type { OverviewRow } from './overview-query.ts';
import { summaryOf } from './policies.ts';

type Instalment = OverviewRow['unpaid'][number];

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Amount to pay for an instalment in ISK, with penalty interest and fees. */
const amountDue = ({ amount, penaltyInterest, fees }: Instalment): number => amount + penaltyInterest + fees;

type PolicyRow = OverviewRow['policies'][number];

const groupsOf = (policies: readonly PolicyRow[], today: string): PolicyOverview['groups'] =>
  [...Map.groupBy(policies, ({ group }) => group)].map(([group, policies]) => ({
    group,
    premiumPerYear: sum(policies.map(({ premiumPerYear }) => premiumPerYear)),
    policies: policies.map((policy) => summaryOf(policy, today)),
  }));

const joinIfKnown = (parts: (string | null)[], separator: string): string | null =>
  parts.includes(null) ? null : parts.join(separator);

/** Name of the card or bank account that is charged, if it is known. */
const methodNameOf = (row: OverviewRow, method: Instalment['method']): string | null => {
  if (method === 'ccard') return joinIfKnown([row.cardBrand, row.cardNumberMasked], ' ');
  if (method === 'bank') return joinIfKnown([row.bank, row.bankLedger, row.bankAccount], '-');
  return null;
};

/** The next payment, with the name of the card or account that is charged. */
const nextDueOf = (row: OverviewRow, today: string): PolicyOverview['nextDue'] => {
  const next = nextPaymentOf(row.unpaid, today);
  if (!next) return null;
  const { dueDate: date, ...payment } = next;
  return { date, ...payment, methodName: methodNameOf(row, next.method) };
};

/** Total of unpaid instalments past their final due date, with the dates of the oldest. */
const overdueOf = ({ unpaid }: OverviewRow, today: string): PolicyOverview['overdue'] => {
  const late = unpaid
    .filter(({ finalDueDate }) => finalDueDate < today)
    .toSorted((a, b) => (a.finalDueDate < b.finalDueDate ? -1 : 1));
  const [oldest] = late;
  if (!oldest) return null;
  return {
    dueDate: oldest.dueDate,
    finalDueDate: oldest.finalDueDate,
    amount: sum(late.map(amountDue)),
    lapsesOn: firstLapse(late) ?? lapseDayOf(oldest),
  };
};

/** The last day of a policy's cover. */
const lastDayOf = ({ validTo, lapsedOn }: PolicyRow): string =>
  lapsedOn !== null && lapsedOn < validTo ? lapsedOn : validTo;

/**
 * The overview of policies on `today` (rule DATA-4): groups in reading order, without empty ones. Policies that were
 * cancelled or have ended are apart, the last to end first, and in no total (rule LIFE-1).
 */
export const overviewOf = (row: OverviewRow, today: string): PolicyOverview => {
  const counted = row.policies.filter((policy) => countsInTotals(policy, today));
  const ended = row.policies
    .filter((policy) => !countsInTotals(policy, today))
    .toSorted((a, b) => (lastDayOf(a) > lastDayOf(b) ? -1 : Number(lastDayOf(a) < lastDayOf(b))));
  return {
    groups: groupsOf(counted, today),
    totals: {
      policies: counted.length,
      premiumPerYear: sum(counted.map(({ premiumPerYear }) => premiumPerYear)),
    },
    ended: ended.map((policy) => summaryOf(policy, today)),
    openClaims: row.openClaims,
    discounts: row.discounts,
    nextDue: nextDueOf(row, today),
    overdue: overdueOf(row, today),
  };
};
