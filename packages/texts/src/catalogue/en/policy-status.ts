import type { Translation } from '../../translator.ts';
import type { policyStatus as icelandic } from '../is/policy-status.ts';

/** The status of a policy, as customers and staff read it. */
export const policyStatus: Translation<typeof icelandic> = {
  policyStatus: {
    active: 'In force',
    pending: 'Not yet in force',
    renewing: 'Renewing soon',
    cancelled: 'Cancelled',
    expired: 'Expired',
    lapsed: 'Lapsed due to non-payment',
    suspended: 'Suspended',
  },
};
