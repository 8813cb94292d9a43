import { absences as rows } from '@hofn/database';
import { addDays, dayOf } from '@hofn/domain';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { sweep } from '../platform/sweep.ts';
import { absenceHandlers } from './routes.ts';

const retentionDays = 90;

/** Employees’ absences and their deputies. */
export const absences = defineFeature({
  name: 'absences',
  handlers: absenceHandlers,
  jobs: [
    {
      name: 'absences.forget',
      at: '29 3 * * *',
      run: ({ db, clock }) =>
        sweep(db, rows, sql`${rows.lastDay} < ${addDays(dayOf(clock.now()), -retentionDays)}`),
    },
  ],
  personalData: { leftOut: { absences: 'staff' } },
});
