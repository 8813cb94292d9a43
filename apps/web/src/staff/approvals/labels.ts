import type { ApprovalState } from '@hofn/contracts/approvals.ts';
import type { IconName, TagKind } from '@hofn/ui';

/** How each state of a proposal looks. */
export const stateLooks: Record<ApprovalState, { kind: TagKind; icon: IconName }> = {
  waiting: { kind: 'info', icon: 'clock' },
  approved: { kind: 'success', icon: 'done' },
  refused: { kind: 'danger', icon: 'stop' },
  returned: { kind: 'warning', icon: 'again' },
  lapsed: { kind: 'neutral', icon: 'close' },
};
