import type { CaseKind } from '@hofn/contracts';
import {
  type Conflicts,
  cases,
  claimNotices,
  claims,
  complaints,
  documentsToSign,
  policies,
  submissions,
} from '@hofn/database';
import { formatKennitala } from '@hofn/domain';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import { and, eq, exists, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn, QueryBuilder } from 'drizzle-orm/pg-core';
import type { StaffMember } from '../platform/authorization.ts';
import { claimsOfRole, isHiddenFrom, isSensitiveClaim } from '../platform/sensitive-claims.ts';
import { anyOf } from '../platform/sql.ts';
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
  complaint: ['service', 'adviser'],
};

/** Kinds that supervisors do not open: they decide on a customer's own data. */
const notForSupervisors: readonly CaseKind[] = ['privacy'];

const line = sql`coalesce(${claims.line}, ${claimNotices.line})`;
const reported = {
  line,
  form: sql`coalesce(${claims.form}, ${claimNotices.form})`,
  // Of claims alone: other kinds join the policy that they are about.
  productId: policies.productId,
};

/** Claims that a role opens, as a condition; undefined without the role. */
const openedBy = (employee: StaffMember, role: StaffRole): SQL | undefined => {
  const found = claimsOfRole(employee, role, line);
  if (found === 'none') return undefined;
  return found === 'all' ? sql`true` : found;
};

/** Whether a row is about a claim for which a condition holds; undefined without a condition. */
const isAboutClaim = (
  of: { customerId: PgColumn; claimId: PgColumn },
  conditionOn: (claim: Parameters<typeof isSensitiveClaim>[0]) => SQL | undefined,
): SQL | undefined => {
  const claim = alias(claims, 'claim_of_row');
  const policy = alias(policies, 'policy_of_claim_of_row');
  const condition = conditionOn({ line: claim.line, form: claim.form, productId: policy.productId });
  if (!condition) return undefined;
  return exists(
    new QueryBuilder()
      .select({ id: claim.id })
      .from(claim)
      .leftJoin(policy, and(eq(policy.customerId, claim.customerId), eq(policy.id, claim.policyId)))
      .where(and(eq(claim.customerId, of.customerId), eq(claim.id, of.claimId), sql`(${condition})`)),
  );
};

/** Whether a document that cannot be signed belongs to a claim that the employee may not read: its title would tell. */
const belongsToHiddenClaim = (employee: StaffMember): SQL | undefined =>
  isAboutClaim(documentsToSign, (claim) => isHiddenFrom(employee, claim));

/** Complaints that an employee opens: one about a claim for an injury or somebody's health only with the role for it (rule ROLE-2). */
const openedComplaints = (employee: StaffMember, isOpenedByRole: boolean): SQL | undefined => {
  const about = { customerId: complaints.customerId, claimId: complaints.aboutId };
  const aboutClaim = (conditionOn: Parameters<typeof isAboutClaim>[1]) => {
    const isAbout = isAboutClaim(about, conditionOn);
    return isAbout && and(eq(complaints.about, 'claim'), isAbout);
  };
  const hidden = aboutClaim((claim) => isHiddenFrom(employee, claim));
  if (!isOpenedByRole && !employee.roles.includes('injuries')) return undefined;
  return and(
    isOfKind('complaint'),
    isOpenedByRole ? undefined : aboutClaim(isSensitiveClaim),
    hidden && not(hidden),
  );
};

/** Fields in which somebody who is not signed in gives a kennitala. */
const givenNumbers = ['ssn', 'companySsn', 'guardianSsn'].map(
  (name) => sql`${submissions.fields} ->> ${sql.raw(`'${name}'`)}`,
);

/**
 * Whether a case is about somebody the employee has a conflict of interest with (rule ROLE-4), as a condition on the rows of
 * `workItemLines`, never null: a customer's, or sent by a visitor with such a kennitala.
 */
export const isConflicting = ({ customers, ssns }: Conflicts): SQL => {
  const asTyped = ssns.flatMap((ssn) => [ssn, formatKennitala(ssn)]);
  const byVisitor = givenNumbers.map((number) => sql`${number} = any(${sql.param(asTyped)}::text[])`);
  return sql`coalesce(${or(
    anyOf(cases.customerId, customers),
    anyOf(claimNotices.ssn, ssns),
    and(isNull(cases.customerId), or(...byVisitor)),
  )}, false)`;
};

/**
 * Which claims the roles of an employee open, as a condition on rows of `claims`, left joined with `claim_notices` and with the
 * policy that each is about.
 */
export const maySeeClaim = (employee: StaffMember): SQL => {
  const isSensitive = isSensitiveClaim(reported);
  const ordinary = employee.roles.includes('supervisor') ? sql`true` : openedBy(employee, 'claims');
  const sensitive = openedBy(employee, 'injuries');
  return (
    or(
      ordinary && and(sql`not (${isSensitive})`, ordinary),
      sensitive && and(sql`(${isSensitive})`, sensitive),
    ) ?? sql`false`
  );
};

/**
 * Which cases an employee may open (rules ROLE-1, ROLE-2 and ROLE-4), as a condition on the rows of `workItemLines`: the only place
 * that says so, for lists, counts, single cases and what is attached to them.
 */
export const mayOpen = (employee: StaffMember): SQL => {
  const isSupervisor = employee.roles.includes('supervisor');
  const kinds = (Object.keys(rolesByKind) as (keyof typeof rolesByKind)[]).filter(
    (kind) =>
      (isSupervisor && !notForSupervisors.includes(kind)) ||
      rolesByKind[kind].some((role) => employee.roles.includes(role)),
  );
  const hiddenDocument = belongsToHiddenClaim(employee);
  const others = kinds.filter((kind) => kind !== 'complaint');
  return (
    and(
      employee.conflicts.ssns.length > 0 ? not(isConflicting(employee.conflicts)) : undefined,
      or(
        ...others.map((kind) =>
          kind === 'signing' && hiddenDocument ? and(isOfKind(kind), not(hiddenDocument)) : isOfKind(kind),
        ),
        and(isOfKind('claim'), maySeeClaim(employee)),
        openedComplaints(employee, kinds.includes('complaint')),
      ),
    ) ?? sql`false`
  );
};
