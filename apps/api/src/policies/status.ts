import type { PolicyStatus } from '@hofn/contracts';

/** The days that a policy's state follows from. Days are `YYYY-MM-DD`, which order as texts. */
export type PolicyDays = {
  validFrom: string;
  validTo: string;
  renews: boolean;
  cancelledOn: string | null;
  lapsedOn: string | null;
  suspendedOn: string | null;
};

/** How long before its end a policy that renews is said to be renewing. */
export const renewalNoticeDays = 30;

/** The day `days` after `day`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

// The edge of the renewal notice, kept for the day that was asked about last: lists ask for the same one for each row.
let noticeFor = '';
let noticeUntil = '';
const endOfNotice = (today: string): string => {
  if (today !== noticeFor) {
    noticeFor = today;
    noticeUntil = addDays(today, renewalNoticeDays);
  }
  return noticeUntil;
};

/**
 * The state of a policy on a day. What ends it weighs most: unpaid premium, then its own end, then a notice that has
 * been given; a pause and a renewal to come are told of a policy that goes on.
 */
export const policyStatus = (policy: PolicyDays, today: string): PolicyStatus => {
  if (policy.lapsedOn !== null && policy.lapsedOn <= today) return 'lapsed';
  if (policy.validTo < today) return policy.cancelledOn === null ? 'expired' : 'cancelled';
  if (policy.cancelledOn !== null) return 'cancelled';
  if (policy.validFrom > today) return 'pending';
  if (policy.suspendedOn !== null && policy.suspendedOn <= today) return 'suspended';
  if (policy.renews && policy.validTo <= endOfNotice(today)) return 'renewing';
  return 'active';
};
