import { addDays } from './day.ts';
import type { PolicyDays } from './policy-status.ts';

/** Days on which a policy did not cover between a lapse and the end of the lapse, first and last. */
export type CoverGap = { from: string; to: string };

/** The most that a policy keeps; older ones are for a handler to look up. */
export const mostGaps = 20;

/** The gap that a day falls in. */
export const gapOn = (gaps: readonly CoverGap[], day: string): CoverGap | undefined =>
  gaps.find(({ from, to }) => from <= day && day <= to);

/**
 * The gaps of a policy after a newer version of it that names none: a lapse that ends with a later period leaves one, and a
 * period that begins earlier than was known covers the days of a gap.
 */
export const gapsAfter = (
  before: Pick<PolicyDays, 'lapsedOn'> & { gaps: readonly CoverGap[] },
  after: Pick<PolicyDays, 'validFrom'>,
  today: string,
): CoverGap[] => {
  const { lapsedOn, gaps } = before;
  const { validFrom } = after;
  const hasLapsed = lapsedOn !== null && lapsedOn <= today;
  const lastDay = addDays(validFrom, -1);
  return [...gaps, ...(hasLapsed ? [{ from: lapsedOn, to: lastDay }] : [])]
    .filter(({ from }, index, all) => from < validFrom && all.findIndex((gap) => gap.from === from) === index)
    .map((gap) => (gap.to > lastDay ? { ...gap, to: lastDay } : gap))
    .slice(-mostGaps);
};
