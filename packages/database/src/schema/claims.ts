import { sql } from 'drizzle-orm';
import {
  bigint,
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
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { claimWords, noticeWords } from '../search-words.ts';
import { instant, isk } from './columns.ts';
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

/** Lines of insurance, each with its own claim form fields. */
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

/** Who an event in a claim is attributed to. */
export const claimRole = pgEnum('claim_role', ['customer', 'handler', 'surveyor', 'system', 'visitor']);
export const claimPaymentState = pgEnum('claim_payment_state', ['paid', 'approved', 'awaitingDocuments']);
/** What has become of a payment since it was approved. The release before this one reads `state` alone. */
export const claimPaymentStep = pgEnum('claim_payment_step', ['ordered', 'failed', 'returned']);

/** The claim form by field: as typed in a draft, cleaned by `cleanClaimForm` once filed; see `claim-form.ts` in @hofn/domain. */
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

/** A decided cover of a claim. Amounts are in whole ISK. */
export type ClaimCoverRow = {
  id: string;
  title: { is: string; en: string };
  claimed: number | null;
  loss: number;
  depreciation: number;
  ownShare: number;
  deductible: number;
  payable: number;
};

/** Who decided on a claim, and why. */
export type ClaimDecisionRow = {
  decidedOn: string;
  by: string;
  approvedBy: string | null;
  reasons: { is: string; en: string };
  /** Edition of the rules that decided without a person. */
  rules?: string | null | undefined;
};

/** The last part of the number of a claim filed online. */
export const claimNumbers = pgSequence('claim_numbers', { startWith: 100_001 });

/** Claims by customer. A claim is open unless `rejected`, `settled`, `closed` or `withdrawn`. */
export const claims = pgTable(
  'claims',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    number: text().notNull(),
    /** Null when the claimant did not know the policy. */
    policyId: text('policy_id'),
    titleIs: text('title_is').notNull(),
    titleEn: text('title_en').notNull(),
    status: claimStatus().notNull(),
    dateOfLoss: date('date_of_loss').notNull(),
    place: text(),
    reportedAt: instant('reported_at'),
    /** When the status last changed. */
    changedAt: instant('changed_at').notNull(),
    /** ISK: assessed loss, and compensation paid after the deductible. */
    lossAmount: isk('loss_amount'),
    compensation: isk(),
    /** Filed without signing in, and no handler has verified the sender. */
    unverified: boolean().notNull().default(false),
    /** Null for a claim reported by telephone. */
    line: claimLine(),
    form: jsonb().$type<ClaimFormRow>(),
    /** Handler of the claim, with a seven-digit phone number. */
    handlerName: text('handler_name'),
    handlerPhone: text('handler_phone'),
    /** What we are waiting for, in both languages, and its due day. */
    needs: jsonb().$type<{ is: string; en: string }[]>(),
    needsBy: date('needs_by'),
    /** Last day of the next step, as promised by the handler. */
    nextBy: date('next_by'),
    /** The decision that stands, by cover, in ISK; null while nothing is decided. */
    covers: jsonb().$type<ClaimCoverRow[]>(),
    /** Who decided, and why, as the customer reads it. */
    decision: jsonb().$type<ClaimDecisionRow>(),
    /** ISK: what the claim is expected to cost, for staff only. */
    reserve: isk(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }),
    uniqueIndex('claims_by_number').on(table.number),
    index('claims_by_words').using('gin', claimWords),
  ],
);

/**
 * Claims filed without signing in. If the kennitala is a customer's, a job later turns the notice into a claim of that
 * customer with the same id and number; doing so in a job keeps the sender from learning who is a customer.
 */
export const claimNotices = pgTable(
  'claim_notices',
  {
    id: text().primaryKey(),
    number: text().notNull().unique(),
    line: claimLine().notNull(),
    form: jsonb().$type<ClaimFormRow>().notNull(),
    /** The reporter, as stated. */
    name: text().notNull(),
    ssn: text().notNull(),
    policyNumber: text('policy_number').notNull(),
    language: language().notNull(),
    receivedAt: instant('received_at').notNull(),
    /** When the mail server accepted the receipt. */
    receiptSentAt: instant('receipt_sent_at'),
    /** The customer it was linked to. */
    customerId: text('customer_id').references(() => customers.id),
    /** When the owner of the kennitala was notified that a report names them, because nothing else of it is theirs. */
    ownerNotifiedAt: instant('owner_notified_at'),
    /** Name of the employee who decided that it is not a claim of that customer's. */
    linkRefusedBy: text('link_refused_by'),
  },
  (table) => [
    index('claim_notices_open').on(table.receivedAt).where(sql`customer_id is null`),
    index('claim_notices_by_words').using('gin', noticeWords),
  ],
);

