import { addDays } from './day.ts';
import type { PolicyDays } from './policy-status.ts';

/** Days on which a policy was suspended before, first and last. */
export type Suspension = { from: string; to: string };

/** A cover of a policy with its sums in ISK; null where the policy’s own apply. */
type CoverSums = { id: string; sumInsured: number | null; deductible: number | null };

/** What decides about a loss beside the days: amounts in ISK, and the covers that were chosen. */
export type CoverTerms = { deductible: number | null; sumInsured: number | null; covers: CoverSums[] };

/** Covers, sums and deductible of earlier days, first and last, where they differ from today’s. */
export type EarlierCover = CoverTerms & { from: string; to: string };

/** The most of each that a policy keeps; older ones are for a handler to look up. */
export const mostEarlier = 20;

const spanOn = <Span extends { from: string; to: string }>(
  spans: readonly Span[],
  day: string,
): Span | undefined => spans.find(({ from, to }) => from <= day && day <= to);

/** Whether a policy was suspended on a day, also when it is not any more (rule INS-8). */
export const wasSuspendedOn = (
  { suspendedOn, suspensions }: Pick<PolicyDays, 'suspendedOn'> & { suspensions: readonly Suspension[] },
  day: string,
): boolean => (suspendedOn !== null && suspendedOn <= day) || spanOn(suspensions, day) !== undefined;

/** Covers, sums and deductible of a day where they differ from today’s; undefined where they do not. */
export const earlierCoverOn = (earlier: readonly EarlierCover[], day: string): EarlierCover | undefined =>
  spanOn(earlier, day);

/**
 * The suspensions of a policy after a newer version of it that names none: one that had begun, and that the newer version does
 * not have any more, has ended the day before we got to know it.
 * @param today the day on which the newer version arrives
 */
export const suspensionsAfter = (
  before: Pick<PolicyDays, 'suspendedOn'> & { suspensions: readonly Suspension[] },
  after: Pick<PolicyDays, 'suspendedOn'>,
  today: string,
): Suspension[] => {
  const { suspendedOn, suspensions } = before;
  const to = addDays(today, -1);
  const hasEnded = suspendedOn !== null && suspendedOn <= to && after.suspendedOn !== suspendedOn;
  return [...suspensions, ...(hasEnded ? [{ from: suspendedOn, to }] : [])].slice(-mostEarlier);
};
