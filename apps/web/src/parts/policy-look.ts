import type { PolicyStatus } from '@hofn/contracts';
import type { IconName, TagTone } from '@hofn/ui';

/** Tag of each status; the most common status is subdued, so that the others stand out. */
export const statusLook: Record<PolicyStatus, { tone: TagTone; icon: IconName; isSubtle?: boolean }> = {
  active: { tone: 'success', icon: 'done', isSubtle: true },
  pending: { tone: 'neutral', icon: 'clock' },
  renewing: { tone: 'info', icon: 'clock' },
  cancelled: { tone: 'warning', icon: 'minus' },
  expired: { tone: 'neutral', icon: 'minus' },
  lapsed: { tone: 'danger', icon: 'stop' },
  suspended: { tone: 'warning', icon: 'warn' },
};
