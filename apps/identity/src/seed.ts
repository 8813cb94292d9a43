import { credentials, type Db, employeeRoles, employees } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import { eq, isNull } from 'drizzle-orm';
import { employeeId } from './accounts.ts';
import { giveRoles } from './employees/roles.ts';
import type { Passwords } from './passwords.ts';

export type SeedEmployee = {
  username: string;
  fullName: string;
  email: string;
  ssn?: string;
  /** Without them, what every employee may do who was added by an earlier release. */
  roles?: readonly StaffRole[];
};

type SeedParts = { db: Db; passwords: Passwords; now: Date };

/**
 * Demo data: gives the customers one shared password. Existing passwords are kept.
 * @param customerIds ids of existing rows in `customers`
 */
export const seedCredentials = async (
  { db, passwords, now }: SeedParts,
  { customerIds, password }: { customerIds: string[]; password: string },
): Promise<void> => {
  if (customerIds.length === 0) return;
  // One hash for all: a hundred hashes would delay the start by several seconds.
  const passwordHash = await passwords.hash(password);
  await db
    .insert(credentials)
    .values(customerIds.map((customerId) => ({ customerId, passwordHash, changedAt: now })))
    .onConflictDoNothing();
};

/**
 * Demo data: adds employees with one shared password and roles from today. Existing employees are left alone, except those that an earlier
 * release added without a kennitala, who could no longer sign in.
 */
export const seedEmployees = async (
  { db, passwords, now }: SeedParts,
  { staff, password }: { staff: SeedEmployee[]; password: string },
): Promise<void> => {
  if (staff.length === 0) return;
  const passwordHash = await passwords.hash(password);
  const from = dayOf(now);
  for (const { username, fullName, email, ssn, roles } of staff) {
    const id = employeeId(username.toLowerCase());
    const proof = { ssn: ssn ?? null };
    await db
      .insert(employees)
      .values({ id, username: username.toLowerCase(), fullName, email, passwordHash, ...proof })
      .onConflictDoUpdate({ target: employees.id, set: proof, setWhere: isNull(employees.ssn) });
    if (!roles || (await db.$count(employeeRoles, eq(employeeRoles.employeeId, id))) > 0) continue;
    const given = roles.map((role) => ({ role, lines: null, from, to: null }));
    await giveRoles(db, id, given, { name: null, at: now });
  }
};
