import { accessDays, addDays, addMonths, daysBetween, roundIsk, splitIsk } from '@hofn/domain';
import type { claimEvents, claimPayments, claims } from '../schema/claims.ts';
import type { companyInvolvement, customers } from '../schema/customers.ts';
import type { instalments } from '../schema/payments.ts';
import type { ItemFacts } from '../schema/policies.ts';
import { noonOf } from './ids-and-instants.ts';
import type { OfferDraft } from './offer.ts';
import type { Both, ItemDraft, PolicyDraft } from './policy.ts';
import { same } from './policy.ts';
import type { ToSignDraft } from './signing.ts';

export type Method = (typeof instalments.$inferInsert)['method'];

export type ClaimDraft = Omit<
  typeof claims.$inferInsert,
  'customerId' | 'id' | 'policyId' | 'titleIs' | 'titleEn'
> & {
  /** Number of the policy. */
  policy: string;
  title: Both;
  /** What happened in it after the notice; by default the usual way to its status. */
  history?: {
    status: (typeof claims.$inferInsert)['status'];
    day: string;
    role: (typeof claimEvents.$inferInsert)['role'];
    note: Both | undefined;
  }[];
  /** The parts of the compensation; by default all of it in one. */
  payments?: (Pick<typeof claimPayments.$inferInsert, 'recipient' | 'amount' | 'state'> & {
    title: Both;
    paidOn?: string;
    account?: string;
  })[];
  messages?: { fromInsurer: boolean; text: string; day: string; hour: number }[];
};

export type InstalmentDraft = Omit<typeof instalments.$inferInsert, 'customerId' | 'id'>;

/** One demo customer: who they are, why they are in the demo, and all that is theirs. */
export type Story = {
  customer: Omit<typeof customers.$inferInsert, 'id' | 'createdAt'>;
  story: Both;
  policies: Omit<PolicyDraft, 'id'>[];
  /** What is paid and owed, from the premiums a year of the policies that count today. */
  instalments: (premium: number) => InstalmentDraft[];
  claims: ClaimDraft[];
  /** Offers that wait for an answer. */
  offers?: OfferDraft[];
  /** Documents that wait for a signature. */
  toSign?: ToSignDraft[];
  /** Companies that this person is involved in, by kennitala. */
  companies?: (Omit<typeof companyInvolvement.$inferInsert, 'customerId' | 'companyId'> & { ssn: string })[];
  /** Those whom they have given access to, by kennitala. */
  access?: { ssn: string; role: 'Readonly' | 'Full' | 'Admin'; validFrom: string; validTo: string }[];
};

/** The first day of the month that a day is in. */
export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The days of access that was given on a day, and ends as it does by itself. */
export const accessFrom = (day: string): { validFrom: string; validTo: string } => ({
  validFrom: day,
  validTo: accessDays(day).usual,
});

/** A period of a year that began so many days ago, or begins so many ahead when below zero. */
export const yearFrom = (today: string, daysAgo: number): { validFrom: string; validTo: string } => {
  const validFrom = addDays(today, -daysAgo);
  return { validFrom, validTo: addDays(addMonths(validFrom, 12), -1) };
};

/** A period of a year that ends in so many days. */
export const yearTo = (today: string, daysLeft: number): { validFrom: string; validTo: string } => {
  const validTo = addDays(today, daysLeft);
  return { validFrom: addDays(addMonths(validTo, -12), 1), validTo };
};

// A rate of the demo; the real one is set by the Central Bank of Iceland and changes.
const penaltyRatePerYear = 0.058;
const noticeDays = 14;
const invoiceFee = 130;

/**
 * Instalments of a year, one a month, due on the first and final fourteen days later; the last is due on the first
 * of next month. Those whose day has come are paid, but for as many of the latest overdue ones as `unpaid` says.
 */
export const monthly = (
  today: string,
  { amounts, method, unpaid = 0 }: { amounts: number[]; method: Method; unpaid?: number },
): InstalmentDraft[] => {
  const next = addMonths(firstOfMonth(today), 1);
  const rows = amounts.map((amount, index): InstalmentDraft => {
    const dueDate = addMonths(next, index + 1 - amounts.length);
    const paid = dueDate <= today;
    return {
      sequence: index + 1,
      sequenceOf: amounts.length,
      dueDate,
      finalDueDate: addDays(dueDate, 14),
      amount,
      method,
      paidAt: paid ? noonOf(dueDate) : null,
    };
  });
  const overdue = rows.filter((row) => row.finalDueDate < today).slice(-unpaid);
  for (const row of unpaid > 0 ? overdue : []) {
    row.paidAt = null;
    row.refusedAt = method === 'claim' ? null : noonOf(row.dueDate);
    row.fees = invoiceFee;
    row.penaltyInterest = roundIsk((row.amount * penaltyRatePerYear * daysBetween(row.dueDate, today)) / 365);
    const end = addDays(row.finalDueDate, noticeDays);
    // The notice may have gone out later than it could have: the customer has some days left.
    row.lapsesOn = end > today ? end : addDays(today, 8);
  }
  return rows;
};

/** A yearly total over twelve months. */
export const twelfths = (total: number): number[] => splitIsk(total, Array<number>(12).fill(1));

const item = (kind: ItemDraft['kind'], name: Both, facts: ItemFacts): ItemDraft => ({ kind, name, facts });

/** A vehicle as an insured item, and as what a policy says in a line. */
export const vehicle = (name: string, plate: string, year: number, value: number) => ({
  items: [item('vehicle', same(name), { plate, year, value })],
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

/** Journeys, of the policy's holder and of those who are insured beside them. */
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
