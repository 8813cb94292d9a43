import { z } from 'zod';
import { defineCalls } from './call.ts';
import { user, viewReason } from './user.ts';
import { datedList, id, instant, ssn } from './values.ts';

/** What of a customer's a staff member has looked at. */
export const viewedPart = z.enum([
  'overview',
  'policies',
  'payments',
  'claims',
  'documents',
  'offers',
  'details',
]);
export type ViewedPart = z.infer<typeof viewedPart>;

/** A time that a staff member had the customer's data before them. */
export const staffView = z.object({
  id,
  employee: z.string().describe('name of the staff member'),
  reason: viewReason,
  openedAt: instant,
  endedAt: instant.nullable().describe('null while it is open'),
  parts: z.array(viewedPart).describe('what was looked at'),
});
export type StaffView = z.infer<typeof staffView>;

export const viewCalls = defineCalls({
  ssnLookup: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/login/ssnlookup',
    who: { kind: 'employee' },
    rate: 'sign-in',
    summary: 'The name of the customer with a kennitala.',
    body: z.object({ ssn }),
    response: z.object({ name: z.string() }),
    audit: 'staff.lookUp',
  },
  beginView: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/switchoverviewuser',
    who: { kind: 'employee' },
    rate: 'write',
    summary:
      'Begins a view of a customer, which ends by itself after 30 minutes. Calls about the customer carry `Impersonate-Ssn`.',
    body: z.object({ ssn, reason: viewReason }),
    response: user,
    audit: 'staff.beginView',
  },
  endView: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/views/end',
    who: { kind: 'employee' },
    rate: 'write',
    summary: 'Ends the view of a customer; nothing where none is open.',
    body: z.object({ ssn }),
    status: 204,
    response: z.null(),
    audit: 'staff.endView',
  },
  views: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/views',
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'read',
    summary:
      'Staff members who have had the subject’s data before them: when, why and what; all of them as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      ...datedList,
      reason: viewReason.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: z.string().max(400).optional(),
    }),
    response: z.object({
      items: z.array(staffView),
      total: z.int().describe('views on all pages'),
      nextCursor: z.string().nullable(),
    }),
  },
});
