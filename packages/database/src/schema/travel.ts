import { date, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { policies } from './policies.ts';

/**
 * Issued travel confirmations, by hash of their check code. Whether one is still valid depends on its policy on the day
 * it is checked.
 */
export const travelChecks = pgTable(
  'travel_checks',
  {
    customerId: text('customer_id').notNull(),
    /** SHA-256 of the code, in hex; the code itself is not stored. */
    id: text().notNull(),
    policyId: text('policy_id').notNull(),
    /** First and last day stated in the confirmation. */
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
