import { date, foreignKey, integer, pgEnum, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { customers } from './customers.ts';
import { policies } from './policies.ts';

export const claimStatus = pgEnum('claim_status', [
  'draft',
  'received',
  'inProgress',
  'awaitingDocuments',
  'assessment',
  'approved',
  'partlyApproved',
  'rejected',
  'settled',
  'closed',
  'reopened',
  'withdrawn',
]);

/** Claims by customer. Open are all but `draft`, `rejected`, `settled`, `closed` and `withdrawn`. */
export const claims = pgTable(
  'claims',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    number: text().notNull(),
    policyId: text('policy_id').notNull(),
    titleIs: text('title_is').notNull(),
    titleEn: text('title_en').notNull(),
    status: claimStatus().notNull(),
    dateOfLoss: date('date_of_loss').notNull(),
    place: text(),
    reportedAt: timestamp('reported_at', { withTimezone: true, mode: 'string' }),
    /** When the status last changed. */
    changedAt: timestamp('changed_at', { withTimezone: true, mode: 'string' }).notNull(),
    /** ISK: the loss as assessed, and what was paid of it after the deductible. */
    lossAmount: integer('loss_amount'),
    compensation: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }),
  ],
);
