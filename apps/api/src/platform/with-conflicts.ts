import { type CurrentEmployee, createConflictCheck, type Db } from '@hofn/database';
import type { StaffMember } from './authorization.ts';

/** Colleagues with their conflicts of interest on a day, for what is decided about them while another makes a call. */
export const withConflicts = async (
  db: Db,
  people: readonly CurrentEmployee[],
  day: string,
): Promise<StaffMember[]> => {
  const conflictsOf = createConflictCheck(db);
  const found: StaffMember[] = [];
  for (const one of people) found.push({ ...one, conflicts: await conflictsOf(one.id, day) });
  return found;
};
