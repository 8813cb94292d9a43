import { approvalNoteLimit } from '@hofn/domain/authority.ts';
import { z } from 'zod';
import { authorityAct, authorityLine } from './authorities.ts';
import { defineCalls } from './call.ts';
import { deskEmployee } from './staff-callers.ts';
import { id, instant, isk } from './values.ts';

export const approvalState = z.enum(['waiting', 'approved', 'refused', 'returned', 'lapsed']);
export type ApprovalState = z.infer<typeof approvalState>;

/**
 * Why a proposal lapsed: what it is about has changed or is gone (`changed`), somebody’s account has (`account`), what was stored
 * is no longer what was proposed (`altered`), or a newer proposal took its place (`replaced`).
 */
export const lapseReason = z.enum(['changed', 'account', 'altered', 'replaced']);
export type LapseReason = z.infer<typeof lapseReason>;

/** A proposal, in the words of the feature that proposes it. */
export const approval = z.object({
  id,
  act: authorityAct,
  line: authorityLine.nullable(),
  amount: isk.describe('for which authority is needed'),
  case: id
    .nullable()
    .describe('null when the caller may not open the case: a supervisor, of a sensitive claim'),
  title: z.string().nullable().describe('what is proposed, in the caller’s language; null like `case`'),
  lines: z
    .array(z.object({ label: z.string(), value: z.string() }))
    .describe('what it says, in the caller’s language; empty in lists, and like `case`'),
  state: approvalState,
  proposed: z.object({ by: z.string(), at: instant, note: z.string().describe('empty for none') }),
  decided: z
    .object({
      by: z.string().nullable().describe('null for a proposal that lapsed by itself'),
      at: instant,
      note: z.string().nullable(),
    })
    .nullable(),
  lapsedBecause: lapseReason.nullable(),
  own: z.boolean().describe('whether the caller proposed it'),
  mayDecide: z.boolean().describe('whether the caller may decide it now'),
  nobodyMayDecide: z
    .boolean()
    .describe('whether it waits and nobody has the authority any more; told to its proposer and supervisors'),
});
export type Approval = z.infer<typeof approval>;

/** What somebody else with the authority decides. `return` sends it back to be done otherwise. */
export const approvalDecision = z.enum(['approve', 'refuse', 'return']);
export type ApprovalDecision = z.infer<typeof approvalDecision>;

/** Approvals of acts above an employee’s authority (rule ROLE-3). */
export const approvalCalls = defineCalls({
  approvals: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/approvals',
    who: deskEmployee,
    rate: 'read',
    summary:
      'Lists proposals: those that wait and the caller may decide, the caller’s own of the last 30 days, and for supervisors those that nobody may decide.',
    response: z.object({ items: z.array(approval).describe('those that wait first, the oldest first') }),
  },
  approval: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/approvals/{id}',
    who: deskEmployee,
    rate: 'read',
    summary:
      'Returns a proposal about a case that the caller may open, with what it says; recorded like the case.',
    params: z.object({ id }),
    response: approval,
  },
  decideApproval: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/approvals/{id}',
    who: deskEmployee,
    rate: 'write',
    summary:
      'Approves a proposal, which is then carried out, refuses it or sends it back; one that has changed lapses instead.',
    params: z.object({ id }),
    body: z.object({
      decision: approvalDecision,
      note: z
        .string()
        .trim()
        .max(approvalNoteLimit)
        .default('')
        .describe('why; required to refuse or to send back'),
    }),
    response: approval,
    audit: 'staff.approval',
    events: { none: 'what is carried out has its own' },
  },
});
