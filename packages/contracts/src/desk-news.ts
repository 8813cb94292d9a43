import { z } from 'zod';
import { defineCalls } from './call.ts';
import { caseEvent, caseKind, caseLine, deskCounts, feedbackKind, queueState, queueWhose } from './cases.ts';
import { requestKind } from './requests.ts';
import { deskEmployee } from './staff-callers.ts';
import { id } from './values.ts';

/** Work items in one answer; when more have changed, the list is read again. */
export const mostNews = 100;

/** When the desk needs the totals of its lists: counting reads every open work item, and noticing a change reads none. */
export const countsWanted = z.enum(['none', 'whenChanged', 'always']);

/** Live news for an open desk (rule DESK-3). */
export const deskNewsCalls = defineCalls({
  deskNews: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/desk/news',
    who: deskEmployee,
    rate: 'read',
    summary:
      'Returns the work items that the caller may open and that have changed since a cursor; records that the caller has one open, and names who else has.',
    body: z.object({
      since: z
        .string()
        .max(4000)
        .optional()
        .describe('`news` of the queue, or `since` of the last answer; left out where no list is shown'),
      filter: z
        .object({
          whose: queueWhose.default('all'),
          kind: caseKind.optional(),
          request: requestKind.optional(),
          feedback: feedbackKind.optional(),
          state: queueState.default('open'),
        })
        .optional()
        .describe('of the list that is shown, without its search'),
      counts: countsWanted.default('none'),
      open: z
        .object({ id, isWriting: z.boolean().describe('whether the caller types something about it') })
        .optional()
        .describe('the work item that the caller has open'),
    }),
    response: z.object({
      since: z.string().nullable().describe('cursor to continue from; null without one'),
      changed: z.array(
        caseLine.extend({
          isListed: z.boolean().describe('whether the filter finds it; false without a filter'),
          isAdded: z.boolean().describe('whether it is new, and not a change of an earlier one'),
        }),
      ),
      isTooMuch: z.boolean().describe('whether more has changed than is listed: read the list again'),
      counts: deskCounts.nullable(),
      open: z
        .object({
          changes: z.int().describe('grows with each change, as `changes` of the work item'),
          last: caseEvent
            .pick({ sequence: true, kind: true, at: true, by: true })
            .nullable()
            .describe('the latest event in its history, apart from those of looking at it'),
          others: z
            .array(z.object({ name: z.string(), isWriting: z.boolean() }))
            .describe('other employees who have it open'),
        })
        .nullable()
        .describe('null for a work item that the caller may not open'),
    }),
    audit: { none: 'reading a work item is recorded when it is opened' },
    events: { none: 'reads, and records for some seconds who has what open' },
  },
});
