import type { Employee, RoleToGive } from '@hofn/contracts';
import { type Db, employeePasskeys, employeeRoles, employees, rolesOn, storedRoles } from '@hofn/database';
import { desc, type SQL, sql } from 'drizzle-orm';
import { employeeId } from '../accounts.ts';

/** An employee without the parts that depend on who asks. */
export type StoredEmployee = Omit<Employee, 'you'>;

const keyOf = (id: string): string => id.slice(employeeId('').length);

/** Employees that match, the current ones first. @param today decides which of their roles apply */
export const listEmployees = async (db: Db, today: string, condition?: SQL): Promise<StoredEmployee[]> => {
  const rows = await db
    .select({
      id: employees.id,
      username: employees.username,
      fullName: employees.fullName,
      email: employees.email,
      ssn: employees.ssn,
      names: employees.roles,
      stored: storedRoles,
      active: employees.active,
      password: sql<boolean>`${employees.passwordHash} is not null`,
      federated: sql<boolean>`${employees.subject} is not null`,
    })
    .from(employees)
    .where(condition)
    .orderBy(desc(employees.active), employees.fullName, employees.id);
  const passkeys = await db.select({ id: employeePasskeys.employeeId }).from(employeePasskeys);
  const givers = await db
    .select({ id: employeeRoles.employeeId, role: employeeRoles.role, by: employeeRoles.givenBy })
    .from(employeeRoles);
  const giverOf = (id: string, role: string) =>
    givers.find((given) => given.id === id && given.role === role)?.by ?? null;
  return rows.map(({ id, password, federated, names, stored, ...row }) => ({
    key: keyOf(id),
    ...row,
    roles: rolesOn(stored, names, today).map(({ role }) => role),
    given: (stored.length > 0
      ? (stored as RoleToGive[])
      : rolesOn([], names, today).map((given) => ({ ...given, from: today, to: null }))
    ).map((given) => ({ ...given, by: giverOf(id, given.role) })),
    signIn: { password, passkeys: passkeys.filter((key) => key.id === id).length, federated },
  }));
};
