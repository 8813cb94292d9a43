import { addDays } from './day.ts';

export type PolicyStatus =
  | 'pending'
  | 'active'
  | 'renewing'
  | 'cancelled'
  | 'expired'
  | 'lapsed'
  | 'suspended';

/** What happened to a policy, as days `YYYY-MM-DD`. */
export type PolicyDays = {
  validFrom: string;
  /** Last day covered. */
  validTo: string;
  renews: boolean;
  cancelledOn: string | null;
  lapsedOn: string | null;
  suspendedOn: string | null;
};

/** Days before the end of the period from which a policy that renews is shown as renewing. */
export const renewalNoticeDays = 30;

// The edge of the renewal notice, kept for the day that was asked about last: lists ask for the same one for each row.
let notice = { from: '', until: '' };
const endOfNotice = (today: string): string => {
  if (notice.from !== today) notice = { from: today, until: addDays(today, renewalNoticeDays) };
  return notice.until;
};

/**
 * The state a customer reads, on a day. What ends a policy weighs most: unpaid premium, then its end, then a notice
 * that has been given; a pause and a renewal to come are told of a policy that goes on.
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

/** Whether the policy counts in what the customer has and pays: in force now, paused, or about to begin. */
export const policyCounts = (policy: PolicyDays, today: string): boolean => {
  const status = policyStatus(policy, today);
  // Cover goes on to the last day of the period after a notice of cancellation.
  if (status === 'cancelled') return policy.validFrom <= today && today <= policy.validTo;
  return status !== 'lapsed' && status !== 'expired';
};
