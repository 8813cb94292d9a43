import { addDays, addMonths, roundIsk } from '@hofn/domain';
import type { Book } from '../book.ts';
import { changePolicy } from './changes.ts';
import { chargedOf, monthlyDues, planPremium, settlePremium } from './premium.ts';

/** How much premiums rise at each renewal. */
const rise = 1.035;

/**
 * Renews the policies whose period ended the day before, for twelve months at a higher premium: charged by instalments of their
 * own, or with the ones for all policies.
 */
export const runRenewal = (book: Book, day: string): void => {
  for (const { key, facts } of book.all('policies')) {
    if (!facts.renews || facts.cancelledOn || facts.lapsedOn || facts.validTo !== addDays(day, -1)) continue;
    const to = addMonths(day, 12);
    const premium = { becomes: roundIsk(facts.premiumPerYear * rise), by: 'share' } as const;
    const about = { from: day, day, cause: 'renewal' } as const;
    changePolicy(book, key, { kind: 'renew', validTo: addDays(to, -1), premium }, about);
    const { plan, chargedTo } = chargedOf(book, key);
    const occasion = { policy: key, ...about };
    if (chargedTo >= to || (plan === 'shared' && chargedTo > day)) {
      settlePremium(book, occasion);
      continue;
    }
    const [, from = day] = [chargedTo, day].toSorted();
    const dues = monthlyDues(from, { count: facts.instalmentsPerYear, before: to, earliest: day });
    planPremium(book, occasion, { to, dues });
  }
};
