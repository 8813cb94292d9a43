import { addDays, addMonths, roundIsk } from '@hofn/domain';
import type { Book } from '../book.ts';
import { scaledParts } from './accounts.ts';

/** How much premiums rise at each renewal. */
const rise = 1.035;

/** Renews the policies whose period ended the day before, for twelve months at a higher premium. */
export const runRenewal = (book: Book, day: string): void => {
  for (const { key, facts } of book.all('policies')) {
    if (!facts.renews || facts.cancelledOn || facts.lapsedOn || facts.validTo !== addDays(day, -1)) continue;
    const premiumPerYear = roundIsk(facts.premiumPerYear * rise);
    book.put('policies', key, {
      ...facts,
      validFrom: day,
      validTo: addDays(addMonths(day, 12), -1),
      premiumPerYear,
      premiumParts: scaledParts(facts.premiumParts, premiumPerYear),
    });
  }
};
