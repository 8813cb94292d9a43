import type { ClaimStatus, ClaimStep } from '@hofn/contracts';
import type { IconName, TagKind } from '@hofn/ui';

/** Tag of each status: claims waiting for the customer stand out most, finished claims least. */
export const statusLook: Record<ClaimStatus, { kind: TagKind; icon: IconName; isSubtle?: boolean }> = {
  received: { kind: 'info', icon: 'clock' },
  inProgress: { kind: 'info', icon: 'clock' },
  awaitingDocuments: { kind: 'warning', icon: 'clock' },
  assessment: { kind: 'info', icon: 'search' },
  approved: { kind: 'success', icon: 'done' },
  partlyApproved: { kind: 'success', icon: 'done' },
  rejected: { kind: 'danger', icon: 'stop' },
  settled: { kind: 'success', icon: 'done', isSubtle: true },
  closed: { kind: 'neutral', icon: 'done', isSubtle: true },
  reopened: { kind: 'info', icon: 'again' },
  withdrawn: { kind: 'neutral', icon: 'minus', isSubtle: true },
};

/** Text key of a step's name. */
export const stepKey = (step: ClaimStep) =>
  step === 'filed' || step === 'decision' ? (`claim|${step}` as const) : (`claimStatus|${step}` as const);
