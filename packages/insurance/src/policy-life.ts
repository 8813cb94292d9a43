import { addDays, type PolicyDays, roundIsk } from '@hofn/domain';
import { isCancelledBefore } from '@hofn/domain/policy-status.ts';

/** What a policy says, as far as its life decides it. Premiums are in whole ISK a year. */
export type LivingPolicy = PolicyDays & { premiumPerYear: number };

/**
 * How a change moves the yearly premium: by an amount, as a cover with a price of its own does, or by a share, as a deductible
 * or new figures do. Stored instead of the total alone, so that the change keeps its effect on another premium.
 */
export type PremiumChange = { was: number; becomes: number; by: 'amount' | 'share' };

/** What happens to a policy. `Edit` is what a change does to the terms, which this module does not read. */
export type Change<Policy, Edit> =
  | { kind: 'issue'; policy: Policy }
  | { kind: 'edit'; edit: Edit; premium: PremiumChange }
  /** With `edit`, what the renewal does to the parts of the premium; without it they stay in proportion. */
  | { kind: 'renew'; validTo: string; premium: PremiumChange; edit?: Edit }
  /** Cancelled, withdrawn from or replaced: its day is the first one without cover. */
  | { kind: 'end' }
  /**
   * Off the road from its day until it is resumed. `percent` of the premium is earned meanwhile, as agreed when it was
   * suspended; all of it where no percentage is stated.
   */
  | { kind: 'suspend'; percent?: number }
  /** Ends a suspension: its day is the first one with full cover. On the suspension's first day it takes it back. */
  | { kind: 'resume' }
  | { kind: 'lapse' }
  | { kind: 'reinstate' }
  /** Takes back an earlier version, as if it had never been. */
  | { kind: 'revoke'; revoked: number };

/** A version of a policy. Versions are only added, numbered from 1. */
export type Version<Policy, Edit> = {
  number: number;
  /** First day on which it applies, `YYYY-MM-DD`. */
  from: string;
  /** The day on which it became known. */
  recordedOn: string;
  change: Change<Policy, Edit>;
};

/** A change to add: of a premium, what it becomes on the day on which the change applies, as known now. */
export type NewChange<Policy, Edit> =
  | Exclude<Change<Policy, Edit>, { premium: PremiumChange }>
  | { kind: 'edit'; edit: Edit; premium: Omit<PremiumChange, 'was'> }
  | { kind: 'renew'; validTo: string; premium: Omit<PremiumChange, 'was'>; edit?: Edit };

/** A policy on a day, as it was known on a day. */
export type PolicyOnDay<Policy> = {
  /** Its facts, with an end or suspension that is known but still ahead. */
  policy: Policy;
  /** First day without cover of a policy that ends or has ended. */
  ended: string | null;
  /** How much of the premium is earned while the policy is suspended, in percent. */
  suspendedPercent: number;
};

type Known<Policy, Edit> = ReadonlyArray<Version<Policy, Edit>>;

/** The issue comes first; on one day an end comes before other changes, which then change nothing. */
const orderOf = ({ from, change: { kind } }: Version<unknown, unknown>): string =>
  kind === 'issue' ? '' : `${from} ${kind === 'end' ? 0 : 1}`;

/**
 * The versions that stand, as known on a day, in the order in which they apply: by their day, whenever they became known. So a
 * change for an earlier day is applied under a later one.
 * @param knownOn the day whose knowledge counts; default: everything
 */
export const standing = <One extends Version<unknown, unknown>>(
  versions: readonly One[],
  knownOn?: string,
): One[] => {
  const known = versions.filter(({ recordedOn }) => knownOn === undefined || recordedOn <= knownOn);
  const revoked = new Set(known.map(({ change }) => (change.kind === 'revoke' ? change.revoked : 0)));
  return known
    .filter(({ number, change }) => change.kind !== 'revoke' && !revoked.has(number))
    .toSorted((one, other) => {
      const [first, second] = [orderOf(one), orderOf(other)];
      if (first === second) return one.number - other.number;
      return first < second ? -1 : 1;
    });
};

const moved = (premium: number, { was, becomes, by }: PremiumChange): number =>
  by === 'share' && was > 0 ? roundIsk(premium * (becomes / was)) : Math.max(0, premium + becomes - was);

/** What is known in advance: the policy says so before its day. */
const announced: ReadonlySet<string> = new Set(['issue', 'end', 'suspend']);

/** Whether the policy says before its day what a version changes, as it does of a suspension that is taken back. */
const isAnnounced = (
  { change, from }: Version<unknown, unknown>,
  state: PolicyOnDay<LivingPolicy> | undefined,
): boolean => announced.has(change.kind) || (change.kind === 'resume' && state?.policy.suspendedOn === from);

