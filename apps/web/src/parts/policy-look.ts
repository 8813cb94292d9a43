import type { PolicyStatus } from '@hofn/contracts';
import type { IconName, TagKind } from '@hofn/ui';

/** Tag of each status; the most common status is subdued, so that the others stand out. */
export const statusLook: Record<PolicyStatus, { kind: TagKind; icon: IconName; isSubtle?: boolean }> = {
  active: { kind: 'success', icon: 'done', isSubtle: true },
  pending: { kind: 'neutral', icon: 'clock' },
  renewing: { kind: 'info', icon: 'clock' },
  cancelled: { kind: 'warning', icon: 'minus' },
  expired: { kind: 'neutral', icon: 'minus' },
  lapsed: { kind: 'danger', icon: 'stop' },
  suspended: { kind: 'warning', icon: 'warn' },
};
