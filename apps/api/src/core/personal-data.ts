import { coreRecords, ownChanges } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { ownRows, type PersonalData } from '../platform/personal-data.ts';

/** Versions of what core systems have sent about a customer, and the customer's own changes that stand against them. */
export const corePersonalData = {
  holdings: [ownRows(coreRecords.customerId), ownRows(ownChanges.customerId)],
  leftOut: {
    core_clients: 'nobodys',
    core_files: 'nobodys',
    core_client_keys: 'nobodys',
    core_imports: 'nobodys',
    core_import_errors: 'nobodys',
    // Until the import has ended, or been forgotten.
    core_import_lines: 'passing',
    core_import_parts: 'passing',
  },
  erasure: ({ ownRows, isCustomer }) => [
    {
      table: ownChanges,
      where: ownRows(ownChanges.customerId, isCustomer ? sql`false` : undefined),
      when: 'always',
    },
  ],
} satisfies PersonalData;
