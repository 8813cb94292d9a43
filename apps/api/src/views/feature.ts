import { staffReads, staffViews } from '@hofn/database';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { viewHandlers } from './routes.ts';
import { deleteOldViews } from './store.ts';
import { viewRetentionMs } from './views.ts';

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
  // Views are deleted by age alone: no service may delete them sooner, not even for an erasure.
  personalData: {
    holdings: [ownRows(staffViews.customerId), ownRows(staffReads.customerId)],
  },
});
