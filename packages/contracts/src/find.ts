import { z } from 'zod';
import { defineCalls } from './call.ts';
import { caseLine } from './cases.ts';
import { deskEmployee } from './staff-callers.ts';
import { id, ssn } from './values.ts';

/** What a customer was found by. `policy`, `plate`, `offer`, `purchase` and `claim` are numbers of theirs. */
export const customerMatch = z.enum([
  ...(['name', 'ssn', 'phone', 'email', 'policy', 'plate', 'offer', 'purchase', 'claim'] as const),
]);
export type CustomerMatch = z.infer<typeof customerMatch>;

/** A customer in the results: no more of them than tells two of one name apart. */
export const foundCustomer = z.object({
  id,
  kind: z.enum(['person', 'company']),
  name: z.string(),
  ssn,
  town: z.string().nullable(),
  by: customerMatch,
});
export type FoundCustomer = z.infer<typeof foundCustomer>;

/** A case in the results: found by its own reference or sender, or because its customer was found. */
export const foundCase = caseLine
  .pick({ id: true, kind: true, form: true, request: true, feedback: true, reference: true, about: true })
  .extend(caseLine.pick({ sender: true, state: true, openedAt: true, assignee: true }).shape)
  .extend({ by: z.enum(['case', 'customer']) });
export type FoundCase = z.infer<typeof foundCase>;

export const maxFound = 10;

/** Staff's search for customers and cases (rule ROLE-6). */
export const findCalls = defineCalls({
  find: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/find',
    who: deskEmployee,
    rate: 'read',
    summary:
      'Finds customers and cases by the beginnings of words of a name, or of a kennitala, phone, e-mail address, plate, or number of a policy, claim, offer or case; at most ten of each, and of cases only those that the caller may open. Needs two letters or four digits. What it shows is recorded.',
    query: z.object({ q: z.string().trim().max(100) }),
    response: z.object({
      customers: z.array(foundCustomer),
      moreCustomers: z.boolean().describe('whether there are more than the ten shown'),
      cases: z.array(foundCase),
      moreCases: z.boolean(),
    }),
    audit: 'staff.find',
  },
});
