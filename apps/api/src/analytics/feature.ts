import { outboundClicks } from '@hofn/database';
import { addMonths } from '@hofn/domain';
import { dayOfInstant } from '@hofn/texts';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { sweep } from '../platform/sweep.ts';
import { analyticsHandlers } from './routes.ts';

/** Months: clicks are compared with the same month of the previous year. */
const retentionMonths = 25;

/** Counts of clicks on outbound links; they identify nobody. */
export const analytics = defineFeature({
  name: 'analytics',
  handlers: analyticsHandlers,
  jobs: [
    {
      name: 'outboundClicks.forget',
      at: '18 3 * * *',
      run: ({ db, clock }) => {
        const before = addMonths(dayOfInstant(clock.now()), -retentionMonths);
        return sweep(db, outboundClicks, sql`${outboundClicks.day} < ${before}::date`);
      },
    },
  ],
  personalData: { leftOut: { outbound_clicks: 'nobodys' } },
});
