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

/**
 * The state a customer reads, on a day. What ended a policy says more than that it ended, so lapsed and cancelled
 * come first; a policy in force is paused, soon renewing, or simply in force.
 */
export const policyStatus = (policy: PolicyDays, today: string): PolicyStatus => {
  if (policy.lapsedOn && policy.lapsedOn <= today) return 'lapsed';
  if (policy.cancelledOn && policy.cancelledOn <= today) return 'cancelled';
  if (today < policy.validFrom) return 'pending';
  if (policy.validTo < today) return 'expired';
  if (policy.suspendedOn && policy.suspendedOn <= today) return 'suspended';
  if (policy.renews && policy.validTo <= addDays(today, renewalNoticeDays)) return 'renewing';
  return 'active';
};

/** Whether the policy counts in what the customer has and pays: in force now, paused, or about to begin. */
export const policyCounts = (policy: PolicyDays, today: string): boolean => {
  const status = policyStatus(policy, today);
  // Cover goes on to the last day of the period after a notice of cancellation.
  if (status === 'cancelled') return policy.validFrom <= today && today <= policy.validTo;
  return status !== 'lapsed' && status !== 'expired';
};
