import { date, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { policies } from './policies.ts';

/**
 * Travel confirmations that were given out, by the hash of their check code. Whether one still holds follows from its
 * policy on the day that it is asked about.
 */
export const travelChecks = pgTable(
  'travel_checks',
  {
    customerId: text('customer_id').notNull(),
    /** SHA-256 of the code, in hex; the code itself is kept nowhere. */
    id: text().notNull(),
    policyId: text('policy_id').notNull(),
    /** First and last day that the confirmation says. */
    validFrom: date('valid_from').notNull(),
    validTo: date('valid_to').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    uniqueIndex('travel_checks_code').on(table.id),
    index('travel_checks_age').on(table.validTo),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }).onDelete('cascade'),
  ],
);
