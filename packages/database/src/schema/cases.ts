import { sql } from 'drizzle-orm';
import {
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
import { customers, language } from './customers.ts';

/** What came in: `inquiry` and `form` are submissions, `claim` a claim or the notice of one, `change` a change request. */
export const caseKind = pgEnum('case_kind', ['inquiry', 'form', 'claim', 'memo', 'change', 'privacy']);
export const caseState = pgEnum('case_state', ['open', 'answered', 'closed']);
/** `came` again when the sender wrote anew; `looked` when a staff member had it before them. */
export const caseEventKind = pgEnum('case_event_kind', [
  'came',
  'looked',
  'assigned',
  'released',
  'answered',
  'closed',
  'reopened',
]);

/**
 * The work queue of staff (rule STAFF-6). A case says what is to be done about something that stands elsewhere, in the
 * table of its kind under `matterId`: what was sent is there alone, and the case goes when it is forgotten.
 */
export const cases = pgTable(
  'cases',
  {
    id: text().primaryKey(),
    kind: caseKind().notNull(),
    matterId: text('matter_id').notNull(),
    /** The customer whose it is known to be; null while nobody has proved who sent it. */
    customerId: text('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    /** The language that it was written in, and is answered in. */
    language: language().notNull(),
    openedAt: instant('opened_at').notNull(),
    /** When the first answer is promised by. */
    dueAt: instant('due_at').notNull(),
    state: caseState().notNull().default('open'),
    /** Who has it. The name is kept as it was when they took it. */
    assigneeId: text('assignee_id'),
    assigneeName: text('assignee_name'),
    /** Counts every change, so that two who work at once do not change it unseen by each other. */
    version: integer().notNull().default(0),
    /** When it was closed. */
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('cases_of_matter').on(table.kind, table.matterId),
    index('cases_by_due').on(table.dueAt, table.id).where(sql`state <> 'closed'`),
    index('cases_by_age').on(table.openedAt, table.id),
    index('cases_of_customer').on(table.customerId, table.openedAt),
  ],
);

/** What was done about a case and by whom, in order; never changed once written. */
export const caseEvents = pgTable(
  'case_events',
  {
    caseId: text('case_id').notNull(),
    sequence: integer().notNull(),
    kind: caseEventKind().notNull(),
    at: instant('at').notNull(),
    /** Null for what came by itself. */
    employeeId: text('employee_id'),
    employeeName: text('employee_name'),
    /** What colleagues are told, as why it was closed without an answer. */
    note: text(),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.sequence] }),
    foreignKey({ columns: [table.caseId], foreignColumns: [cases.id] }).onDelete('cascade'),
  ],
);

/** Answers to cases, but for those of claims, which are messages of the claim. `id` is the left side of the Message-ID. */
export const caseAnswers = pgTable(
  'case_answers',
  {
    caseId: text('case_id').notNull(),
    id: text().notNull(),
    employeeId: text('employee_id').notNull(),
    author: text().notNull(),
    text: text().notNull(),
    writtenAt: instant('written_at').notNull(),
    /** Null for a customer without an address, who reads it in the portal alone. */
    recipient: text(),
    /** When the mail server took it, or it was given up and why. */
    sentAt: instant('sent_at'),
    failedAt: instant('failed_at'),
    fault: text(),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.id] }),
    foreignKey({ columns: [table.caseId], foreignColumns: [cases.id] }).onDelete('cascade'),
  ],
);