const issued = <Policy extends LivingPolicy>(policy: Policy): PolicyOnDay<Policy> => {
  // What a suspension before the first version costs is not known, so it changes nothing.
  const issuedAs = { policy, ended: null, suspendedPercent: 100 };
  if (policy.cancelledOn === null) return issuedAs;
  return { ...issuedAs, ended: isCancelledBefore(policy) ? policy.validFrom : addDays(policy.validTo, 1) };
};

const ended = <Policy extends LivingPolicy>(
  state: PolicyOnDay<Policy>,
  { from, recordedOn }: Pick<Version<Policy, unknown>, 'from' | 'recordedOn'>,
): PolicyOnDay<Policy> => {
  const { policy } = state;
  // A policy that is withdrawn from before it begins has its first day as its last.
  const [, validTo = from] = [addDays(from, -1), policy.validFrom].toSorted();
  return { ...state, policy: { ...policy, cancelledOn: recordedOn, validTo, renews: false }, ended: from };
};

/** The policy with another premium, and with what an edit makes of its terms. */
type Rewrite<Policy, Edit> = (policy: Policy, premiumPerYear: number, edit?: Edit) => Policy;

const renewed = <Policy extends LivingPolicy, Edit>(
  policy: Policy,
  from: string,
  { validTo, premium, edit }: Extract<Change<Policy, Edit>, { kind: 'renew' }>,
  rewrite: Rewrite<Policy, Edit>,
): Policy => {
  if (!policy.renews || policy.cancelledOn !== null || policy.lapsedOn !== null) return policy;
  return { ...rewrite(policy, moved(policy.premiumPerYear, premium), edit), validFrom: from, validTo };
};

/** What a version makes of a policy; nothing once that has ended. */
const step = <Policy extends LivingPolicy, Edit>(
  state: PolicyOnDay<Policy>,
  version: Version<Policy, Edit>,
  rewrite: Rewrite<Policy, Edit>,
): PolicyOnDay<Policy> => {
  const { from, change } = version;
  const { policy } = state;
  if (state.ended !== null && state.ended <= from) return state;
  const becomes = (next: Policy) => ({ ...state, policy: next });
  switch (change.kind) {
    case 'issue':
    case 'revoke':
      return state;
    case 'edit':
      return becomes(rewrite(policy, moved(policy.premiumPerYear, change.premium), change.edit));
    case 'renew':
      return becomes(renewed(policy, from, change, rewrite));
    case 'end':
      return ended(state, version);
    case 'suspend':
      // It is off the road already.
      if (policy.suspendedOn !== null) return state;
      return { ...becomes({ ...policy, suspendedOn: from }), suspendedPercent: change.percent ?? 100 };
    case 'resume':
      return becomes({ ...policy, suspendedOn: null });
    case 'lapse':
      return becomes({ ...policy, lapsedOn: from, renews: false });
    case 'reinstate':
      if (policy.lapsedOn === null) return state;
      return becomes({ ...policy, lapsedOn: null, renews: true, validFrom: from });
  }
};

/** The functions of a policy's life. @param rewrite makes another policy of one */
export const policyLife = <Policy extends LivingPolicy, Edit>(rewrite: Rewrite<Policy, Edit>) => {
  type State = PolicyOnDay<Policy>;

  /**
   * The policy on a day, from versions that stand (`standing`).
   * @returns undefined before it was known
   */
  const on = (versions: Known<Policy, Edit>, day: string): State | undefined => {
    let state: State | undefined;
    for (const version of versions) {
      const { change, from } = version;
      if (from > day && !isAnnounced(version, state)) continue;
      if (change.kind === 'issue') state = issued(change.policy);
      else if (state) state = step(state, version, rewrite);
    }
    return state;
  };

  const withPremium = (
    versions: Known<Policy, Edit>,
    change: NewChange<Policy, Edit>,
    from: string,
  ): Change<Policy, Edit> => {
    if (!('premium' in change)) return change;
    const was = on(standing(versions), from)?.policy.premiumPerYear ?? 0;
    return { ...change, premium: { was, ...change.premium } };
  };

  return {
    on,
    /**
     * What was in force on a day, as it was known on a day (rule INS-1).
     * @returns undefined before it was known
     */
    asKnown: (
      versions: Known<Policy, Edit>,
      { day, knownOn }: { day: string; knownOn: string },
    ): State | undefined => on(standing(versions, knownOn), day),
    /**
     * The version that a change adds. A change for an earlier day than a later one that stands is applied under it; one for a
     * day on which the policy has ended has no effect.
     */
    next: (
      versions: Known<Policy, Edit>,
      change: NewChange<Policy, Edit>,
      { from, recordedOn }: { from: string; recordedOn: string },
    ): Version<Policy, Edit> => ({
      ...{ number: (versions.at(-1)?.number ?? 0) + 1, from, recordedOn },
      change: withPremium(versions, change, from),
    }),
  };
};
export type PolicyLife<Policy extends LivingPolicy, Edit> = ReturnType<typeof policyLife<Policy, Edit>>;
