import { auditActions, auditActorKinds, auditAuthorities } from '@hofn/domain/audit.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, instant } from './values.ts';

const values = z.record(z.string(), z.unknown());

/** An event of the audit (rule HOLD-14), with the names that its ids have today. */
export const auditEvent = z.object({
  id: z.int(),
  seq: z.int().describe('place in the chain'),
  at: instant.describe('by the database’s clock'),
  action: z.string(),
  actor: z.object({
    kind: z.enum(auditActorKinds),
    id: z.string().nullable(),
    name: z.string().nullable().describe('null when nobody has the id any longer'),
  }),
  customer: z
    .object({ id: z.string(), ssn: z.string().nullable(), name: z.string().nullable() })
    .nullable()
    .describe('whose data it is about'),
  authority: z.enum(auditAuthorities),
  authorityDetail: z.string().nullable().describe('role of a grant, or reason of a staff view'),
  object: z.string().nullable().describe('id of what was acted on'),
  details: values.nullable(),
  before: values.nullable().describe('settings before a change, masked'),
  after: values.nullable().describe('settings after a change, masked'),
  address: z.string().nullable().describe('IP address of the actor'),
  requestId: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

export const auditCalls = defineCalls({
  audit: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/audit',
    who: { kind: 'employee', roles: ['auditor', 'supervisor'] },
    rate: 'read',
    summary:
      'Lists audit events for employees with the role auditor, newest first, one page at a time; all pages as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      customer: id.optional().describe('id of the customer whose data it is about'),
      actor: z
        .string()
        .trim()
        .max(100)
        .optional()
        .describe('id of the actor, or the name or username of an employee'),
      action: z.enum(auditActions).optional(),
      from: day.optional().describe('first day'),
      to: day.optional().describe('last day'),
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: z.string().max(400).optional(),
    }),
    response: z.object({ items: z.array(auditEvent), nextCursor: z.string().nullable() }),
    audit: 'audit.read',
  },
});
