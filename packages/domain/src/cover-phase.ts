import type { PolicyStatus } from './policy-status.ts';

/** Where a policy is between its first and last day: whether its cover applies, and if not, why. */
export type CoverPhase = 'applies' | 'notYet' | 'paused' | 'over' | 'never';

/** The phase of a policy today (rule LIFE-40). */
export const coverPhaseOf = ({
  status,
  inForce,
  since,
  validFrom,
}: {
  status: PolicyStatus;
  inForce: boolean;
  /** Of a cancelled policy the day of the notice. */
  since: string | null;
  validFrom: string;
}): CoverPhase => {
  if (inForce) return 'applies';
  if (status === 'pending') return 'notYet';
  if (status === 'suspended') return 'paused';
  return status === 'cancelled' && since !== null && since < validFrom ? 'never' : 'over';
};

/** Whether a certificate proves cover: today's, or that of a policy which has not begun. */
export const isProvable = (phase: CoverPhase): boolean => phase === 'applies' || phase === 'notYet';

/** Whether the policy has no cover and will have none. */
export const isOver = (phase: CoverPhase): boolean => phase === 'over' || phase === 'never';
