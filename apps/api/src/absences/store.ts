import { type CurrentEmployee, currentEmployees, type Db, absences as rows } from '@hofn/database';
import { deskRoles, type StaffRole } from '@hofn/domain/staff-roles.ts';
import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import type { StaffMember } from '../platform/authorization.ts';
import { withConflicts } from '../platform/with-conflicts.ts';

export type AbsenceRow = typeof rows.$inferSelect;

/** An employee’s absence: its last day, and the deputy, if there is one. */
export type Away<Person = StaffMember> = { employeeId: string; until: string; deputy: Person | null };

const isOfDesk = ({ roles }: CurrentEmployee): boolean =>
  roles.some((role) => (deskRoles as readonly StaffRole[]).includes(role));

/** Employees who may be handed cases on a day, by name. */
export const deskEmployees = async (db: Db, day: string): Promise<CurrentEmployee[]> =>
  (await currentEmployees(db, day)).filter(isOfDesk);

/**
 * Finds the deputy of each absent employee (rule DESK-5). A deputy who is away too, or no longer works at the desk, stands in for
 * nobody, and neither does that deputy's own deputy: nobody gets the cases of two people unasked.
 * @param absent of one day, one row per employee
 */
export const deputiesOf = <Person extends CurrentEmployee>(
  absent: readonly Pick<AbsenceRow, 'employeeId' | 'lastDay' | 'deputyId'>[],
  present: readonly Person[],
): Away<Person>[] => {
  const away = new Set(absent.map(({ employeeId }) => employeeId));
  return absent.map(({ employeeId, lastDay, deputyId }) => ({
    employeeId,
    until: lastDay,
    deputy: present.find(({ id }) => id === deputyId && !away.has(id)) ?? null,
  }));
};

/** Absences of employees. Only staff calls may use it. */
export const createAbsenceStore = (db: Db) => ({
  /** Absences that have not ended before a day, the first to begin first. */
  from: (day: string, tx: Db = db): Promise<AbsenceRow[]> =>
    tx.select().from(rows).where(gte(rows.lastDay, day)).orderBy(asc(rows.firstDay), asc(rows.id)),
  /** The absences of a day, with deputies. */
  awayOn: async (day: string, tx: Db = db): Promise<Away[]> => {
    const absent = await tx
      .select()
      .from(rows)
      .where(and(lte(rows.firstDay, day), gte(rows.lastDay, day)));
    if (absent.length === 0) return [];
    const deputies = new Set(absent.map(({ deputyId }) => deputyId));
    const people = (await deskEmployees(tx, day)).filter(({ id }) => deputies.has(id));
    return deputiesOf(absent, await withConflicts(tx, people, day));
  },
  /** Whether an employee is already away on one of the days. Nobody else enters an absence of theirs until the transaction ends. */
  overlaps: async (tx: Db, employeeId: string, from: string, to: string): Promise<boolean> => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`absences ${employeeId}`}, 0))`);
    const sameDays = and(eq(rows.employeeId, employeeId), lte(rows.firstDay, to), gte(rows.lastDay, from));
    return (await tx.$count(rows, sameDays)) > 0;
  },
  add: async (tx: Db, row: typeof rows.$inferInsert): Promise<void> => {
    await tx.insert(rows).values(row);
  },
  find: async (tx: Db, id: string): Promise<AbsenceRow | undefined> =>
    (await tx.select().from(rows).where(eq(rows.id, id)))[0],
  remove: async (tx: Db, id: string): Promise<void> => {
    await tx.delete(rows).where(eq(rows.id, id));
  },
});
export type AbsenceStore = ReturnType<typeof createAbsenceStore>;
