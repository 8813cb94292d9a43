import { type CurrentEmployee, createConflictCheck, type Db } from '@hofn/database';
import type { StaffMember } from './authorization.ts';

/** The look-up of each database, which is a long query to build. Transactions have their own. */
const checks = new WeakMap<Db, ReturnType<typeof createConflictCheck>>();

/** Colleagues with their conflicts of interest on a day, for what is decided about them while another makes a call. */
export const withConflicts = async (
  db: Db,
  people: readonly CurrentEmployee[],
  day: string,
): Promise<StaffMember[]> => {
  const conflictsOf = checks.get(db) ?? createConflictCheck(db);
  checks.set(db, conflictsOf);
  const found: StaffMember[] = [];
  for (const one of people) found.push({ ...one, conflicts: await conflictsOf(one.id, day) });
  return found;
};
