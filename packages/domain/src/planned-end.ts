import { addDays, compareDays } from './day.ts';
import { isCovering, type PolicyDays } from './policy-status.ts';

/** How cover can end, or pause, at the holder's request. */
export const endKinds = ['suspend', 'cancel', 'withdraw'] as const;
/** How cover ends or pauses: at the holder's request, or because the policy of an offer they accepted takes over. */
export const plannedKinds = [...endKinds, 'replace'] as const;
export type PlannedKind = (typeof plannedKinds)[number];

/** The newest request of a kind that ends cover, or the offer that replaces it, that was accepted. */
export type AcceptedEnd = {
  kind: PlannedKind;
  /** First day without cover by this policy. */
  effectiveOn: string;
  /** Whether the holder sent it, not somebody who acts for them. */
  isByHolder: boolean;
  /** Whether the policy's own days say it already. */
  isWritten: boolean;
};

/** A suspension, cancellation, withdrawal or replacement whose day lies ahead. */
export type PlannedEnd = {
  kind: PlannedKind;
  /** Last day of cover. */
  lastDay: string;
  /** Whether the holder asked for it. */
  isRequested: boolean;
};

/** The ends and suspensions of a policy by its own days, or as accepted where they do not say it yet. */
const endsOf = (policy: PolicyDays, accepted: AcceptedEnd | null, today: string): PlannedEnd[] => {
  const ends: PlannedEnd[] = [];
  const lastDay = accepted && addDays(accepted.effectiveOn, -1);
  const isByHolder = accepted?.isByHolder === true;
  const isOf = (kinds: readonly PlannedKind[], day: string) =>
    accepted !== null && kinds.includes(accepted.kind) && lastDay === day;
  if (policy.cancelledOn !== null) {
    const isAccepted = isOf(['cancel', 'withdraw', 'replace'], policy.validTo);
    const kind = (isAccepted && accepted?.kind) || 'cancel';
    ends.push({ kind, lastDay: policy.validTo, isRequested: isAccepted && isByHolder });
  } else if (accepted && !accepted.isWritten && lastDay !== null && lastDay >= today)
    ends.push({ kind: accepted.kind, lastDay, isRequested: isByHolder });
  if (policy.suspendedOn !== null) {
    const before = addDays(policy.suspendedOn, -1);
    // One that begins after the period would belong to a policy that has ended.
    if (before < policy.validTo)
      ends.push({ kind: 'suspend', lastDay: before, isRequested: isOf(['suspend'], before) && isByHolder });
  }
  return ends;
};

/**
 * The suspension, cancellation, withdrawal or replacement that lies ahead of a policy that covers on `today`: by its own days, or as
 * accepted where they do not say it yet, because the next period has to begin first or the core system has not sent them.
 * Of two, the one that ends cover first.
 */
export const plannedEnd = (
  policy: PolicyDays,
  accepted: AcceptedEnd | null,
  today: string,
): PlannedEnd | null => {
  if (!isCovering(policy, today)) return null;
  const [first = null] = endsOf(policy, accepted, today).toSorted((a, b) =>
    compareDays(a.lastDay, b.lastDay),
  );
  return first;
};
