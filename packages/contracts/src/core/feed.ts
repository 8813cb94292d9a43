import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { cloudEvent } from './events.ts';

/** Longest time that reading events may wait for the next one, in seconds. */
export const longestWait = 30;

/** A part of the feed. */
export const coreEventPage = z.object({
  events: z.array(cloudEvent),
  next: z.string().describe('cursor to continue from, also when there are no events'),
});
export type CoreEventPage = z.infer<typeof coreEventPage>;

/** Reading the feed of events (rule CORE-8). */
export const coreFeedCalls = defineCalls({
  coreEvents: {
    service: 'api',
    method: 'GET',
    path: '/api/core/v1/events',
    who: { kind: 'service', scope: 'core.events.read' },
    rate: 'core',
    waitSeconds: longestWait,
    summary:
      'Returns what happened after a cursor, oldest first; with `wait` it waits for the next event. Events are kept for 90 days.',
    query: z.object({
      after: z
        .string()
        .max(100)
        .optional()
        .describe('`next` of an earlier answer; without it, from the oldest event that is kept'),
      types: z
        .string()
        .max(2000)
        .optional()
        .describe('only these types, separated by commas: `hofn.claim.filed,hofn.offer.accepted`'),
      limit: z.coerce.number().int().min(1).max(1000).default(100),
      wait: z.coerce
        .number()
        .int()
        .min(0)
        .max(longestWait)
        .default(0)
        .describe('seconds to wait at most when there is no event yet'),
    }),
    response: coreEventPage,
  },
});
