import type { CoreEffect } from '@hofn/contracts';
import { totalOf } from '@hofn/insurance/billing/instalment.ts';
import type { BookChange, BookRecord } from '../book.ts';

type InstalmentFacts = BookRecord<'instalments'>['facts'];

const dueOf = (facts: InstalmentFacts | undefined): number =>
  !facts || facts.cancelledAt ? 0 : facts.amount;

/** Instalments whose amount changes, by due date: new ones, and those that are not due yet. */
const instalmentsOf = (changes: readonly BookChange[], day: string): CoreEffect['instalments'] => {
  const byDay = new Map<string, { before: number; after: number }>();
  for (const { record, before } of changes) {
    if (record.type !== 'instalments' || (before && record.facts.dueDate <= day)) continue;
    const { dueDate } = record.facts;
    const sum = byDay.get(dueDate) ?? { before: 0, after: 0 };
    byDay.set(dueDate, {
      before: sum.before + dueOf(before as InstalmentFacts | undefined),
      after: sum.after + dueOf(record.facts),
    });
  }
  return [...byDay]
    .filter(([, { before, after }]) => before !== after)
    .map(([dueDate, amounts]) => ({ dueDate, ...amounts }))
    .toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1));
};

/**
 * What other days to pay do to money: the fee, and the instalments that replace what was due, with interest and fees.
 * @param changes of the request alone
 */
export const planEffectOf = (changes: readonly BookChange[]): CoreEffect => ({
  ...{ premiumBefore: 0, premiumAfter: 0, credited: 0, refunded: 0, refundOn: null },
  charged: changes.reduce(
    (sum, { record, before }) =>
      record.type === 'ledger-entries' && !before && record.facts.type === 'fee'
        ? sum + record.facts.amount
        : sum,
    0,
  ),
  instalments: changes
    .flatMap(({ record, before }) =>
      record.type === 'instalments' && !before
        ? [{ dueDate: record.facts.dueDate, before: 0, after: totalOf(record.facts) }]
        : [],
    )
    .toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1)),
});

/**
 * What an accepted request does to money, in whole ISK, from what it has changed in a book.
 * @param changes of the request alone
 * @param premiums of the policy per year, before and after
 * @param day the core's day, on which refunds are paid
 */
export const effectOf = (
  changes: readonly BookChange[],
  premiums: { before: number; after: number },
  day: string,
): CoreEffect => {
  const entries = changes.flatMap(({ record, before }) =>
    record.type === 'ledger-entries' && !before ? [record.facts] : [],
  );
  const sum = (isWanted: (entry: (typeof entries)[number]) => boolean) =>
    entries.filter(isWanted).reduce((total, { amount }) => total + amount, 0);
  const refunded = sum(({ type }) => type === 'refund');
  const lessPremium = -sum(({ type, amount }) => type === 'premium' && amount < 0);
  return {
    ...{ premiumBefore: premiums.before, premiumAfter: premiums.after },
    charged: sum(({ type, amount }) => type === 'premium' && amount > 0),
    // What is not paid back comes off what the customer owes.
    ...{ credited: Math.max(0, lessPremium - refunded), refunded },
    refundOn: refunded > 0 ? day : null,
    instalments: instalmentsOf(changes, day),
  };
};
