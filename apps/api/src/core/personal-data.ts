import { coreRecords, ownChanges } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { ownRows, type PersonalData } from '../platform/personal-data.ts';

/** Versions of what core systems have sent about a customer, and the customer's own changes that stand against them. */
export const corePersonalData = {
  holdings: [ownRows(coreRecords.customerId), ownRows(ownChanges.customerId)],
  erasure: ({ ownRows, isCustomer }) => [
    {
      table: ownChanges,
      where: ownRows(ownChanges.customerId, isCustomer ? sql`false` : undefined),
      when: 'always',
    },
  ],
} satisfies PersonalData;
