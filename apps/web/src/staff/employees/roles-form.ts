import type { Employee, RoleToGive } from '@hofn/contracts';
import { isDay } from '@hofn/domain';
import type { ClaimLine } from '@hofn/domain/claim-form.ts';
import { rolesByLine, type StaffRole, staffRoles } from '@hofn/domain/staff-roles.ts';
import * as z from 'zod/mini';

/** A role in the form: whether it is given, its days, and its lines of insurance. No line means all lines. */
type RoleAnswers = { isGiven: boolean; from: string; to: string; lines: string[] };
export type RolesAnswers = { roles: Record<StaffRole, RoleAnswers> };

const byRole = <Value>(build: (role: StaffRole) => Value): Record<StaffRole, Value> =>
  Object.fromEntries(staffRoles.map((role) => [role, build(role)])) as Record<StaffRole, Value>;

/** Whether a role can be limited to lines of insurance. */
export const isByLine = (role: StaffRole): boolean => (rolesByLine as readonly StaffRole[]).includes(role);

const roleSchema = z.object({
  isGiven: z.boolean(),
  from: z.string(),
  to: z.string(),
  lines: z.array(z.string()),
});

/** The days of the roles that are given must be days, in order. */
export const rolesSchema = z.object(byRole(() => roleSchema)).check((context) => {
  for (const role of staffRoles) {
    const { isGiven, from, to } = context.value[role];
    const fault = (field: 'from' | 'to', message: string) =>
      context.issues.push({ code: 'custom', input: context.value, path: [role, field], message });
    if (!isGiven) continue;
    if (!isDay(from)) fault('from', 'dateEntry|wrong');
    if (to !== '' && !isDay(to)) fault('to', 'dateEntry|wrong');
    else if (to !== '' && to < from) fault('to', 'employees|roleOrder');
  }
});

/** The form's answers about roles, of an employee or of a new one. */
export const rolesAnswersOf = (given: Employee['given'], today: string): RolesAnswers['roles'] =>
  byRole((role) => {
    const found = given.find((one) => one.role === role);
    return {
      isGiven: found !== undefined,
      from: found?.from ?? today,
      to: found?.to ?? '',
      lines: found?.lines ?? [],
    };
  });

/** The roles to give, as the call takes them. */
export const rolesToGive = (roles: RolesAnswers['roles']): RoleToGive[] =>
  staffRoles.flatMap((role) => {
    const { isGiven, from, to, lines } = roles[role];
    const limited = isByLine(role) && lines.length > 0 ? (lines as ClaimLine[]) : null;
    return isGiven ? [{ role, from, to: to === '' ? null : to, lines: limited }] : [];
  });
