import { z } from 'zod';
import { defineCalls } from './call.ts';

/** Popups that ask a customer for missing details, in display order (rule PAY-19). */
export const popups = ['card', 'bank', 'contact'] as const;
const popup = z.enum(popups);
export type Popup = z.infer<typeof popup>;

const self = { kind: 'customer', role: 'Readonly', self: true } as const;

export const popupCalls = defineCalls({
  checkPopup: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/checkpopup',
    who: self,
    rate: 'read',
    summary: 'Returns whether to show a popup: it has something to ask and was not dismissed recently.',
    query: z.object({ popup }),
    response: z.object({ show: z.boolean() }),
  },
  savePopup: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/savepopup',
    who: self,
    rate: 'write',
    summary: 'Records the outcome of a popup: done or dismissed.',
    body: z.strictObject({ popup, outcome: z.enum(['done', 'dismissed']) }),
    status: 204,
    response: z.null(),
    audit: { none: 'remembers that a reminder was shown' },
    events: { none: 'remembers that a reminder was shown' },
  },
});
