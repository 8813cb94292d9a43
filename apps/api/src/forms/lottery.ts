import { formKinds } from '@hofn/domain/form-kinds.ts';

/**
 * The Christmas draw, and the day it is drawn in Iceland. The page asks its question; the right answer is known to
 * whoever draws, and to no page.
 */
export const lottery = {
  id: 'jol-2026',
  draw: '2026-12-23',
  /** Days after the draw until the entries are deleted, as its rules promise. */
  keptDays: 30,
} as const;

/** Why nobody can take part on a day: a key of the texts under `formFault`. */
export const lotteryFault = (today: string): 'lotteryNotOpen' | 'lotteryOver' | undefined => {
  const { from, to } = formKinds.lottery.taken;
  if (today < from) return 'lotteryNotOpen';
  return today > to ? 'lotteryOver' : undefined;
};
