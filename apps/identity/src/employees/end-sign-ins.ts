import { type Db, employees, oidcRecords } from '@hofn/database';
import { eq, sql } from 'drizzle-orm';

/** Deletes an employee's sessions, tokens and links, and refuses tokens that are still valid (rule HOLD-11). */
export const endSignIns = async (tx: Db, id: string, now: Date): Promise<void> => {
  await tx.update(employees).set({ sessionsEndedAt: now }).where(eq(employees.id, id));
  await tx.delete(oidcRecords).where(eq(sql`(${oidcRecords.payload} ->> 'accountId')`, id));
};
