import { addDays, addMonths } from '@hofn/domain';
import type { Book } from '../book.ts';
import { isOwed } from './accounts.ts';
import { changePolicy } from './changes.ts';
import { monthlyDues, planPremium } from './premium.ts';

/** Months after the lapse within which paying what is overdue restores a policy. */
const monthsToRestore = 3;

/**
 * Restores a customer's policies that lapsed for non-payment, once nothing is overdue any more: with cover from the day of
 * payment to the end of their period, and instalments of their own for it. A loss in between stays uncovered.
 */
export const reinstatePolicies = (book: Book, customer: string, day: string): void => {
  const isBehind = book
    .of('instalments', customer)
    .some((instalment) => isOwed(instalment) && instalment.facts.finalDueDate < day);
  if (isBehind) return;
  for (const { key, facts } of book.of('policies', customer)) {
    const { lapsedOn, cancelledOn, validTo } = facts;
    if (lapsedOn === null || lapsedOn > day || cancelledOn !== null || validTo <= day) continue;
    if (addMonths(lapsedOn, monthsToRestore) < day) continue;
    const about = { from: day, day, cause: 'reinstatement' } as const;
    changePolicy(book, key, { kind: 'reinstate' }, about);
    const to = addDays(validTo, 1);
    // On the first of each month; what is left of a period that ends within the month has an instalment of its own.
    const first = addMonths(`${day.slice(0, 8)}01`, 1);
    const dues = monthlyDues(first, { count: 12, before: to, earliest: addDays(day, 1) });
    planPremium(book, { policy: key, ...about }, { to, dues });
  }
};
