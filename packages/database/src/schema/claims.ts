import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgSequence,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { customers, language } from './customers.ts';
import { policies } from './policies.ts';

export const claimStatus = pgEnum('claim_status', [
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

/** Lines of insurance that a claim is filed for, each with questions of its own. */
export const claimLine = pgEnum('claim_line', [
  'vehicle',
  'windscreen',
  'home',
  'property',
  'travel',
  'accident',
  'health',
  'liability',
  'work',
]);

/** On whose behalf something happened in a claim. */
export const claimRole = pgEnum('claim_role', ['customer', 'handler', 'surveyor', 'system', 'visitor']);
export const claimPaymentState = pgEnum('claim_payment_state', ['paid', 'approved', 'awaitingDocuments']);

/** What one typed into the form of a claim, by field; the questions are those of `claim-form.ts` in @hofn/domain. */
export type ClaimFormRow = {
  policy: string;
  dateOfLoss: string;
  time: string;
  place: string;
  causes: string[];
  description: string;
  email: string;
  phone: string;
  estimatedAmount: string;
  account: string;
  details: Record<string, string>;
  items: { item: string; year: string; price: string }[];
};

/** The last part of the number of a claim filed here. */
export const claimNumbers = pgSequence('claim_numbers', { startWith: 100_001 });

/** Claims by customer. Open are all but `rejected`, `settled`, `closed` and `withdrawn`. */
export const claims = pgTable(
  'claims',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    number: text().notNull(),
    /** Null when the claimant did not know which policy it is for. */
    policyId: text('policy_id'),
    titleIs: text('title_is').notNull(),
    titleEn: text('title_en').notNull(),
    status: claimStatus().notNull(),
    dateOfLoss: date('date_of_loss').notNull(),
    place: text(),
    reportedAt: instant('reported_at'),
    /** When the status last changed. */
    changedAt: instant('changed_at').notNull(),
    /** ISK: the loss as assessed, and what was paid of it after the deductible. */
    lossAmount: integer('loss_amount'),
    compensation: integer(),
    /** Came from someone who had not signed in, and no handler has looked into who that was. */
    unverified: boolean().notNull().default(false),
    /** Null for a claim that came by telephone. */
    line: claimLine(),
    form: jsonb().$type<ClaimFormRow>(),
    /** Who has the claim in hand, with a phone number of seven digits. */
    handlerName: text('handler_name'),
    handlerPhone: text('handler_phone'),
    /** What we wait for, in both languages, and the day that it should have come. */
    needs: jsonb().$type<{ is: string; en: string }[]>(),
    needsBy: date('needs_by'),
    /** Last day of the next step, as the handler has promised it. */
    nextBy: date('next_by'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }),
  ],
);

/**
 * Claims as they were filed by someone who had not signed in. One whose kennitala is a customer's becomes a claim of
 * that customer with the same id and number, afterwards and by a job, so that the sender learns nothing of who is one.
 */
export const claimNotices = pgTable(
  'claim_notices',
  {
    id: text().primaryKey(),
    number: text().notNull().unique(),
    line: claimLine().notNull(),
    form: jsonb().$type<ClaimFormRow>().notNull(),
    /** Who files it, as they say. */
    name: text().notNull(),
    ssn: text().notNull(),
    policyNumber: text('policy_number').notNull(),
    language: language().notNull(),
    receivedAt: instant('received_at').notNull(),
    /** When the mail server took the receipt. */
    receiptSentAt: instant('receipt_sent_at'),
    /** The customer whose claim it has become. */
    customerId: text('customer_id').references(() => customers.id),
  },
  (table) => [index('claim_notices_open').on(table.receivedAt).where(sql`customer_id is null`)],
);

/** What has happened in a claim, in order; never changed once written. */
export const claimEvents = pgTable(
  'claim_events',
  {
    customerId: text('customer_id').notNull(),
    claimId: text('claim_id').notNull(),
    sequence: integer().notNull(),
    /** The status that it came to; null for the notice itself. */
    status: claimStatus(),
    at: instant('at').notNull(),
    role: claimRole().notNull(),
    /** Null for what the system does. */
    name: text(),
    noteIs: text('note_is'),
    noteEn: text('note_en'),
    /** ISK: loss and compensation as they were after this event; null in what earlier releases wrote. */
    lossAmount: integer('loss_amount'),
    compensation: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.claimId, table.sequence] }),
    foreignKey({
      columns: [table.customerId, table.claimId],
      foreignColumns: [claims.customerId, claims.id],
    }).onDelete('cascade'),
  ],
);

/** Compensation by its parts. */
export const claimPayments = pgTable(
  'claim_payments',
  {
    customerId: text('customer_id').notNull(),
    claimId: text('claim_id').notNull(),
    id: text().notNull(),
    titleIs: text('title_is').notNull(),
    titleEn: text('title_en').notNull(),
    recipient: text().notNull(),
    /** ISK. */
    amount: integer().notNull(),
    state: claimPaymentState().notNull(),
    paidOn: date('paid_on'),
    /** The account with its number hidden but for the end: `0133-26-••4410`. */
    account: text(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.claimId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.claimId],
      foreignColumns: [claims.customerId, claims.id],
    }).onDelete('cascade'),
  ],
);

/** What customer and insurer write to each other about a claim. */
export const claimMessages = pgTable(
  'claim_messages',
  {
    customerId: text('customer_id').notNull(),
    claimId: text('claim_id').notNull(),
    id: text().notNull(),
    fromInsurer: boolean('from_insurer').notNull(),
    author: text().notNull(),
    text: text().notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.claimId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.claimId],
      foreignColumns: [claims.customerId, claims.id],
    }).onDelete('cascade'),
  ],
);

/** Claims that are being written. `id` is the token of the link that leads back to one. */
export const claimDrafts = pgTable(
  'claim_drafts',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    line: claimLine().notNull(),
    form: jsonb().$type<ClaimFormRow>().notNull(),
    /** The step of the form that it was left at, counted from 1. */
    step: integer().notNull(),
    language: language().notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    index('claim_drafts_age').on(table.expiresAt),
  ],
);
