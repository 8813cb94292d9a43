import { z } from 'zod';
import { defineCalls } from './call.ts';

/** The popups that ask a customer for what we lack, in the order they come in (rule PAY-19). */
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
    summary: 'Whether a popup has something to ask, and was not put off lately.',
    query: z.object({ popup }),
    response: z.object({ show: z.boolean() }),
  },
  savePopup: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/savepopup',
    who: self,
    rate: 'write',
    summary: 'Notes what became of a popup: done, or put off.',
    body: z.strictObject({ popup, outcome: z.enum(['done', 'dismissed']) }),
    status: 204,
    response: z.null(),
  },
});
