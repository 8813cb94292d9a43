import { absences, type Database } from '@hofn/database';

/** Una is away in January, without a deputy, and not in December. */
export const fillAbsence = async ({ db }: Database): Promise<void> => {
  await db.delete(absences);
  await db.insert(absences).values({
    ...{ id: 'fri1', employeeId: 'employee|una', firstDay: '2027-01-04', lastDay: '2027-01-08' },
    ...{ deputyId: null, enteredBy: 'Una Prófdóttir', enteredAt: new Date('2026-11-20T12:00:00Z') },
  });
};
