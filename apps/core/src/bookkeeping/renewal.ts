import { roundIsk } from '@hofn/domain';
import { monthlyDues, renewedFrom } from '@hofn/insurance/billing/plan.ts';
import { isRenewedOn, renewalFrom } from '@hofn/insurance/renewal.ts';
import type { Book } from '../book.ts';
import { changePolicy } from './changes.ts';
import { chargedOf, planPremium, settlePremium } from './premium.ts';

/** How much premiums rise at each renewal: made up for the demo, where an insurer rates the policy again. */
const rise = 1.035;

/**
 * Renews the policies whose period ended the day before, for twelve months at a higher premium: charged by instalments of their
 * own, or with the ones for all policies.
 */
export const runRenewal = (book: Book, day: string): void => {
  for (const { key, facts } of book.all('policies')) {
    if (!isRenewedOn(facts, day)) continue;
    const { to, change } = renewalFrom(day, roundIsk(facts.premiumPerYear * rise));
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
