import { addDays } from './day.ts';

export type PolicyStatus =
  | 'pending'
  | 'active'
  | 'renewing'
  | 'cancelled'
  | 'expired'
  | 'lapsed'
  | 'suspended';

/** The days that determine a policy's status, as `YYYY-MM-DD`. */
export type PolicyDays = {
  validFrom: string;
  /** Last day covered. */
  validTo: string;
  renews: boolean;
  cancelledOn: string | null;
  lapsedOn: string | null;
  suspendedOn: string | null;
};

/** Days before the end of the period from which a renewing policy has the status `renewing`. */
export const renewalNoticeDays = 30;

// Cached for the last day asked for: a list asks for the same day for each row.
let notice = { from: '', until: '' };
const endOfNotice = (today: string): string => {
  if (notice.from !== today) notice = { from: today, until: addDays(today, renewalNoticeDays) };
  return notice.until;
};

/**
 * The status shown to the customer on a day. Lapse takes precedence, then cancellation, then expiry; suspension and
 * renewal apply only to a policy that is in force.
 */
export const policyStatus = (policy: PolicyDays, today: string): PolicyStatus => {
  if (policy.lapsedOn !== null && policy.lapsedOn <= today) return 'lapsed';
  if (policy.cancelledOn !== null) return 'cancelled';
  if (policy.validTo < today) return 'expired';
  if (policy.validFrom > today) return 'pending';
  if (policy.suspendedOn !== null && policy.suspendedOn <= today) return 'suspended';
  if (policy.renews && policy.validTo <= endOfNotice(today)) return 'renewing';
  return 'active';
};

/** Whether a policy was cancelled before its first day, so that it never covers anything. */
export const isCancelledBefore = ({
  cancelledOn,
  validFrom,
}: Pick<PolicyDays, 'cancelledOn' | 'validFrom'>): boolean => cancelledOn !== null && cancelledOn < validFrom;

/** Whether the customer still has the policy: in force, suspended, about to begin, or cancelled with cover left. */
export const isCurrent = (policy: PolicyDays, today: string): boolean => {
  const status = policyStatus(policy, today);
  // A cancelled policy covers until the last day of its period.
  if (status === 'cancelled')
    return !isCancelledBefore(policy) && policy.validFrom <= today && today <= policy.validTo;
  return status !== 'lapsed' && status !== 'expired';
};

/** Whether the policy counts in the customer's number of policies and premium per year: current and not cancelled. */
export const countsInTotals = (policy: PolicyDays, today: string): boolean =>
  policy.cancelledOn === null && isCurrent(policy, today);

const isSuspendedOn = ({ suspendedOn }: PolicyDays, day: string): boolean =>
  suspendedOn !== null && suspendedOn <= day;

/** Whether the policy covers a loss on a day. Of a suspended vehicle, none while driving, also once it is cancelled. */
export const isCovering = (policy: PolicyDays, today: string): boolean =>
  policyStatus(policy, today) !== 'pending' && !isSuspendedOn(policy, today) && isCurrent(policy, today);

/**
 * The last day of cover, as known on a day. One that is cancelled while it is suspended never covers again: its cover ended
 * when it was suspended.
 */
export const lastDayOfCover = (policy: PolicyDays, today: string): string => {
  const { cancelledOn, suspendedOn, validTo } = policy;
  const isLost = cancelledOn !== null && !isCancelledBefore(policy) && isSuspendedOn(policy, today);
  return isLost && suspendedOn !== null && suspendedOn <= validTo ? addDays(suspendedOn, -1) : validTo;
};

/**
 * The last day of cover of a policy that will not cover again, whatever ended it first; null while it covers, has not begun or is
 * suspended, and of one that never covers anything.
 */
export const coverEndedOn = (policy: PolicyDays, today: string): string | null => {
  const status = policyStatus(policy, today);
  if (isCancelledBefore(policy) || isCovering(policy, today)) return null;
  if (status === 'pending' || status === 'suspended') return null;
  // A cancelled one whose period lies ahead has not begun either.
  if (status === 'cancelled' && policy.validFrom > today) return null;
  const { validTo, lapsedOn, suspendedOn } = policy;
  const withoutFrom = [lapsedOn, suspendedOn].filter((day) => day !== null).filter((day) => day <= today);
  const [first = validTo] = [validTo, ...withoutFrom.map((day) => addDays(day, -1))].toSorted();
  return first;
};

/** The day on which a status other than the usual ones began: of the notice, the lapse or the suspension. */
export const statusSince = (policy: PolicyDays, today: string): string | null => {
  const status = policyStatus(policy, today);
  if (status === 'cancelled') return policy.cancelledOn;
  if (status === 'lapsed') return policy.lapsedOn;
  return status === 'suspended' ? policy.suspendedOn : null;
};
