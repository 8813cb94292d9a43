import { addMonths, isCurrent } from '@hofn/domain';
import { isYearPlanned, monthlyDues, sharedParts } from '@hofn/insurance/billing/plan.ts';
import type { Book } from '../book.ts';
import { planInstalments } from './accounts.ts';
import { type PremiumCharge, toCharge } from './life.ts';
import { addCharge, chargedOf, settlePremium } from './premium.ts';

/** Policies of a customer that instalments for all of them pay for, with the day to which they are charged. */
const sharing = (book: Book, customer: string, day: string) =>
  book
    .of('policies', customer)
    .filter(({ facts }) => isCurrent(facts, day))
    .map(({ key: policy }) => ({ policy, ...chargedOf(book, policy) }))
    .filter(({ plan }) => plan === 'shared');

/**
 * Plans the next year's instalments of customers who pay for several policies together, a month before the last ones have paid
 * their time: for each policy its premium until then, less what it has been charged.
 */
export const planYears = (book: Book, day: string): void => {
  for (const { key: keys, facts } of book.all('customers')) {
    const policies = sharing(book, facts.ssn, day);
    const chargedTo = policies
      .map((each) => each.chargedTo)
      .toSorted()
      .at(-1);
    if (chargedTo !== undefined && isYearPlanned(chargedTo, day))
      planYear(book, policies, {
        customer: facts.ssn,
        keys: `${keys}-all-${chargedTo}`,
        day,
        from: chargedTo,
      });
  }
};

/** Notes that a year costs a policy nothing, as of one that is suspended, and returns what it was charged too much. */
const settleYear = (
  book: Book,
  policy: string,
  { day, from, chargedTo }: { day: string; from: string; chargedTo: string },
): void => {
  const occasion = { policy, day, from, cause: 'year' } as const;
  addCharge(book, occasion, { plan: 'shared', chargedTo, amount: 0, instalments: {} });
  settlePremium(book, occasion);
};

const planYear = (
  book: Book,
  policies: ReturnType<typeof sharing>,
  { customer, keys, day, from }: { customer: string; keys: string; day: string; from: string },
): void => {
  const chargedTo = addMonths(from, 12);
  const due: Array<{ policy: string; amount: number; instalments: PremiumCharge['instalments'] }> = [];
  for (const { policy, charged } of policies) {
    const amount = toCharge(book.lives.versions(policy), { charged, to: chargedTo });
    if (amount > 0) due.push({ policy, amount, instalments: {} });
    else settleYear(book, policy, { day, from, chargedTo });
  }
  const total = due.reduce((sum, { amount }) => sum + amount, 0);
  if (total === 0) return;
  const dues = monthlyDues(from, { count: Math.min(12, total), before: chargedTo, earliest: day });
  const amounts = sharedParts(
    due.map(({ amount }) => amount),
    dues.length,
  );
  const parts = amounts.map((of) => of.reduce((sum, amount) => sum + amount, 0));
  const owner = { customer, policy: null, keys };
  planInstalments(
    book,
    owner,
    dues.map((dueDate, index) => ({ dueDate, amount: parts[index] ?? 0 })),
  );
  for (const [index, dueDate] of dues.entries())
    due.forEach(({ instalments }, policy) => {
      const key = `${keys}-${dueDate}`;
      const part = amounts[index]?.[policy] ?? 0;
      if (part > 0) instalments[key] = (instalments[key] ?? 0) + part;
    });
  for (const { policy, amount, instalments } of due)
    addCharge(book, { policy, day, cause: 'year' }, { plan: 'shared', chargedTo, amount, instalments });
};
