import { rolesByLine, type StaffRole, staffRoles } from '@hofn/domain/staff-roles.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { claimLine } from './claims.ts';
import { day, email, ssn, typedSsn } from './values.ts';

const administrator = { kind: 'employee', roles: ['admin'] } as const;

/** The part of an employee's id after the prefix, and at first the user name too. */
export const employeeKey = z.string().regex(/^[a-z0-9][a-z0-9._-]{1,39}$/);

const byLine: readonly StaffRole[] = rolesByLine;

/** A role to give: from a day to a day, for all or some lines of insurance (rule ROLE-1). */
export const roleToGive = z
  .object({
    role: z.enum(staffRoles),
    lines: z.array(claimLine).min(1).max(claimLine.options.length).nullable().describe('null for all'),
    from: day,
    to: day.nullable().describe('the last day; null until it is taken away'),
  })
  .refine(({ role, lines }) => lines === null || byLine.includes(role), {
    path: ['lines'],
    message: 'Only roles of claims are limited to lines.',
  })
  .refine(({ from, to }) => to === null || from <= to, {
    path: ['to'],
    message: 'The last day is before the first.',
  });
export type RoleToGive = z.output<typeof roleToGive>;

const details = {
  fullName: z.string().trim().min(1).max(100),
  email,
  ssn: typedSsn.nullable().describe('kennitala, which an electronic ID must prove; null if there is none'),
  given: z
    .array(roleToGive)
    .max(staffRoles.length)
    .refine((given) => new Set(given.map(({ role }) => role)).size === given.length, 'Each role once.'),
};
export const newEmployee = z.object({ username: employeeKey, ...details });
export type NewEmployee = z.output<typeof newEmployee>;

/** An employee as administrators see them. */
export const employee = z.object({
  key: z.string(),
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  ssn: ssn.nullable(),
  roles: z.array(z.enum(staffRoles)).describe('those that apply today'),
  given: z
    .array(
      roleToGive.safeExtend({
        by: z.string().nullable().describe('who gave it; null: a directory, or before this was noted'),
      }),
    )
    .describe('every role with its days, also those that have ended or not begun'),
  active: z.boolean(),
  signIn: z.object({
    password: z.boolean(),
    passkeys: z.int(),
    federated: z
      .boolean()
      .describe('signs in only at the insurer’s own OpenID provider, which also decides the roles'),
  }),
  you: z.boolean().describe('whether it is the caller'),
});
export type Employee = z.infer<typeof employee>;

export const employeeList = z.object({
  items: z.array(employee),
  mayAdd: z.boolean().describe('false when all staff sign in at the insurer’s own OpenID provider'),
});

/** What an administrator can do with an employee. */
export const employeeAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('change'), ...details }),
  z.object({ act: z.literal('dismiss') }),
  z.object({ act: z.literal('restore') }),
  z.object({ act: z.literal('endSessions') }),
  z.object({ act: z.literal('sendLink') }),
]);
export type EmployeeAct = z.output<typeof employeeAct>;

/** Administration of employees (rule HOLD-11). The API passes these calls on to the identity service. */
export const employeeCalls = defineCalls({
  employees: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/employees',
    who: administrator,
    rate: 'read',
    summary: 'Lists all employees, the current ones first.',
    response: employeeList,
  },
  addEmployee: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/employees',
    who: administrator,
    rate: 'write',
    summary: 'Adds an employee, and e-mails them a link to set up how they sign in.',
    body: newEmployee,
    status: 201,
    response: employee,
    audit: { identity: 'staff.addEmployee' },
    events: { none: 'our own employees' },
  },
  actOnEmployee: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/employees/{key}',
    who: administrator,
    rate: 'write',
    summary:
      'Changes, dismisses or restores an employee, ends their sessions, or e-mails them a link to set up how they sign in.',
    params: z.object({ key: employeeKey }),
    body: employeeAct,
    response: employee,
    audit: { identity: 'staff.actOnEmployee' },
    events: { none: 'our own employees' },
  },
});
