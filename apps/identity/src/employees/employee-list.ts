import { type Employee, staffRoles } from '@hofn/contracts';
import { type Db, employeePasskeys, employees } from '@hofn/database';
import { desc, type SQL, sql } from 'drizzle-orm';
import { employeeId } from '../accounts.ts';

/** An employee without the parts that depend on who asks. */
export type StoredEmployee = Omit<Employee, 'you'>;

const keyOf = (id: string): string => id.slice(employeeId('').length);

/** Employees that match, the current ones first. */
export const listEmployees = async (db: Db, condition?: SQL): Promise<StoredEmployee[]> => {
  const rows = await db
    .select({
      id: employees.id,
      username: employees.username,
      fullName: employees.fullName,
      email: employees.email,
      ssn: employees.ssn,
      roles: employees.roles,
      active: employees.active,
      password: sql<boolean>`${employees.passwordHash} is not null`,
      federated: sql<boolean>`${employees.subject} is not null`,
    })
    .from(employees)
    .where(condition)
    .orderBy(desc(employees.active), employees.fullName, employees.id);
  const passkeys = await db.select({ id: employeePasskeys.employeeId }).from(employeePasskeys);
  return rows.map(({ id, password, federated, roles, ...row }) => ({
    key: keyOf(id),
    ...row,
    roles: staffRoles.filter((role) => roles.includes(role)),
    signIn: { password, passkeys: passkeys.filter((key) => key.id === id).length, federated },
  }));
};
