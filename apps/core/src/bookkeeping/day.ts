import { addDays } from '@hofn/domain';
import type { Book } from '../book.ts';
import { runBilling } from './billing.ts';
import { showChanges, tellNextPeriods } from './changes.ts';
import { runClaims } from './demo-handler.ts';
import { runRenewal } from './renewal.ts';

/**
 * Moves the calendar of the book on by one day, by the rules of docs/core/insurance-core.md.
 * @returns the new day
 */
export const runNextDay = (book: Book): string => {
  const day = addDays(book.state.today, 1);
  book.state.today = day;
  showChanges(book, day);
  runRenewal(book, day);
  tellNextPeriods(book, day);
  runBilling(book, day);
  runClaims(book, day);
  return day;
};
