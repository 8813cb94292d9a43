/**
 * The Christmas draw: first and last day to take part, and the day of the draw, in Iceland. The right answer to its
 * question is known only to the people who draw.
 */
export const lottery = {
  id: 'jol-2026',
  opens: '2026-12-01',
  closes: '2026-12-22',
  draw: '2026-12-23',
  /** Days after the draw until the entries are deleted, as its rules promise. */
  keptDays: 30,
} as const;

/** Why it is not possible to take part on a day: a key of the texts under `formFault`. */
export const lotteryFault = (today: string): 'lotteryNotOpen' | 'lotteryOver' | undefined => {
  if (today < lottery.opens) return 'lotteryNotOpen';
  return today > lottery.closes ? 'lotteryOver' : undefined;
};
