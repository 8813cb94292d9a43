import { sql } from 'drizzle-orm';
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { customers, language, paymentMethod } from './customers.ts';
import { policies } from './policies.ts';

export const paymentState = pgEnum('payment_state', ['started', 'paid', 'declined', 'cancelled']);

/**
 * Payments that a customer made by card at the press of a button. `started` from before the card service is asked until
 * its answer is known; `cancelled` when it had charged nothing and was told not to. The id is the key that the card
 * service charges once for.
 */
export const payments = pgTable(
  'payments',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    /** Who pressed: the customer, or one who acts for them. */
    actorId: text('actor_id').notNull(),
    state: paymentState().notNull(),
    amount: integer().notNull(),
    cardToken: text('card_token').notNull(),
    /** `Visa •••• 4821`, as it was. */
    card: text().notNull(),
    language: language().notNull(),
    /** The charge's number with the card service. */
    reference: text(),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    check('payments_amount', sql`${table.amount} > 0`),
  ],
);

/**
 * What a customer pays and when. One instalment covers all policies of the customer unless `policyId` names the
 * one it is for. Owed is `amount + penaltyInterest + fees` while `paidAt` and `cancelledAt` are null.
 */
export const instalments = pgTable(
  'instalments',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    policyId: text('policy_id'),
    /** «Greiðsla 11 af 12». */
    sequence: integer().notNull(),
    sequenceOf: integer('sequence_of').notNull(),
    dueDate: date('due_date').notNull(),
    /** Last day to pay without penalty interest. */
    finalDueDate: date('final_due_date').notNull(),
    amount: integer().notNull(),
    penaltyInterest: integer('penalty_interest').notNull().default(0),
    fees: integer().notNull().default(0),
    method: paymentMethod().notNull(),
    paidAt: instant('paid_at'),
    /** When the card or bank last refused the charge. */
    refusedAt: instant('refused_at'),
    cancelledAt: instant('cancelled_at'),
    /** Day the policies fall unless paid before: 14 days after the notice that Act 30/2004 art. 33 asks for. */
    lapsesOn: date('lapses_on'),
    /** The payment that pays it or is trying to; null when none is, or when it was paid some other way. */
    paymentId: text('payment_id'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }),
    foreignKey({
      columns: [table.customerId, table.paymentId],
      foreignColumns: [payments.customerId, payments.id],
    }),
    index('instalments_unpaid')
      .on(table.customerId, table.dueDate)
      .where(sql`${table.paidAt} is null and ${table.cancelledAt} is null`),
    // By day across all customers: what is to be invoiced is looked up each night.
    index('instalments_by_due').on(table.dueDate, table.customerId),
    check('instalments_days', sql`${table.dueDate} <= ${table.finalDueDate}`),
  ],
);

export const transactionType = pgEnum('transaction_type', ['premium', 'payment', 'refund', 'fee', 'claim']);

/**
 * Entries of a customer's account, never changed once booked. `amount` is ISK: above zero what the customer was
 * charged or paid back, below zero what they paid or were owed, so that a running sum is what they owe.
 */
export const transactions = pgTable(
  'transactions',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    /** Place among the customer's entries: orders those of one day. */
    sequence: integer().notNull(),
    bookedOn: date('booked_on').notNull(),
    type: transactionType().notNull(),
    descriptionIs: text('description_is').notNull(),
    descriptionEn: text('description_en').notNull(),
    /** The policy that the entry is for; null when it is for several, or for none. */
    policyId: text('policy_id'),
    amount: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }),
    uniqueIndex('transactions_in_order').on(table.customerId, table.sequence),
    // The contract's limit: one longer id would keep the customer from reading their whole account.
    check('transactions_id', sql`length(${table.id}) <= 64`),
  ],
);
