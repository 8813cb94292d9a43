import type { CaseKind } from '@hofn/contracts';
import { claimNotices, claims } from '@hofn/database';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import { and, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { StaffMember } from '../platform/authorization.ts';
import { isOfKind } from '../platform/work-items.ts';

/** Roles that open cases of each kind, besides supervisors. Claims have their own rule, see `mayOpen`. */
const rolesByKind: Record<Exclude<CaseKind, 'claim'>, readonly StaffRole[]> = {
  inquiry: ['service', 'adviser'],
  form: ['service', 'adviser'],
  memo: ['service', 'adviser'],
  change: ['service', 'adviser'],
  privacy: ['privacy'],
  payment: ['finance'],
  signing: ['service', 'adviser'],
  mail: ['service'],
};

/** Kinds that supervisors do not open: they decide on a customer's own data. */
const notForSupervisors: readonly CaseKind[] = ['privacy'];

const form = sql`coalesce(${claims.form}, ${claimNotices.form})`;
const line = sql`coalesce(${claims.line}, ${claimNotices.line})`;

/** Whether a claim is about an injury or somebody's health: by its line, or by what its report says. */
const isSensitive = sql`coalesce(${line} in ('accident', 'health', 'work')
  or ${form} -> 'details' ->> 'injured' = 'yes'
  or ${form} -> 'causes' ?| array['injury', 'medical'], false)`;

/** Claims that a role opens: all, or those of its lines. */
const claimsOf = ({ given }: StaffMember, role: StaffRole): SQL | undefined => {
  const found = given.find((one) => one.role === role);
  if (!found) return undefined;
  return found.lines === null ? sql`true` : inArray(line, found.lines);
};

/** Which claims an employee may see, as a condition on rows of `claims` left joined with `claim_notices`. */
export const maySeeClaim = (employee: StaffMember): SQL => {
  const ordinary = employee.roles.includes('supervisor') ? sql`true` : claimsOf(employee, 'claims');
  const sensitive = claimsOf(employee, 'injuries');
  return (
    or(ordinary && and(sql`not ${isSensitive}`, ordinary), sensitive && and(isSensitive, sensitive)) ??
    sql`false`
  );
};

/**
 * Which cases an employee may open (rules ROLE-1 and ROLE-2), as a condition on the rows of `workItemLines`: the only place
 * that says so, for lists, counts, single cases and what is attached to them.
 */
export const mayOpen = (employee: StaffMember): SQL => {
  const isSupervisor = employee.roles.includes('supervisor');
  const kinds = (Object.keys(rolesByKind) as (keyof typeof rolesByKind)[]).filter(
    (kind) =>
      (isSupervisor && !notForSupervisors.includes(kind)) ||
      rolesByKind[kind].some((role) => employee.roles.includes(role)),
  );
  return (
    or(...kinds.map((kind) => isOfKind(kind)), and(isOfKind('claim'), maySeeClaim(employee))) ?? sql`false`
  );
};
