import { authorityActs, largestAuthority } from '@hofn/domain/authority.ts';
import { type ClaimLine, claimLineNames } from '@hofn/domain/claim-form.ts';
import { staffRoles } from '@hofn/domain/staff-roles.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, instant, isk } from './values.ts';

const administrator = { kind: 'employee', roles: ['admin'] } as const;

export const authorityAct = z.enum(authorityActs);
/** A line of insurance that authority may be limited to. */
export const authorityLine = z.enum(claimLineNames as [ClaimLine, ...ClaimLine[]]);
const amount = isk.min(0).max(largestAuthority);

/** Authority to give: an amount for an act, in one line of insurance or all, from a day to a day (rule ROLE-3). */
const toGive = z.object({
  act: authorityAct,
  line: authorityLine.nullable().describe('null for all lines, and for claims without a line'),
  upTo: amount,
  from: day,
  to: day.nullable().describe('the last day; null until it is ended'),
});

/** `waiting` for a second administrator; `coming` and `over` by its days; `ended` by an administrator. */
export const authorityState = z.enum(['waiting', 'coming', 'holds', 'over', 'ended']);
export type AuthorityState = z.infer<typeof authorityState>;

const employee = z.object({ key: z.string(), name: z.string() });
const done = z.object({ by: z.string().describe('name of the administrator'), at: instant });

/** Authority as administrators see it. */
export const authority = toGive.extend({
  id,
  employee,
  state: authorityState,
  given: done,
  confirmed: done.nullable(),
  lowered: done.nullable().describe('the last time, if ever'),
  ended: done.nullable(),
  withoutRole: z.boolean().describe('whether it does not count today for want of a role or of employment'),
  mayConfirm: z.boolean().describe('whether the caller is somebody else than who gave it and who gets it'),
});
export type Authority = z.infer<typeof authority>;

const authorityList = z.object({
  items: z.array(authority).describe('by employee; those that are over for the last 90 days'),
  people: z
    .array(employee.extend({ roles: z.array(z.enum(staffRoles)), acts: z.array(authorityAct) }))
    .describe('employees other than the caller who may be given authority, with the acts of their roles'),
  administrators: z.int().describe('how many employees could confirm what the caller gives'),
});
export type AuthorityList = z.infer<typeof authorityList>;

/**
 * Authority of employees (rules ROLE-3 and ROLE-5). What raises it needs two administrators, neither of them the employee; what lowers
 * it needs one.
 */
export const authorityCalls = defineCalls({
  authorities: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/authorities',
    who: administrator,
    rate: 'read',
    summary: 'Lists up to which amounts employees may act, and what waits for a second administrator.',
    response: authorityList,
  },
  giveAuthority: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/authorities',
    who: administrator,
    rate: 'write',
    summary: 'Gives an employee authority, which counts once a second administrator has confirmed it.',
    body: toGive
      .extend({ employee: z.string().max(60).describe('key of who gets it') })
      .refine(({ from, to }) => to === null || from <= to, {
        path: ['to'],
        message: 'The last day is before the first.',
      }),
    status: 201,
    response: authorityList,
    audit: 'staff.authority',
    events: { none: 'our own employees' },
  },
  confirmAuthority: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/authorities/{id}/confirm',
    who: administrator,
    rate: 'write',
    summary:
      'Confirms authority that another administrator has given; it replaces the earlier one for the same act and line.',
    params: z.object({ id }),
    response: authorityList,
    audit: 'staff.authority',
    events: { none: 'our own employees' },
  },
  endAuthority: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/authorities/{id}/end',
    who: administrator,
    rate: 'write',
    summary: 'Ends or lowers authority at once, or refuses to confirm it.',
    params: z.object({ id }),
    body: z.object({ upTo: amount.nullable().describe('the lower amount; null to end it') }),
    response: authorityList,
    audit: 'staff.authority',
    events: { none: 'our own employees' },
  },
});
