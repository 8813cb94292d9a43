import { addDays } from '@hofn/domain';
import { isBehindOn, isRestoredOn } from '@hofn/insurance/billing/arrears.ts';
import { duesAfter } from '@hofn/insurance/billing/plan.ts';
import type { Book } from '../book.ts';
import { changePolicy } from './changes.ts';
import { planPremium } from './premium.ts';

/**
 * Restores a customer's policies that lapsed for non-payment, once nothing is overdue any more: with cover from the day of
 * payment to the end of their period, and instalments of their own for it. A loss in between stays uncovered.
 */
export const reinstatePolicies = (book: Book, customer: string, day: string): void => {
  const instalments = book.of('instalments', customer).map(({ facts }) => facts);
  if (isBehindOn(instalments, day)) return;
  for (const { key, facts } of book.of('policies', customer)) {
    if (!isRestoredOn(facts, day)) continue;
    const about = { from: day, day, cause: 'reinstatement' } as const;
    changePolicy(book, key, { kind: 'reinstate' }, about);
    const to = addDays(facts.validTo, 1);
    planPremium(book, { policy: key, ...about }, { to, dues: duesAfter(day, to) });
  }
};