/**
 * The history of a claim; append-only. These are what the customer reads, not the events that other systems follow
 * (`core_events`).
 */
export const claimEvents = pgTable(
  'claim_events',
  {
    customerId: text('customer_id').notNull(),
    claimId: text('claim_id').notNull(),
    sequence: integer().notNull(),
    /** The new status; null for the filing itself. */
    status: claimStatus(),
    at: instant('at').notNull(),
    role: claimRole().notNull(),
    /** Null for the system. */
    name: text(),
    noteIs: text('note_is'),
    noteEn: text('note_en'),
    /** ISK: loss and compensation after this event; null in rows of earlier releases. */
    lossAmount: isk('loss_amount'),
    compensation: isk(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.claimId, table.sequence] }),
    foreignKey({
      columns: [table.customerId, table.claimId],
      foreignColumns: [claims.customerId, claims.id],
    }).onDelete('cascade'),
  ],
);

/** Parts of the compensation. */
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
    amount: isk().notNull(),
    state: claimPaymentState().notNull(),
    /** Only with the state `approved`. */
    step: claimPaymentStep(),
    /** Why it failed or came back, for staff. */
    fault: jsonb().$type<{ is: string; en: string }>(),
    paidOn: date('paid_on'),
    /** The masked account number: `0133-26-••4410`. */
    account: text(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.claimId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.claimId],
      foreignColumns: [claims.customerId, claims.id],
    }).onDelete('cascade'),
    // Across all customers, for finance: by the day of payment, and those that the bank did not pay or got back.
    index('claim_payments_by_day').on(table.paidOn),
    index('claim_payments_hanging').on(table.step).where(sql`step in ('failed', 'returned')`),
  ],
);

export const claimActState = pgEnum('claim_act_state', ['asked', 'done', 'referred', 'declined']);

/**
 * What employees have done with claims through the insurance core (rule ACT-1). A row is stored before the core is called, so
 * that what was asked for is repeated under its key until there is an answer.
 */
export const claimActs = pgTable(
  'claim_acts',
  {
    /** The key under which the core performs it once. */
    id: text().primaryKey(),
    customerId: text('customer_id').notNull(),
    claimId: text('claim_id').notNull(),
    caseId: text('case_id').notNull(),
    /** As the core is asked: `claimAct` of the contract. */
    act: jsonb().$type<{ kind: string }>().notNull(),
    /** The version of the claim that the employee saw. */
    claimVersion: bigint('claim_version', { mode: 'number' }).notNull(),
    state: claimActState().notNull().default('asked'),
    /** Null for what rules decide. */
    employeeId: text('employee_id'),
    employeeName: text('employee_name'),
    /** Name of who approved what was above the employee's authority. */
    approvedBy: text('approved_by'),
    /** ISK: the reserve, what is payable, or what is ordered by it; null for other acts. */
    amount: isk(),
    askedAt: instant('asked_at').notNull(),
    answeredAt: instant('answered_at'),
    /** Attempts without an answer, and when the next one is due; null once there is an answer. */
    tries: integer().notNull().default(0),
    askAgainAt: instant('ask_again_at'),
    /** Why the core has not done it. */
    reasons: jsonb()
      .$type<{ code: string; texts: { is: string; en: string } | null }[]>()
      .notNull()
      .default([]),
    /** Why an answer of the core could not be stored, for those who run the core. */
    unusable: jsonb().$type<string[]>(),
    /** The core's receipt (rule ACT-5). */
    receipt: jsonb().$type<{ key: string; sha256: string; recordedAt: string }>(),
  },
  (table) => [
    foreignKey({
      columns: [table.customerId, table.claimId],
      foreignColumns: [claims.customerId, claims.id],
    }).onDelete('cascade'),
    index('claim_acts_of_claim').on(table.customerId, table.claimId, table.askedAt),
    // One at a time: what comes after it depends on the answer.
    uniqueIndex('claim_acts_asked').on(table.customerId, table.claimId).where(sql`state = 'asked'`),
    index('claim_acts_to_ask').on(table.askAgainAt).where(sql`ask_again_at is not null`),
  ],
);

/** Messages between customer and insurer about a claim. */
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

/** Claim drafts. `id` is the token in the link to the draft. */
export const claimDrafts = pgTable(
  'claim_drafts',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    line: claimLine().notNull(),
    form: jsonb().$type<ClaimFormRow>().notNull(),
    /** The current step of the form, from 1. */
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
