import { addMonths } from './day.ts';

/** Earliest, default and latest end day of a grant given today (rule ACC-2). */
export const accessDays = (today: string): { first: string; usual: string; last: string } => ({
  first: today,
  usual: addMonths(today, 12),
  last: addMonths(today, 24),
});
