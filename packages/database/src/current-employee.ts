import { and, eq, sql } from 'drizzle-orm';
import type { Db } from './open.ts';
import { employees } from './schema/identity.ts';

/** An employee who has a role and has not been dismissed. */
export type CurrentEmployee = { id: string; name: string; roles: string[] };

/**
 * Whether a sign-in came before the employee's sessions were ended. Tokens state the time to the second, so the instant is
 * rounded down: signing in again within the same second works.
 */
export const isSignInEnded = (sessionsEndedAt: Date | null, signedInAt: number): boolean =>
  sessionsEndedAt !== null && signedInAt < Math.floor(sessionsEndedAt.getTime() / 1000) * 1000;

/**
 * Creates the check that every staff call makes: one look-up by primary key, never cached, so that a dismissal is effective
 * at the next call (rule HOLD-11).
 * @returns a function of the employee's id and of when they signed in (ms since 1970)
 */
export const createEmployeeCheck = (db: Db) => {
  const byId = db
    .select({
      id: employees.id,
      name: employees.fullName,
      roles: employees.roles,
      sessionsEndedAt: employees.sessionsEndedAt,
    })
    .from(employees)
    .where(and(eq(employees.id, sql.placeholder('id')), eq(employees.active, true)))
    .prepare('current_employee');
  return async (id: string, signedInAt: number): Promise<CurrentEmployee | undefined> => {
    const [row] = await byId.execute({ id });
    if (!row || row.roles.length === 0 || isSignInEnded(row.sessionsEndedAt, signedInAt)) return undefined;
    return { id: row.id, name: row.name, roles: row.roles };
  };
};
export type EmployeeCheck = ReturnType<typeof createEmployeeCheck>;
