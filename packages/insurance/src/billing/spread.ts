import { addDays, splitIsk } from '@hofn/domain';
import { type Instalment, isOwed, type KeyedInstalment, totalOf } from './instalment.ts';
import { invoicedDays } from './plan.ts';

/** How much of an amount is in which instalment, by key, in whole ISK. */
export type Lines = Record<string, number>;

const byDueDate = (one: KeyedInstalment, other: KeyedInstalment): number =>
  one.facts.dueDate < other.facts.dueDate ? -1 : Number(one.facts.dueDate > other.facts.dueDate);

/** Whether an instalment is on an invoice on a day, so that it is paid as it is. */
const isInvoiced = ({ dueDate }: Instalment, day: string): boolean => dueDate <= addDays(day, invoicedDays);

/** Instalments that are still to be paid and not on an invoice yet, by due date. */
export const openOf = <One extends KeyedInstalment>(instalments: readonly One[], day: string): One[] =>
  instalments.filter(({ facts }) => isOwed(facts) && !isInvoiced(facts, day)).toSorted(byDueDate);

/** Instalments that the customer owes or has an invoice for, the oldest first. */
export const invoicedOf = <One extends KeyedInstalment>(instalments: readonly One[], day: string): One[] =>
  instalments.filter(({ facts }) => isOwed(facts) && isInvoiced(facts, day)).toSorted(byDueDate);

/** Spreads an amount evenly over instalments. @param amount whole ISK, positive */
export const spreadEvenly = (amount: number, instalments: readonly KeyedInstalment[]): Lines => {
  const parts = splitIsk(amount, Array<number>(instalments.length).fill(1));
  return Object.fromEntries(
    instalments.flatMap(({ key }, index) => (parts[index] ? [[key, parts[index]]] : [])),
  );
};

/**
 * Takes premium of a policy off instalments that are not on an invoice yet (rule INS-4). After a change those from its day on
 * decrease in proportion, and then the last ones first; after an end the last ones first, since they pay for the days after it.
 * @param open by due date, each with the whole ISK of it that are premium of the policy
 * @param from the day from which the premium is another one; undefined after an end
 * @returns what is taken off each, in whole ISK, and what is left to return otherwise
 */
export const takeOff = (
  amount: number,
  open: ReadonlyArray<KeyedInstalment & { share: number }>,
  { from }: { from: string | undefined },
): { taken: Lines; left: number } => {
  const shares = new Map(
    open.map(({ key, facts, share }) => [key, Math.max(0, Math.min(share, facts.amount))] as const),
  );
  const taken: Lines = {};
  let left = amount;
  const take = ({ key }: KeyedInstalment, wanted: number): void => {
    const share = shares.get(key) ?? 0;
    const part = Math.min(wanted, share, left);
    if (part === 0) return;
    shares.set(key, share - part);
    taken[key] = (taken[key] ?? 0) + part;
    left -= part;
  };
  const later = from === undefined ? [] : open.filter(({ facts }) => facts.dueDate >= from);
  const weights = later.map(({ key }) => shares.get(key) ?? 0);
  const most = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = most > 0 ? splitIsk(Math.min(left, most), weights) : [];
  for (const [index, instalment] of later.entries()) take(instalment, parts[index] ?? 0);
  for (const instalment of open.toReversed()) take(instalment, left);
  return { taken, left };
};

/** What a credit does to one instalment: pays for all of it, or for a part of its premium, in whole ISK. */
export type Deduction = { key: string; used: number; isPaid: boolean };

/**
 * Takes a credit off what the customer owes, in the given order; what is left is a refund. An instalment that is not paid whole
 * keeps at least one króna besides its interest and fees.
 * @param credit whole ISK, positive
 */
export const deduct = (
  credit: number,
  owed: readonly KeyedInstalment[],
): { deductions: Deduction[]; refund: number } => {
  const deductions: Deduction[] = [];
  let refund = credit;
  for (const { key, facts } of owed) {
    if (refund === 0) break;
    const total = totalOf(facts);
    const isPaid = refund >= total;
    const used = isPaid ? total : Math.min(refund, facts.amount - 1);
    refund -= used;
    if (used > 0) deductions.push({ key, used, isPaid });
  }
  return { deductions, refund };
};
