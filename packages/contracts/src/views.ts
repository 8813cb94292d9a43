import { z } from 'zod';
import { defineCalls } from './call.ts';
import { deskEmployee } from './staff-callers.ts';
import { user, viewReason } from './user.ts';
import { datedList, id, instant, typedSsn } from './values.ts';

/** Parts of a customer's data that a staff member can look at. */
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

/** A staff member's view of a customer's data. */
export const staffView = z.object({
  id,
  employee: z.string().describe('name of the staff member'),
  reason: viewReason,
  openedAt: instant,
  endedAt: instant.nullable().describe('null while it is open'),
  parts: z.array(viewedPart).describe('parts that were looked at'),
});
export type StaffView = z.infer<typeof staffView>;

export const viewCalls = defineCalls({
  ssnLookup: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/login/ssnlookup',
    who: deskEmployee,
    rate: 'sign-in',
    summary: 'Returns the id and name of the customer with a kennitala.',
    body: z.object({ ssn: typedSsn }),
    response: z.object({ id, name: z.string() }),
    audit: 'staff.lookUp',
    events: { none: 'a view by staff changes nothing; it is in the audit' },
  },
  beginView: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/switchoverviewuser',
    who: deskEmployee,
    rate: 'write',
    summary:
      'Starts a view of a customer, which expires after 30 minutes. Calls about the customer carry the header `Impersonate-Ssn`.',
    body: z.object({ ssn: typedSsn, reason: viewReason }),
    response: user,
    audit: 'staff.beginView',
    events: { none: 'a view by staff changes nothing; it is in the audit' },
  },
  endView: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/views/end',
    who: deskEmployee,
    rate: 'write',
    summary: 'Ends the view of a customer, if one is open.',
    body: z.object({ ssn: typedSsn }),
    status: 204,
    response: z.null(),
    audit: 'staff.endView',
    events: { none: 'a view by staff changes nothing; it is in the audit' },
  },
  views: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/views',
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'read',
    summary:
      'Lists when staff viewed the subject’s data, why and which parts, one page at a time; all pages as `text/csv` or `application/pdf`.',
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
