import { staffReads, staffViews } from '@hofn/database';
import { addMonths } from '@hofn/domain';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { viewHandlers } from './routes.ts';
import { deleteOldViews } from './store.ts';
import { viewRetentionMs } from './views.ts';

/** Months for which customers can see who viewed their data. */
const retentionMonths = 24;

/** Staff's views of customers, and the customers' list of them. */
export const views = defineFeature({
  name: 'views',
  handlers: (services) =>
    viewHandlers({
      ...services,
      names: services.dailyLimit('staff names', services.settings.STAFF_LOOKUPS),
    }),
  jobs: [
    {
      name: 'staffViews.forget',
      at: '29 3 * * *',
      run: ({ db, clock }) =>
        deleteOldViews(db, new Date(clock.now().getTime() - viewRetentionMs).toISOString()),
    },
  ],
  personalData: {
    holdings: [ownRows(staffViews.customerId), ownRows(staffReads.customerId)],
    erasure: ({ ownRows, today }) => [
      {
        table: staffViews,
        where: ownRows(
          staffViews.customerId,
          sql`(${staffViews.openedAt} at time zone 'UTC')::date < ${addMonths(today, -retentionMonths)}::date`,
        ),
        when: 'always',
      },
    ],
  },
});
