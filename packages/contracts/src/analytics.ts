import { z } from 'zod';
import { defineCalls } from './call.ts';

/** A click on an external link: the destination only, nothing about the visitor. */
export const outboundEvent = z.object({
  kind: z.literal('outbound'),
  host: z
    .string()
    .max(253)
    .regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i),
  path: z.string().max(200).regex(/^\//).describe('without query string and fragment'),
});
export type OutboundEvent = z.infer<typeof outboundEvent>;

export const analyticsCalls = defineCalls({
  countEvent: {
    service: 'api',
    method: 'POST',
    path: '/api/analytics/v1/event',
    who: { kind: 'public' },
    rate: 'write',
    summary:
      'Counts one event from a visitor who has consented. Only counts per day are stored, nothing about the visitor.',
    body: outboundEvent,
    status: 204,
    response: z.null(),
    audit: { none: 'counts clicks without a person' },
    events: { none: 'counts clicks without a person' },
  },
});
