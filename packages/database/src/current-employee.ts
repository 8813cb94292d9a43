import {
  appliesOn,
  type GivenRole,
  rolesNamed,
  type StaffRole,
  staffRoles,
} from '@hofn/domain/staff-roles.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from './open.ts';
import { employeeRoles, employees } from './schema/identity.ts';

/** A role that an employee has today, and the lines of insurance that it is limited to; null for all. */
export type CurrentRole = Pick<GivenRole, 'role' | 'lines'>;

/** An employee who has a role today and has not been dismissed. */
export type CurrentEmployee = { id: string; name: string; roles: StaffRole[]; given: CurrentRole[] };

/** A row of `employeeRoles`, in the types of JSON. */
export type StoredRole = { role: string; lines: string[] | null; from: string; to: string | null };

/** Roles of an employee, oldest release included, as JSON: an empty list if they have none of their own. */
export const storedRoles = sql<StoredRole[]>`(
  select coalesce(json_agg(json_build_object('role', ${employeeRoles.role}, 'lines', ${employeeRoles.lines},
    'from', ${employeeRoles.validFrom}, 'to', ${employeeRoles.validTo}) order by ${employeeRoles.role}), '[]')
  from ${employeeRoles} where ${employeeRoles.employeeId} = ${employees.id})`;

/**
 * The roles of an employee on a day. What the release before `employeeRoles` stored counts for those who have no row there.
 * @param names as that release stored them
 */
export const rolesOn = (
  stored: readonly StoredRole[],
  names: readonly string[],
  day: string,
): CurrentRole[] => {
  if (stored.length === 0) return rolesNamed(names).map((role) => ({ role, lines: null }));
  const current = stored.filter((given) => appliesOn(given, day)) as GivenRole[];
  return staffRoles.flatMap((name) =>
    current.filter(({ role }) => role === name).map(({ role, lines }) => ({ role, lines })),
  );
};

/**
 * Whether a sign-in came before the employee's sessions were ended. Tokens state the time to the second, so the instant is
 * rounded down: signing in again within the same second works.
 */
export const isSignInEnded = (sessionsEndedAt: Date | null, signedInAt: number): boolean =>
  sessionsEndedAt !== null && signedInAt < Math.floor(sessionsEndedAt.getTime() / 1000) * 1000;

/**
 * Creates the check that every staff call makes: one look-up by primary key, never cached, so that a dismissal is effective
 * at the next call (rule HOLD-11).
 * @returns a function of the employee's id, of when they signed in (ms since 1970), and of the day on which a role must apply
 */
export const createEmployeeCheck = (db: Db) => {
  const byId = db
    .select({
      id: employees.id,
      name: employees.fullName,
      names: employees.roles,
      stored: storedRoles,
      sessionsEndedAt: employees.sessionsEndedAt,
    })
    .from(employees)
    .where(and(eq(employees.id, sql.placeholder('id')), eq(employees.active, true)))
    .prepare('current_employee');
  return async (id: string, signedInAt: number, today: string): Promise<CurrentEmployee | undefined> => {
    const [row] = await byId.execute({ id });
    if (!row || isSignInEnded(row.sessionsEndedAt, signedInAt)) return undefined;
    const given = rolesOn(row.stored, row.names, today);
    if (given.length === 0) return undefined;
    return { id: row.id, name: row.name, roles: given.map(({ role }) => role), given };
  };
};

/** All employees who have a role on a day and have not been dismissed, by name. */
export const currentEmployees = async (db: Db, day: string): Promise<CurrentEmployee[]> => {
  const rows = await db
    .select({ id: employees.id, name: employees.fullName, names: employees.roles, stored: storedRoles })
    .from(employees)
    .where(eq(employees.active, true))
    .orderBy(asc(employees.fullName), asc(employees.id));
  return rows.flatMap(({ id, name, names, stored }) => {
    const given = rolesOn(stored, names, day);
    return given.length === 0 ? [] : [{ id, name, roles: given.map(({ role }) => role), given }];
  });
};

export type EmployeeCheck = ReturnType<typeof createEmployeeCheck>;
