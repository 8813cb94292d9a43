import { addDays, addMonths, collectionOf, daysBetween, roundIsk, splitIsk } from '@hofn/domain';
import type { instalments } from '../schema/payments.ts';
import type { ItemFacts } from '../schema/policies.ts';
import { noonOf } from './ids-and-instants.ts';
import { isBilled, type Sharer } from './ledger.ts';
import { paidAtBy } from './paid.ts';
import type { Both, ItemDraft } from './policy.ts';
import { same } from './policy.ts';

/** How a customer pays. */
export type Method = (typeof instalments.$inferInsert)['method'];

/** An instalment for all policies of a customer. */
export type InstalmentDraft = Omit<
  typeof instalments.$inferInsert,
  'customerId' | 'id' | 'policyId' | 'paymentId'
>;

/** The first day of a day's month. */
export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** A one-year period that began this many days ago; negative for the future. */
export const yearFrom = (today: string, daysAgo: number): { validFrom: string; validTo: string } => {
  const validFrom = addDays(today, -daysAgo);
  return { validFrom, validTo: addDays(addMonths(validFrom, 12), -1) };
};

/** A one-year period that ends in this many days. */
export const yearTo = (today: string, daysLeft: number): { validFrom: string; validTo: string } => {
  const validTo = addDays(today, daysLeft);
  return { validFrom: addDays(addMonths(validTo, -12), 1), validTo };
};

// A demo rate; the real one is set by the Central Bank of Iceland and changes.
const penaltyRatePerYear = 0.058;
const noticeDays = 14;
const invoiceFee = 130;

/**
 * Monthly instalments of a year, due on the first of the month with the final due date fourteen days later; the one due on
 * the first of next month is the last, or number `next` of a year that has begun. Those whose day of payment has come are paid, except the latest
 * `unpaid` overdue ones.
 */
export const monthly = (
  today: string,
  {
    amounts,
    method,
    unpaid = 0,
    next = amounts.length,
  }: { amounts: number[]; method: Method; unpaid?: number; next?: number },
): InstalmentDraft[] => {
  const nextDue = addMonths(firstOfMonth(today), 1);
  const rows = amounts.map((amount, index): InstalmentDraft => {
    const dueDate = addMonths(nextDue, index + 1 - next);
    const finalDueDate = addDays(dueDate, 14);
    return {
      sequence: index + 1,
      sequenceOf: amounts.length,
      dueDate,
      finalDueDate,
      amount,
      method,
      paidAt: paidAtBy({ method, dueDate, finalDueDate }, today),
    };
  });
  const overdue = rows.filter((row) => row.finalDueDate < today).slice(-unpaid);
  for (const row of unpaid > 0 ? overdue : []) {
    row.paidAt = null;
    row.refusedAt = method === 'claim' ? null : noonOf(collectionOf(row).day);
    row.fees = invoiceFee;
    row.penaltyInterest = roundIsk((row.amount * penaltyRatePerYear * daysBetween(row.dueDate, today)) / 365);
    const end = addDays(row.finalDueDate, noticeDays);
    // The notice may have been sent late, so the customer still has some days left.
    row.lapsesOn = end > today ? end : addDays(today, 8);
  }
  return rows;
};

/** Like `monthly`, with each policy's share only from the policy's first day: its first year is still running. */
export const monthlySince = (
  today: string,
  { sharers, method }: { sharers: readonly Sharer[]; method: Method },
): InstalmentDraft[] => {
  const rows = monthly(today, { amounts: twelfths(0), method })
    .map((row, index) => {
      const amounts = sharers
        .filter(({ chargedFrom }) => chargedFrom <= row.dueDate)
        .map(({ premium }) => twelfths(premium)[index] ?? 0);
      return { ...row, amount: amounts.reduce((sum, amount) => sum + amount, 0) };
    })
    .filter(({ amount }) => amount > 0);
  return rows.map((row, index) => ({ ...row, sequence: index + 1 }));
};

/** Amounts by due date, where policies lapsed on a day: what was on an invoice by then includes their premium. */
export const untilLapse = (
  today: string,
  { premium, lapsed, lapsedOn }: { premium: number; lapsed: number; lapsedOn: string },
): number[] => {
  const [without, withAll] = [twelfths(premium), twelfths(premium + lapsed)];
  return monthly(today, { amounts: without, method: 'claim' }).map(
    ({ dueDate }, index) => (isBilled(lapsedOn, dueDate) ? withAll : without)[index] ?? 0,
  );
};

/** Splits a yearly total over twelve months. */
export const twelfths = (total: number): number[] => splitIsk(total, Array<number>(12).fill(1));

const item = (kind: ItemDraft['kind'], name: Both, facts: ItemFacts): ItemDraft => ({ kind, name, facts });

/**
 * A vehicle as an insured item, and as the policy's one-line description. Its class is a value of the tariff's factor, by
 * which the page of a policy prices other covers (rule LIFE-2).
 */
export const vehicle = (
  name: string,
  plate: string,
  facts: { year: number; value: number; vehicleClass: string },
) => ({
  items: [item('vehicle', same(name), { plate, ...facts })],
  insured: same(`${name}, ${plate}`),
});

export const property = (
  name: Both,
  facts: { address: string; built: number; area: number; fireValue: number; propertyNumber?: string },
) => ({ items: [item('property', name, facts)], insured: name });

export const contents = (name: Both, address: string, value: number, level: number) => ({
  items: [item('contents', name, { address, contents: value, level })],
  insured: name,
});

export const person = (name: string, facts: ItemFacts = {}) => ({
  items: [item('person', same(name), facts)],
  insured: same(name),
});

/** Trips of the policyholder and the co-insured. */
export const trip = (name: Both, ...others: { items: ItemDraft[] }[]) => ({
  items: [
    item('trip', name, { territory: { is: 'Um allan heim', en: 'Worldwide' }, longestTrip: 92 }),
    ...others.flatMap(({ items }) => items),
  ],
  insured: name,
});

export const activity = (name: Both, facts: ItemFacts) => ({
  items: [item('activity', name, facts)],
  insured: name,
});
