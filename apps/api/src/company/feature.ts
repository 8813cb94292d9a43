import { companyInvolvement } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { createActs } from '../requests/acts.ts';
import { createSettling } from '../requests/settle.ts';
import { companyHandlers } from './routes.ts';

/** Companies' own pages: figures that their premiums are rated by, and the people involved in a company. */
export const company = defineFeature({
  name: 'company',
  handlers: (services) =>
    companyHandlers({ ...services, acts: createActs(services, createSettling(services)) }),
  personalData: {
    holdings: [ownRows(companyInvolvement.customerId)],
    erasure: ({ ownRows }) => [
      {
        table: companyInvolvement,
        where: ownRows(companyInvolvement.customerId, sql`${companyInvolvement.endedOn} is not null`),
        when: 'always',
      },
    ],
  },
});
