import { credentials, type Db, employees } from '@hofn/database';
import { isNull } from 'drizzle-orm';
import { employeeId } from './accounts.ts';
import type { Passwords } from './passwords.ts';

export type SeedEmployee = {
  username: string;
  fullName: string;
  email: string;
  ssn?: string;
  roles?: string[];
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
 * Demo data: adds employees with one shared password. Existing employees are left alone, except those that an earlier
 * release added without a kennitala, who could no longer sign in.
 */
export const seedEmployees = async (
  { db, passwords }: Omit<SeedParts, 'now'>,
  { staff, password }: { staff: SeedEmployee[]; password: string },
): Promise<void> => {
  if (staff.length === 0) return;
  const passwordHash = await passwords.hash(password);
  for (const { username, fullName, email, ssn, roles = ['agent'] } of staff) {
    const id = employeeId(username.toLowerCase());
    const proof = { ssn: ssn ?? null, roles };
    await db
      .insert(employees)
      .values({ id, username: username.toLowerCase(), fullName, email, passwordHash, ...proof })
      .onConflictDoUpdate({ target: employees.id, set: proof, setWhere: isNull(employees.ssn) });
  }
};
