import { credentials, type Db, employees } from '@hofn/database';
import { employeeId } from './accounts.ts';
import type { Passwords } from './passwords.ts';

export type SeedEmployee = { username: string; fullName: string; email: string; roles?: string[] };

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

/** Demo data: adds employees with one shared password. Existing employees are left alone. */
export const seedEmployees = async (
  { db, passwords }: Omit<SeedParts, 'now'>,
  { staff, password }: { staff: SeedEmployee[]; password: string },
): Promise<void> => {
  if (staff.length === 0) return;
  const passwordHash = await passwords.hash(password);
  await db
    .insert(employees)
    .values(
      staff.map(({ username, fullName, email, roles }) => ({
        id: employeeId(username.toLowerCase()),
        username: username.toLowerCase(),
        fullName,
        email,
        passwordHash,
        ...(roles && { roles }),
      })),
    )
    .onConflictDoNothing();
};
