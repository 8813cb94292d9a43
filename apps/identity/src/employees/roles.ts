import type { RoleToGive } from '@hofn/contracts';
import { type Db, employeeRoles, employees, rolesOn, storedRoles } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import type { ClaimLine } from '@hofn/domain/claim-form.ts';
import { earlierNamesOf, type StaffRole } from '@hofn/domain/staff-roles.ts';
import { and, eq, notInArray, type SQL, sql } from 'drizzle-orm';

/** Who gives roles, and when: an administrator's name; null for a directory or a command. */
export type Giver = { name: string | null; at: Date };

/** Whether an employee of a query has a role on a day, also one that an earlier release gave. */
export const hasRole = (role: StaffRole, day: string): SQL => {
  const { employeeId, role: name, validFrom, validTo } = employeeRoles;
  const own = sql`select 1 from ${employeeRoles} where ${employeeId} = ${employees.id}`;
  return sql`(exists (${own} and ${name} = ${role} and ${validFrom} <= ${day}::date
      and (${validTo} is null or ${validTo} >= ${day}::date))
    or ${role} = any(${employees.roles}) and not exists (${own}))`;
};

/** The roles of an employee with their days; those that an earlier release gave, as of a day. */
export const rolesGivenTo = async (tx: Db, id: string, day: string): Promise<RoleToGive[]> => {
  const [row] = await tx
    .select({ stored: storedRoles, names: employees.roles })
    .from(employees)
    .where(eq(employees.id, id));
  if (!row) return [];
  if (row.stored.length > 0) return row.stored as RoleToGive[];
  return rolesOn([], row.names, day).map((given) => ({ ...given, from: day, to: null }));
};

const sameLines = (some: readonly ClaimLine[] | null, others: readonly ClaimLine[] | null): boolean =>
  some?.toSorted().join() === others?.toSorted().join();

const isSame = (one: RoleToGive, other: RoleToGive): boolean =>
  one.role === other.role &&
  one.from === other.from &&
  one.to === other.to &&
  sameLines(one.lines, other.lines);

/** Whether two lists give the same roles for the same days and lines. */
export const areSameRoles = (some: readonly RoleToGive[], others: readonly RoleToGive[]): boolean =>
  some.length === others.length && some.every((one) => others.some((other) => isSame(one, other)));

/**
 * Gives an employee exactly these roles, and takes away all others. What stays as it was keeps its giver. Also writes what the
 * release before `employee_roles` reads.
 */
export const giveRoles = async (
  tx: Db,
  id: string,
  given: readonly RoleToGive[],
  { name: givenBy, at: givenAt }: Giver,
): Promise<void> => {
  const names = given.map(({ role }) => role);
  const own = eq(employeeRoles.employeeId, id);
  await tx
    .delete(employeeRoles)
    .where(names.length > 0 ? and(own, notInArray(employeeRoles.role, names)) : own);
  const before = await rolesGivenTo(tx, id, dayOf(givenAt));
  const stored = await tx.$count(employeeRoles, own);
  const changed = given.filter((role) => stored === 0 || !before.some((other) => isSame(role, other)));
  for (const { role, lines, from: validFrom, to: validTo } of changed) {
    const values = { lines, validFrom, validTo, givenBy, givenAt };
    await tx
      .insert(employeeRoles)
      .values({ employeeId: id, role, ...values })
      .onConflictDoUpdate({ target: [employeeRoles.employeeId, employeeRoles.role], set: values });
  }
  await tx
    .update(employees)
    .set({ roles: earlierNamesOf(names) })
    .where(eq(employees.id, id));
};
