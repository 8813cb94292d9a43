import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, instant } from '../values.ts';
import { eventNames, eventTypeOf } from './events.ts';

const base = '/api/core/v1/webhooks';
const service = { service: 'api', who: { kind: 'service', scope: 'core.webhooks' }, rate: 'core' } as const;
const events = { none: 'the system manages its own webhooks' } as const;

const [firstType, ...otherTypes] = eventNames.map(eventTypeOf);
const eventType = z.enum([firstType ?? '', ...otherTypes]);
const types = z.array(eventType).min(1).max(200).nullable().describe('types to send; null for all');
/** Longest address of a receiver, with other letters than ASCII encoded, as it is stored. */
const longestUrl = 2000;
const url = z
  .url()
  .max(longestUrl)
  .refine((text) => !URL.canParse(text) || new URL(text).href.length <= longestUrl, {
    error: `The encoded address has more than ${longestUrl} characters.`,
  })
  .describe('address of the receiver; https in production');
const after = z.string().max(100).describe('cursor of the feed, such as `next` of reading events');

/** A webhook, and how its receiver does. */
export const coreWebhook = z.object({
  id,
  url,
  types: z.array(z.string()).nullable().describe('null: all'),
  active: z.boolean(),
  paused: z
    .enum(['asked', 'failing', 'gone', 'expired'])
    .nullable()
    .describe(
      'why it is not active: by request, its receiver failed for three days, it answered 410, or events were deleted before they were delivered',
    ),
  addedAt: instant,
  after: z.string().describe('cursor of the last event delivered'),
  failures: z.int().describe('failed attempts to deliver the next event'),
  failingSince: instant.nullable(),
  nextAttemptAt: instant.nullable().describe('null: at once'),
  secrets: z
    .array(z.object({ addedAt: instant, expiresAt: instant.nullable() }))
    .describe('the secrets that sign, newest first; never their values'),
});
export type CoreWebhook = z.infer<typeof coreWebhook>;

/** An event that was sent to a webhook, with its latest attempt. */
export const coreWebhookDelivery = z.object({
  event: z.uuid().describe('`webhook-id`, and `id` of the event'),
  type: z.string(),
  state: z
    .enum(['delivered', 'waiting', 'dead', 'queued'])
    .describe('`waiting` for its next attempt; `dead`: given up; `queued`: about to be sent again'),
  attempts: z.int(),
  attemptedAt: instant,
  status: z.int().nullable().describe('HTTP status of the latest attempt; null when there was no response'),
  failure: z
    .string()
    .nullable()
    .describe(
      'why the latest attempt failed: `status`, `timeout`, `ECONNREFUSED` …; `own fault`: nothing was sent, for a reason of the sender’s',
    ),
  duration: z.int().describe('of the latest attempt, in milliseconds'),
  after: z.string().describe('cursor before this event, to send again from here'),
});
export type CoreWebhookDelivery = z.infer<typeof coreWebhookDelivery>;

const secret = z.string().describe('`whsec_…`, which signs what is sent; returned only now');
const params = z.object({ id });

/** Managing webhooks (rule CORE-9): a client sees and changes those of its source. */
export const coreWebhookCalls = defineCalls({
  coreWebhooks: {
    ...service,
    method: 'GET',
    path: base,
    summary: 'Lists the webhooks of the client’s source.',
    response: z.object({ items: z.array(coreWebhook) }),
  },
  addCoreWebhook: {
    ...service,
    method: 'POST',
    path: base,
    summary:
      'Adds a webhook, to which events are sent from now on or from a cursor. Returns its secret, once.',
    body: z.strictObject({ url, types: types.default(null), after: after.nullable().default(null) }),
    status: 201,
    response: z.object({ webhook: coreWebhook, secret }),
    audit: 'core.addWebhook',
    events,
  },
  changeCoreWebhook: {
    ...service,
    method: 'PUT',
    path: `${base}/{id}`,
    summary:
      'Changes address and types of a webhook, and pauses or continues it. One that continues tries its next event at once.',
    params,
    body: z.strictObject({ url, types, active: z.boolean() }),
    response: coreWebhook,
    audit: 'core.actOnWebhook',
    events,
  },
  removeCoreWebhook: {
    ...service,
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Removes a webhook with its secrets and its log of deliveries.',
    params,
    status: 204,
    response: z.null(),
    audit: 'core.actOnWebhook',
    events,
  },
  rotateCoreWebhookSecret: {
    ...service,
    method: 'POST',
    path: `${base}/{id}/secrets`,
    summary:
      'Adds a secret and returns it, once. The one before signs as well until `overlapHours` have passed; 0 ends it now.',
    params,
    body: z.strictObject({ overlapHours: z.int().min(0).max(168).default(24) }),
    status: 201,
    response: z.object({ webhook: coreWebhook, secret }),
    audit: 'core.actOnWebhook',
    events,
  },
  replayCoreWebhook: {
    ...service,
    method: 'POST',
    path: `${base}/{id}/replay`,
    summary:
      'Sends events again: all after a cursor, in their order, or one of the log of deliveries. `skip` leaves the event that cannot be delivered behind and continues after it.',
    params,
    body: z.union([
      z.strictObject({ after }),
      z.strictObject({ event: z.uuid() }),
      z.strictObject({
        skip: z.uuid().describe('the event that is `waiting` or was the last to be given up'),
      }),
    ]),
    status: 202,
    response: coreWebhook,
    audit: 'core.actOnWebhook',
    events,
  },
  coreWebhookDeliveries: {
    ...service,
    method: 'GET',
    path: `${base}/{id}/deliveries`,
    summary:
      'Lists the deliveries of a webhook, newest event first. They are kept as long as events, for 90 days.',
    params,
    query: z.object({
      state: coreWebhookDelivery.shape.state.optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      cursor: z.string().max(400).optional(),
    }),
    response: z.object({ items: z.array(coreWebhookDelivery), nextCursor: z.string().nullable() }),
  },
});
