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
 * Card payments made by customers in the portal. `started` from before the card service is called until its response is
 * known; `cancelled` when nothing was charged and the charge was called off. The id is the idempotency key sent to the
 * card service.
 */
export const payments = pgTable(
  'payments',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    /** Who paid: the customer, or someone acting for them. */
    actorId: text('actor_id').notNull(),
    state: paymentState().notNull(),
    amount: integer().notNull(),
    cardToken: text('card_token').notNull(),
    /** `Visa •••• 4821`, at the time of payment. */
    card: text().notNull(),
    language: language().notNull(),
    /** The purchase for which the card service holds the amount before it is charged; null for a charge at once. */
    heldFor: text('held_for'),
    /** The card service's id of the charge. */
    reference: text(),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    check('payments_amount', sql`${table.amount} > 0`),
    // For those that nobody follows up.
    index('payments_started').on(table.createdAt).where(sql`state = 'started'`),
    // By day across all customers, for finance.
    index('payments_by_day').on(table.createdAt),
  ],
);

export const refundState = pgEnum('refund_state', ['ordered', 'refunded', 'refused']);

/**
 * Refunds of card payments that a second employee has approved (rule DESK-12). The id is that of the approval, and the key under
 * which the card service is asked: `ordered` until its answer is known.
 */
export const refunds = pgTable(
  'refunds',
  {
    customerId: text('customer_id').notNull(),
    id: text().notNull(),
    paymentId: text('payment_id').notNull(),
    state: refundState().notNull(),
    amount: integer().notNull(),
    /** Why, as its proposer wrote it for colleagues. */
    reason: text().notNull(),
    /** The employees, with their names as of the act. */
    proposedBy: text('proposed_by').notNull(),
    proposedByName: text('proposed_by_name').notNull(),
    approvedBy: text('approved_by').notNull(),
    approvedByName: text('approved_by_name').notNull(),
    orderedAt: instant('ordered_at').notNull(),
    /** When the answer of the card service was known. */
    settledAt: instant('settled_at'),
    /** The card service's id of the refund. */
    reference: text(),
    /** The card service's code for why it refused. */
    fault: text(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.paymentId],
      foreignColumns: [payments.customerId, payments.id],
    }),
    check('refunds_amount', sql`${table.amount} > 0`),
    check('refunds_second_person', sql`${table.approvedBy} <> ${table.proposedBy}`),
    check('refunds_settled', sql`(${table.state} = 'ordered') = (${table.settledAt} is null)`),
    index('refunds_of_payment').on(table.customerId, table.paymentId),
    // One at a time: what becomes of it decides how much is left.
    uniqueIndex('refunds_ordered_once').on(table.customerId, table.paymentId).where(sql`state = 'ordered'`),
    // For those that nobody follows up.
    index('refunds_ordered').on(table.orderedAt).where(sql`state = 'ordered'`),
    // By day across all customers, for finance.
    index('refunds_by_day').on(sql`coalesce(${table.settledAt}, ${table.orderedAt})`),
  ],
);

/**
 * Instalments. One instalment covers all policies of the customer unless `policyId` is set. The amount owed is
 * `amount + penaltyInterest + fees` while `paidAt` and `cancelledAt` are null.
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
    /** When the card or bank charge was last refused. */
    refusedAt: instant('refused_at'),
    cancelledAt: instant('cancelled_at'),
    /** Day the policies lapse unless paid before: 14 days after the notice required by Act 30/2004 art. 33. */
    lapsesOn: date('lapses_on'),
    /** The payment that has paid it or is in progress; null if there is none or it was paid another way. */
    paymentId: text('payment_id'),
    /**
     * What that payment charges for it, in ISK: the amount may change while the card is charged or afterwards. Null where a
     * release before this column began the payment.
     */
    chargedAmount: integer('charged_amount'),
    /** Of what is left of an instalment that a payment has paid in part: id of the instalment, as its source knows it. */
    restOf: text('rest_of'),
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
    // By day across all customers, for the nightly search for instalments to invoice.
    index('instalments_by_due').on(table.dueDate, table.customerId),
    // What was charged otherwise than by a payment, by the day of the answer, for finance.
    index('instalments_charged')
      .on(sql`coalesce(${table.paidAt}, ${table.refusedAt})`)
      .where(sql`payment_id is null and coalesce(paid_at, refused_at) is not null`),
    check('instalments_days', sql`${table.dueDate} <= ${table.finalDueDate}`),
  ],
);

export const transactionType = pgEnum('transaction_type', ['premium', 'payment', 'refund', 'fee', 'claim']);

/**
 * Ledger entries of a customer; append-only. `amount` is ISK: positive for charges and refunds, negative for payments
 * and credits, so that the running sum is the balance owed.
 */
export const transactions = pgTable(
  'transactions',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    /** Position among the customer's entries; orders those of one day. */
    sequence: integer().notNull(),
    bookedOn: date('booked_on').notNull(),
    type: transactionType().notNull(),
    descriptionIs: text('description_is').notNull(),
    descriptionEn: text('description_en').notNull(),
    /** The policy the entry concerns; null for several or none. */
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
    // The contract's limit: one longer id would make the customer's whole account unreadable.
    check('transactions_id', sql`length(${table.id}) <= 64`),
  ],
);
