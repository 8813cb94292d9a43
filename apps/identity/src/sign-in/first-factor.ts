import { createHash } from 'node:crypto';
import { type Db, employees, oidcRecords } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { and, eq, gt } from 'drizzle-orm';
import { signsInHere } from '../accounts.ts';

const model = 'FirstFactor';
/** Time to confirm with the second factor. */
const confirmMs = 10 * 60_000;

const idOf = (uid: string): string => createHash('sha256').update(uid).digest('base64url');

/** An employee whose password was right, in one open sign-in. */
export type FirstFactor = { sub: string; ssn: string | null };

/** Remembers for each open sign-in (`uid`) of staff whose password was right, until the second factor (rule HOLD-11). */
export const createFirstFactors = (db: Db, clock: Clock) => ({
  put: async (uid: string, sub: string): Promise<void> => {
    // Deleted with everything else of the account when the employee is dismissed.
    const row = { payload: { accountId: sub }, expiresAt: new Date(clock.now().getTime() + confirmMs) };
    await db
      .insert(oidcRecords)
      .values({ model, id: idOf(uid), ...row })
      .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.id], set: row });
  },
  find: async (uid: string): Promise<FirstFactor | undefined> => {
    const [row] = await db
      .select({ payload: oidcRecords.payload })
      .from(oidcRecords)
      .where(
        and(
          eq(oidcRecords.model, model),
          eq(oidcRecords.id, idOf(uid)),
          gt(oidcRecords.expiresAt, clock.now()),
        ),
      );
    if (!row) return undefined;
    const [employee] = await db
      .select({ sub: employees.id, ssn: employees.ssn })
      .from(employees)
      .where(and(eq(employees.id, String(row.payload.accountId)), signsInHere));
    return employee;
  },
});
export type FirstFactors = ReturnType<typeof createFirstFactors>;
