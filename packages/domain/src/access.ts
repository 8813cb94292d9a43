import { addMonths } from './day.ts';

/** Days, both included, that access given on a day may end on, and the one it ends on unless another is chosen (rule ACC-2). */
export const accessDays = (today: string): { first: string; usual: string; last: string } => ({
  first: today,
  usual: addMonths(today, 12),
  last: addMonths(today, 24),
});
