import { monthlyDues, renewedFrom } from '@hofn/insurance/billing/plan.ts';
import { isRenewedOn, renewalFrom } from '@hofn/insurance/renewal.ts';
import { renewedPartsOf } from '@hofn/insurance/renewal-price.ts';
import type { Book } from '../book.ts';
import { changePolicy } from './changes.ts';
import { chargedOf, planPremium, settlePremium } from './premium.ts';

/**
 * Renews the policies whose period ended the day before, for twelve months at the premium that was told: charged by instalments
 * of their own, or with the ones for all policies.
 */
export const runRenewal = (book: Book, day: string): void => {
  for (const { key, facts } of book.all('policies')) {
    if (!isRenewedOn(facts, day)) continue;
    // By the policy of today, from which what was told before was worked out too.
    const parts = renewedPartsOf(facts, day);
    const premium = parts.reduce((sum, { amount }) => sum + amount, 0);
    const { to, change } = renewalFrom(day, premium, { change: null, figures: null, parts });
    const about = { from: day, day, cause: 'renewal' } as const;
    changePolicy(book, key, change, about);
    const from = renewedFrom(chargedOf(book, key), { from: day, to });
    const occasion = { policy: key, ...about };
    if (from === undefined) {
      settlePremium(book, occasion);
      continue;
    }
    const dues = monthlyDues(from, { count: facts.instalmentsPerYear, before: to, earliest: day });
    planPremium(book, occasion, { to, dues });
  }
};
