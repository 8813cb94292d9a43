import { addDays, addMonths, splitIsk } from '@hofn/domain';
import type { Instalment } from './instalment.ts';

/** Days between the due date and the last day to pay. */
export const daysToPay = 14;
/** Days before the due date from which an instalment is on an invoice, and stays as it is. */
export const invoicedDays = 14;

const latest = (one: string, other: string): string => (one > other ? one : other);

/**
 * Days of monthly instalments from a day on, as many as there are before another; none is due before the earliest.
 * @param before the first day that they do not pay for
 */
export const monthlyDues = (
  from: string,
  { count, before, earliest }: { count: number; before: string; earliest: string },
): string[] =>
  Array.from({ length: count }, (_, index) => addMonths(from, index))
    .filter((due) => due < before)
    .map((due) => latest(due, earliest));

/**
 * Days of the instalments of a policy that is in force again, or that are charged in the middle of a period: the first of each
 * month after a day. What is left of a period that ends within that month has an instalment of its own.
 * @param before the first day that they do not pay for
 */
export const duesAfter = (day: string, before: string): string[] =>
  monthlyDues(addMonths(`${day.slice(0, 8)}01`, 1), { count: 12, before, earliest: addDays(day, 1) });

/** The day on which an amount of its own is due: in time for an invoice, and not before it is owed. */
export const singleDue = (from: string, day: string): string => latest(from, addDays(day, invoicedDays));

/** An instalment of a plan before anybody has paid or changed it. */
export type PlannedInstalment = Pick<Instalment, 'dueDate' | 'finalDueDate' | 'amount'> & {
  sequence: number;
  sequenceOf: number;
};

/**
 * The instalments of a plan; parts that are due on one day are one.
 * @param parts in the order of their due dates, each with whole ISK of at least one króna
 */
export const planned = (
  parts: ReadonlyArray<{ dueDate: string; amount: number }>,
): readonly PlannedInstalment[] => {
  const byDay = [...Map.groupBy(parts, ({ dueDate }) => dueDate)];
  return byDay.map(([dueDate, due], index) => ({
    ...{ dueDate, finalDueDate: addDays(dueDate, daysToPay) },
    amount: due.reduce((sum, part) => sum + part.amount, 0),
    ...{ sequence: index + 1, sequenceOf: byDay.length },
  }));
};

/**
 * The parts of a policy's own plan: an amount evenly over its due dates, of which a small amount uses the first alone.
 * @param total whole ISK of at least one króna
 */
export const evenParts = (
  total: number,
  dues: readonly string[],
): Array<{ dueDate: string; amount: number }> => {
  const used = dues.slice(0, total);
  const amounts = splitIsk(total, Array<number>(used.length).fill(1));
  return used.map((dueDate, index) => ({ dueDate, amount: amounts[index] ?? 0 }));
};

/**
 * Divides the amount of each policy evenly among instalments that they share, so that the instalments differ by a króna at most:
 * the krónur that are left over go round.
 * @returns for each instalment the amounts by policy, in whole ISK
 */
export const sharedParts = (amounts: readonly number[], count: number): number[][] => {
  const parts = Array.from({ length: count }, () => amounts.map((amount) => Math.floor(amount / count)));
  let place = 0;
  for (const [policy, amount] of amounts.entries())
    for (let left = amount % count; left > 0; left -= 1) {
      const part = parts[place % count];
      if (part) part[policy] = (part[policy] ?? 0) + 1;
      place += 1;
    }
  return parts;
};

/** Whether the next year's instalments for all policies are planned: a month before the last ones have paid their time. */
export const isYearPlanned = (chargedTo: string, day: string): boolean => addMonths(chargedTo, -1) <= day;

/**
 * From when a renewed policy gets instalments of its own.
 * @param period the first day of the new period, and the first one after it
 * @returns undefined when instalments that there are pay for it: they take the difference
 */
export const renewedFrom = (
  { plan, chargedTo }: { plan: 'own' | 'shared'; chargedTo: string },
  { from, to }: { from: string; to: string },
): string | undefined =>
  chargedTo >= to || (plan === 'shared' && chargedTo > from) ? undefined : latest(chargedTo, from);
