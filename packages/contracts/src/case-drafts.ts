import { z } from 'zod';
import { defineCalls } from './call.ts';
import { deskEmployee } from './staff-callers.ts';
import { id, instant } from './values.ts';

/** What a draft about a work item becomes when it is sent. */
export const caseDraftKind = z.enum([
  'answer',
  'close',
  'accept',
  'refuse',
  'ask',
  'privacyExtend',
  'privacyRefuse',
  'note',
  'wait',
  'handOver',
  'claimDecide',
  'claimAsk',
]);
export type CaseDraftKind = z.infer<typeof caseDraftKind>;

/** Longest text that is kept: more than may be sent, so that a text that is too long is not lost either. */
const longest = 20_000;

const fields = z
  .partialRecord(
    z.enum([
      ...(['text', 'close', 'note', 'effectiveOn', 'premium', 'ground', 'is', 'en', 'reasons'] as const),
      ...(['mentions', 'for', 'until', 'to', 'reason', 'lines'] as const),
    ]),
    z.union([z.string().max(longest), z.boolean()]),
  )
  .describe('the form’s fields by name');

export const caseDraft = z.object({
  kind: caseDraftKind,
  fields,
  changedAt: instant,
});
export type CaseDraft = z.infer<typeof caseDraft>;

/** What an employee has typed about a work item and not sent (rule DESK-4). Colleagues cannot read it. */
export const caseDraftCalls = defineCalls({
  caseDrafts: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/cases/{id}/drafts',
    who: deskEmployee,
    rate: 'read',
    summary: 'Returns the caller’s own drafts about a work item.',
    params: z.object({ id }),
    response: z.object({ items: z.array(caseDraft) }),
  },
  saveCaseDraft: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/cases/{id}/drafts/{kind}',
    who: deskEmployee,
    rate: 'write',
    summary:
      'Saves the caller’s own draft, or deletes it if no field is left; 409 `draftChanged` if it has changed since the given time.',
    params: z.object({ id, kind: caseDraftKind }),
    body: z.object({
      changedAt: instant.nullable().describe('of the draft that it replaces; null when there is none'),
      fields,
    }),
    response: z.object({ changedAt: instant.nullable().describe('null when there is no draft any more') }),
    audit: { none: 'a draft, recorded when it is sent' },
    events: { none: 'a draft that only its author knows of' },
  },
});
