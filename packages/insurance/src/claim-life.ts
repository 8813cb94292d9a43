import {
  type LivingPolicy,
  type PolicyLife,
  type PolicyOnDay,
  standing,
  type Version,
} from './policy-life.ts';

/** What a claim is, in the order of most claims. */
export type ClaimStatus =
  | ('received' | 'inProgress' | 'awaitingDocuments' | 'assessment' | 'approved' | 'partlyApproved')
  | ('rejected' | 'settled' | 'closed' | 'reopened' | 'withdrawn');

/**
 * What happens to a claim: a handler takes it on, asks for papers, sets a reserve; papers arrive; it is decided in full, in part or
 * refused; everything decided is paid, or a payment comes back after that; it is closed without more, or taken up again.
 */
export type ClaimAct =
  | ('take' | 'ask' | 'reserve' | 'continue' | 'approve' | 'approvePartly' | 'reject')
  | ('settle' | 'return' | 'returnPartly' | 'close' | 'reopen');

const decided = { approve: 'approved', approvePartly: 'partlyApproved', reject: 'rejected' } as const;
/** What can be done with a claim that is worked on. */
const open = { ask: 'awaitingDocuments', ...decided, close: 'closed' } as const;
/** A payment that comes back makes a claim one that is still to be paid. */
const unpaid = { return: 'approved', returnPartly: 'partlyApproved' } as const;
const over = { reopen: 'reopened' } as const;

/** What each act makes of a claim, by what it was before. What has no place here cannot happen to it. */
export const claimTransitions: Readonly<Record<ClaimStatus, Partial<Record<ClaimAct, ClaimStatus>>>> = {
  received: { take: 'inProgress', reserve: 'inProgress', ...open },
  inProgress: { reserve: 'inProgress', ...open },
  awaitingDocuments: { continue: 'inProgress', reserve: 'awaitingDocuments', ...open },
  assessment: { reserve: 'assessment', ...open },
  reopened: { reserve: 'reopened', ...open },
  // Decided again while not everything is paid.
  approved: { ...decided, reserve: 'approved', settle: 'settled', ...unpaid, close: 'closed' },
  partlyApproved: { ...decided, reserve: 'partlyApproved', settle: 'settled', ...unpaid, close: 'closed' },
  rejected: over,
  settled: { ...over, ...unpaid },
  closed: { ...over, ...unpaid },
  // The customer has taken it back: what they then want is another claim.
  withdrawn: {},
};

/** An act that cannot happen to a claim as it is. */
export class ClaimError extends Error {
  override name = 'ClaimError';
}

/** What a claim is after an act. @throws ClaimError when the act has no place in the table of transitions */
export const claimAfter = (status: ClaimStatus, act: ClaimAct): ClaimStatus => {
  const next = claimTransitions[status][act];
  if (next === undefined) throw new ClaimError(`A claim that is ${status} has no ${act}`);
  return next;
};

/** Whether an act has its place in the table of transitions. */
export const allows = (status: ClaimStatus, act: ClaimAct): boolean =>
  claimTransitions[status][act] !== undefined;

/**
 * Whether a policy covers on a day: while it is suspended only what its product covers off the road; `unknown` before the first
 * version of a policy that is older than its versions.
 */
export type Coverage = 'covered' | 'suspended' | 'none' | 'unknown';

const coverageOf = <Policy extends LivingPolicy>(
  { policy, ended }: PolicyOnDay<Policy>,
  day: string,
): Coverage => {
  const { validFrom, validTo, lapsedOn } = policy;
  if (day < validFrom || day > validTo || (ended !== null && ended <= day)) return 'none';
  if (lapsedOn !== null && lapsedOn <= day) return 'none';
  return policy.suspendedOn !== null && policy.suspendedOn <= day ? 'suspended' : 'covered';
};

/**
 * The policy by which a loss is judged: as it was in force on the day of the loss, by all that is known of that day by now (rule
 * INS-8). A version that was recorded after the loss for a day before it counts.
 * @param isWhole whether the versions begin with the policy itself, and not with the day on which somebody began to keep them
 * @returns undefined without versions
 */
export const policyOnLoss = <Policy extends LivingPolicy, Edit>(
  life: PolicyLife<Policy, Edit>,
  versions: ReadonlyArray<Version<Policy, Edit>>,
  { dateOfLoss, isWhole }: { dateOfLoss: string; isWhole: boolean },
): { coverage: Coverage; policy: Policy } | undefined => {
  const known = standing(versions);
  const [first] = known;
  if (!first) return undefined;
  const isBefore = dateOfLoss < first.from;
  // The oldest that is known says best what an earlier period was like.
  const state = life.on(known, isBefore ? first.from : dateOfLoss);
  if (!state) return undefined;
  const coverage = isBefore && !isWhole ? 'unknown' : coverageOf(state, dateOfLoss);
  return { coverage, policy: state.policy };
};

/**
 * What is paid for a loss, in whole ISK: the loss less the deductible, never less than nothing, and the sum insured at most.
 * @param deductible null where the policy has none
 * @param sumInsured null where the policy has no limit
 */
export const compensationFor = (
  loss: number,
  { deductible, sumInsured }: { deductible: number | null; sumInsured: number | null },
): number => Math.min(Math.max(0, loss - (deductible ?? 0)), sumInsured ?? Number.POSITIVE_INFINITY);
