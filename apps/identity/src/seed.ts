import { credentials, type Db, employees } from '@hofn/database';
import { employeeId } from './accounts.ts';
import type { Passwords } from './passwords.ts';

/** A member of staff, as seeded. */
export type SeedEmployee = { username: string; fullName: string; email: string };

type SeedParts = { db: Db; passwords: Passwords; now: Date };

/**
 * Gives customers a password to sign in with, all the same one: for demo data. Customers who have one keep theirs.
 * @param customerIds `customers.id` of rows that are there
 */
export const seedCredentials = async (
  { db, passwords, now }: SeedParts,
  { customerIds, password }: { customerIds: string[]; password: string },
): Promise<void> => {
  if (customerIds.length === 0) return;
  // One hash for all: made one by one, a hundred would take the start some seconds.
  const passwordHash = await passwords.hash(password);
  await db
    .insert(credentials)
    .values(customerIds.map((customerId) => ({ customerId, passwordHash, changedAt: now })))
    .onConflictDoNothing();
};

/** Adds employees, all with the same password: for demo data. Those who are there keep theirs. */
export const seedEmployees = async (
  { db, passwords }: Omit<SeedParts, 'now'>,
  { staff, password }: { staff: SeedEmployee[]; password: string },
): Promise<void> => {
  if (staff.length === 0) return;
  const passwordHash = await passwords.hash(password);
  await db
    .insert(employees)
    .values(
      staff.map(({ username, fullName, email }) => ({
        id: employeeId(username.toLowerCase()),
        username: username.toLowerCase(),
        fullName,
        email,
        passwordHash,
      })),
    )
    .onConflictDoNothing();
};
