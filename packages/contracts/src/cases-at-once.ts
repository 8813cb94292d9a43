import { z } from 'zod';
import { defineCalls } from './call.ts';
import { caseColleague, caseLimits } from './cases.ts';
import { deskEmployee } from './staff-callers.ts';
import { id } from './values.ts';

/** Most work items of one act: what a page of the queue shows. */
export const casesAtOnce = 50;

const reason = z.string().trim().min(1).max(caseLimits.note);

/** An act on several work items. `answer` sends one reply to each sender and closes the work item. */
export const actAtOnce = z.discriminatedUnion('act', [
  z
    .object({ act: z.literal('assign') })
    .describe('assigns those to the caller that nobody has; a colleague’s is left alone'),
  z.object({ act: z.literal('release') }).describe('returns the caller’s own to the queue'),
  z
    .object({
      act: z.literal('handOver'),
      to: z.string().min(1).max(64).describe('key of who gets them, who must be able to open each'),
      reason: reason.describe('visible to staff only'),
    })
    .describe('hands over one’s own, and those that nobody has; supervisors anybody’s'),
  z.object({ act: z.literal('answer'), text: z.string().trim().min(1).max(caseLimits.answer) }),
]);
export type ActAtOnce = z.infer<typeof actAtOnce>;

const results = z.array(
  z.object({
    id,
    reason: z
      .string()
      .nullable()
      .describe('null when it was done; otherwise why not, in the caller’s language'),
  }),
);
export type ResultsAtOnce = z.infer<typeof results>;

/** Acts on several work items of the queue (rule DESK-1). */
export const casesAtOnceCalls = defineCalls({
  actOnCases: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/queue/acts',
    who: deskEmployee,
    rate: 'write',
    summary:
      'Assigns, releases, hands over, or answers and closes several work items, each in a transaction of its own as `actOnCase` would. What one of them refuses is in its result, and the others are done. Repeated with the same idempotency key, it goes on where it ended.',
    body: z.object({
      cases: z
        .array(z.object({ id, version: z.int().describe('as the caller has seen it') }))
        .min(1)
        .max(casesAtOnce),
      act: actAtOnce,
    }),
    response: z.object({ results: results.describe('in the order of `cases`') }),
    audit: 'staff.case',
    events: ['case.answered', 'case.closed'],
  },
  colleaguesOfCases: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/queue/colleagues',
    who: deskEmployee,
    rate: 'read',
    summary:
      'Lists the other employees who may open each of several work items, of those the caller may open.',
    query: z.object({
      cases: z
        .string()
        .min(1)
        .max(casesAtOnce * 65)
        .describe('ids, separated by commas'),
    }),
    response: z.object({ items: z.array(caseColleague) }),
  },
});
