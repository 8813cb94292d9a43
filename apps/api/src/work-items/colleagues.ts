import type { CaseColleague } from '@hofn/contracts';
import { type CurrentEmployee, cases, type Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import type { Language } from '@hofn/texts';
import { eq, sql } from 'drizzle-orm';
import { createAbsenceStore, deskEmployees } from '../absences/store.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { keyOfEmployee } from '../platform/employee-id.ts';
import { Fault } from '../platform/fault.ts';
import { withConflicts } from '../platform/with-conflicts.ts';
import { workItemLines } from './lines-query.ts';
import { mayOpen } from './may-open.ts';

/**
 * The employees of the desk who may open a work item today, by name. One query asks for all of them.
 * @param keys only these: conflicts of interest are looked up one employee after another
 */
export const whoMayOpen = async (
  db: Db,
  id: string,
  { language, now, keys }: { language: Language; now: Date; keys?: readonly string[] },
): Promise<StaffMember[]> => {
  const today = dayOf(now);
  const asked = (await deskEmployees(db, today)).filter(
    (one) => keys === undefined || keys.includes(keyOfEmployee(one.id)),
  );
  const people = await withConflicts(db, asked, today);
  if (people.length === 0) return [];
  const allowed = sql.join(
    people.map((one) => sql`case when ${mayOpen(one)} then ${one.id}::text end`),
    sql`, `,
  );
  const line = workItemLines(db, language, {
    openers: sql<string[]>`array_remove(array[${allowed}], null)`.as('openers'),
  });
  const [found] = await line.where(eq(cases.id, id));
  return people.filter((one) => found?.openers.includes(one.id));
};

/** The colleagues who could have a work item, with the deputies of those who are away. */
export const colleaguesOf = async (
  db: Db,
  id: string,
  {
    employeeId,
    language,
    now,
    handlers,
  }: {
    employeeId: string;
    language: Language;
    now: Date;
    /** Who handled what a complaint is about. */
    handlers: readonly { id: string }[];
  },
): Promise<CaseColleague[]> => {
  const people = await whoMayOpen(db, id, { language, now });
  const away = await createAbsenceStore(db).awayOn(dayOf(now));
  return people
    .filter((one) => one.id !== employeeId)
    .map((one) => {
      const absence = away.find((each) => each.employeeId === one.id);
      const deputy = absence && people.find((each) => each.id === absence.deputy?.id);
      return {
        key: keyOfEmployee(one.id),
        name: one.name,
        away: absence
          ? {
              until: absence.until,
              deputy: deputy ? { key: keyOfEmployee(deputy.id), name: deputy.name } : null,
            }
          : null,
        ...(handlers.some(({ id }) => id === one.id) && { handledBefore: true }),
      };
    });
};

/**
 * Finds colleagues by key among those who may open the work item.
 * @throws Fault `validation` naming the field
 */
export const colleaguesNamed = (
  people: readonly CurrentEmployee[],
  keys: readonly string[],
  path: string,
): CurrentEmployee[] =>
  keys.map((key) => {
    const found = people.find(({ id }) => keyOfEmployee(id) === key);
    if (!found) throw new Fault('validation', { fields: [{ path, reason: 'noColleague' }] });
    return found;
  });
