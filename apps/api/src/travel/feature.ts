import { travelChecks } from '@hofn/database';
import { addMonths } from '@hofn/domain';
import { dayOfInstant } from '@hofn/texts';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { sweep } from '../platform/sweep.ts';
import { confirmParts } from './confirmations.ts';
import { travelMails } from './mails.ts';
import { travelHandlers } from './routes.ts';

/** Months after the trip: authorities verify confirmations for as long as an appeal may take, a year. */
const retentionMonths = 12;

/** Travel cards, and confirmations that embassies verify by a code. */
export const travel = defineFeature({
  name: 'travel',
  handlers: (services) => travelHandlers({ ...services, ...confirmParts(services) }),
  mails: (services) => travelMails(confirmParts(services)),
  jobs: [
    {
      name: 'travelChecks.forget',
      at: '17 3 * * *',
      run: ({ db, clock }) => {
        const before = addMonths(dayOfInstant(clock.now()), -retentionMonths);
        return sweep(db, travelChecks, sql`${travelChecks.validTo} < ${before}::date`);
      },
    },
  ],
  personalData: { holdings: [ownRows(travelChecks.customerId)] },
});
