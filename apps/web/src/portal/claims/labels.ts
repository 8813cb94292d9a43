import type { ClaimStatus, ClaimStep } from '@hofn/contracts';
import type { IconName, TagTone } from '@hofn/ui';

/** Tag of each status: claims waiting for the customer stand out most, finished claims least. */
export const statusLook: Record<ClaimStatus, { tone: TagTone; icon: IconName; isSubtle?: boolean }> = {
  received: { tone: 'info', icon: 'clock' },
  inProgress: { tone: 'info', icon: 'clock' },
  awaitingDocuments: { tone: 'warning', icon: 'clock' },
  assessment: { tone: 'info', icon: 'search' },
  approved: { tone: 'success', icon: 'done' },
  partlyApproved: { tone: 'success', icon: 'done' },
  rejected: { tone: 'danger', icon: 'stop' },
  settled: { tone: 'success', icon: 'done', isSubtle: true },
  closed: { tone: 'neutral', icon: 'done', isSubtle: true },
  reopened: { tone: 'info', icon: 'again' },
  withdrawn: { tone: 'neutral', icon: 'minus', isSubtle: true },
};

/** Text key of a step's name. */
export const stepKey = (step: ClaimStep) =>
  step === 'filed' || step === 'decision' ? (`claim|${step}` as const) : (`claimStatus|${step}` as const);
