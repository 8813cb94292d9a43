/** What a claim is, in the order of most claims. */
export type ClaimStatus =
  | ('received' | 'inProgress' | 'awaitingDocuments' | 'assessment' | 'approved' | 'partlyApproved')
  | ('rejected' | 'settled' | 'closed' | 'reopened' | 'withdrawn');

/** What happens to a claim: a handler takes it on, papers arrive, it is decided, everything decided is paid. */
export type ClaimAct = 'take' | 'continue' | 'approve' | 'reject' | 'settle';

const decided = { approve: 'approved', reject: 'rejected' } as const;

/** What each act makes of a claim, by what it was before. What has no place here cannot happen to it. */
export const claimTransitions: Readonly<Record<ClaimStatus, Partial<Record<ClaimAct, ClaimStatus>>>> = {
  received: { take: 'inProgress' },
  inProgress: decided,
  awaitingDocuments: { continue: 'inProgress', ...decided },
  assessment: decided,
  reopened: decided,
  approved: { settle: 'settled' },
  partlyApproved: { settle: 'settled' },
  rejected: {},
  settled: {},
  closed: {},
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
