import { z } from 'zod';
import { defineCalls } from './call.ts';

/** A link that was followed out of the site, as it is counted: where it leads, and nothing of who followed it. */
export const outboundEvent = z.object({
  kind: z.literal('outbound'),
  host: z
    .string()
    .max(253)
    .regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i),
  path: z.string().max(200).regex(/^\//).describe('without query and hash'),
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
      'Counts one thing that happened in a browser whose visitor allows it. Counts per day are kept, and nothing of the visitor.',
    body: outboundEvent,
    status: 204,
    response: z.null(),
  },
});
