import { approvals } from '@hofn/database';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { approvalHandlers } from './approval-routes.ts';
import { authorityHandlers } from './authority-routes.ts';

/** Up to which amounts employees may act, and approvals of what is above. */
export const authority = defineFeature({
  name: 'authority',
  handlers: (services, all) => ({
    ...authorityHandlers(services),
    ...approvalHandlers({ ...services, acts: all.approvable }),
  }),
  personalData: {
    // What colleagues tell each other is left out, like their notes about a case, and so is what a claim is expected to cost.
    holdings: [ownRows(approvals.customerId, ['amount', 'proposed_note', 'note', 'payload', 'payload_hash'])],
    leftOut: { authorities: 'staff' },
  },
});
