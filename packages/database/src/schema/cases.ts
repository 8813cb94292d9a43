import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant, transactionId } from './columns.ts';
import { customers, language } from './customers.ts';

/** What a work item is about: `inquiry` and `form` are submissions, `claim` a claim or claim notice, `change` a change
 * request. */
export const caseKind = pgEnum('case_kind', ['inquiry', 'form', 'claim', 'memo', 'change', 'privacy']);
/** What a work item is about that nobody has sent: something of ours that needs a person (rule DESK-14). */
export const caseProblem = pgEnum('case_problem', ['payment', 'signing', 'mail']);
/** What a work item is about that somebody has sent, of kinds that the previous release does not know. */
export const caseLaterKind = pgEnum('case_later_kind', ['complaint']);
export const caseState = pgEnum('case_state', ['open', 'answered', 'closed']);
/** `came` is repeated when the sender writes again; `looked` is recorded when a staff member opens it. */
export const caseEventKind = pgEnum('case_event_kind', [
  'came',
  'looked',
  'assigned',
  'released',
  'answered',
  'closed',
  'reopened',
]);

/** Who a case waits for, while it is out of the open list until a day (rule DESK-5). */
export const caseWaitsFor = pgEnum('case_waits_for', ['customer', 'colleague', 'core', 'bank', 'something']);
/**
 * What an event is that the previous release does not know. Its `kind` is then the closest one that it does know, because that
 * release checks what it answers against its own list.
 */
export const caseStep = pgEnum('case_step', ['noted', 'waiting', 'resumed', 'handedOver']);

/**
 * The staff work queue (rule STAFF-6). A row is called a work item in the code, and a case on the staff's screens. The
 * table keeps its first name, because the previous release runs on the same database during an upgrade. A work item
 * refers by `matterId` to a row in the table of its kind. What was sent is stored only there, and the work item is
 * deleted with it.
 */
export const cases = pgTable(
  'cases',
  {
    id: text().primaryKey(),
    kind: caseKind().notNull(),
    matterId: text('matter_id').notNull(),
    /**
     * Where set, the kind of the work item. The previous release does not know such work items: `kind` then says `claim`,
     * which it can read and lists to no customer, and `matterId` begins with the problem, so that it is no claim's.
     */
    problem: caseProblem(),
    /** As `problem`, of what somebody has sent. At most one of the two is set. */
    laterKind: caseLaterKind('later_kind'),
    /** The customer it belongs to; null until the sender is verified. */
    customerId: text('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    /** Language it was written in and is answered in. */
    language: language().notNull(),
    openedAt: instant('opened_at').notNull(),
    /** Promised time of the first answer. */
    dueAt: instant('due_at').notNull(),
    state: caseState().notNull().default('open'),
    /** Assignee. The name is stored as of the assignment. */
    assigneeId: text('assignee_id'),
    assigneeName: text('assignee_name'),
    /** Incremented with every change, for optimistic locking. */
    version: integer().notNull().default(0),
    /** When it was closed. */
    closedAt: instant('closed_at'),
    /**
     * Who it waits for, since when, and the day on which it is back in its owner's list. Holds while `version` is
     * `waitsVersion`: any change of the case ends the wait, also one that the previous release makes.
     */
    waitsFor: caseWaitsFor('waits_for'),
    waitsSince: instant('waits_since'),
    waitsUntil: date('waits_until'),
    waitsVersion: integer('waits_version'),
    /**
     * Part of the `Reply-To` address of e-mails about it, set with the first of them. Whoever knows it can write to the case,
     * and read nothing.
     */
    replyToken: text('reply_token'),
  },
  (table) => [
    uniqueIndex('cases_by_reply_token').on(table.replyToken).where(sql`reply_token is not null`),
    uniqueIndex('cases_of_matter').on(table.kind, table.matterId),
    index('cases_by_due').on(table.dueAt, table.id).where(sql`state <> 'closed'`),
    // Also of closed ones: promises that were kept are counted by the time they ended.
    index('cases_by_promise').on(table.dueAt),
    index('cases_by_age').on(table.openedAt, table.id),
    index('cases_of_customer').on(table.customerId, table.openedAt),
    check(
      'cases_waits',
      sql`num_nulls(${table.waitsFor}, ${table.waitsSince}, ${table.waitsUntil}, ${table.waitsVersion}) in (0, 4)`,
    ),
  ],
);

/** The history of a work item; append-only. */
export const caseEvents = pgTable(
  'case_events',
  {
    caseId: text('case_id').notNull(),
    sequence: integer().notNull(),
    kind: caseEventKind().notNull(),
    /** Where set, what the event is; `kind` is then what the previous release takes it for. */
    step: caseStep(),
    at: instant('at').notNull(),
    /** Null when it was not done by staff. */
    employeeId: text('employee_id'),
    employeeName: text('employee_name'),
    /** Note for colleagues, such as why it was closed without an answer. */
    note: text(),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.sequence] }),
    foreignKey({ columns: [table.caseId], foreignColumns: [cases.id] }).onDelete('cascade'),
  ],
);

/**
 * What employees write to each other about a work item: notes, what is waited for, and reasons of handing over (rule DESK-5). One
 * row per event that says more than its kind. A table of its own, because no customer reads it, not even in the archive of
 * their data.
 */
export const caseNotes = pgTable(
  'case_notes',
  {
    caseId: text('case_id').notNull(),
    /** The event in its history. */
    sequence: integer().notNull(),
    text: text().notNull(),
    /** Of `waiting`. */
    waitsFor: caseWaitsFor('waits_for'),
    waitsUntil: date('waits_until'),
    /** Of `handedOver`, the name of who it was handed to; null for everyone. */
    toName: text('to_name'),
    /** Of `noted`, the names of the colleagues who were mentioned. */
    mentions: text().array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.sequence] }),
    foreignKey({
      columns: [table.caseId, table.sequence],
      foreignColumns: [caseEvents.caseId, caseEvents.sequence],
    }).onDelete('cascade'),
  ],
);

/** Employees that a note mentions, and whether they have opened the work item since. */
export const caseMentions = pgTable(
  'case_mentions',
  {
    caseId: text('case_id').notNull(),
    employeeId: text('employee_id').notNull(),
    /** The latest note that mentions them. */
    mentionedAt: instant('mentioned_at').notNull(),
    seenAt: instant('seen_at'),
  },
  (table) => [
    primaryKey({ columns: [table.employeeId, table.caseId] }),
    foreignKey({ columns: [table.caseId], foreignColumns: [cases.id] }).onDelete('cascade'),
    index('case_mentions_case').on(table.caseId),
  ],
);

/**
 * Answers to work items, except those about claims, which are claim messages. `id` is the left side of the Message-ID.
 */
export const caseAnswers = pgTable(
  'case_answers',
  {
    caseId: text('case_id').notNull(),
    id: text().notNull(),
    employeeId: text('employee_id').notNull(),
    author: text().notNull(),
    text: text().notNull(),
    writtenAt: instant('written_at').notNull(),
    /** Null for a customer without an address, who reads it only in the portal. */
    recipient: text(),
    /** When the mail server accepted it, or when and why it was given up. */
    sentAt: instant('sent_at'),
    failedAt: instant('failed_at'),
    fault: text(),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.id] }),
    foreignKey({ columns: [table.caseId], foreignColumns: [cases.id] }).onDelete('cascade'),
  ],
);

/** E-mails that people wrote in reply to ours about a work item. */
export const caseMails = pgTable(
  'case_mails',
  {
    caseId: text('case_id').notNull(),
    /** From its Message-ID, so that a mail server may deliver it again. */
    id: text().notNull(),
    /** Sender as written in the e-mail, which proves nothing. */
    address: text().notNull(),
    name: text(),
    text: text().notNull(),
    /** What it quoted of earlier e-mails. */
    quoted: text(),
    /** Its Message-ID, with angle brackets; null if it has none. */
    messageId: text('message_id'),
    /** Whether a program wrote it, such as a notice of absence. */
    isAutomatic: boolean('is_automatic').notNull().default(false),
    receivedAt: instant('received_at').notNull(),
    /** Whether the messages of a claim contain it, where its customer reads it. */
    isInClaim: boolean('is_in_claim').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.id] }),
    foreignKey({ columns: [table.caseId], foreignColumns: [cases.id] }).onDelete('cascade'),
  ],
);

/**
 * What a draft becomes: an answer, the note of closing, the texts of a decision about a request or personal data, or what
 * colleagues are told.
 */
export const caseDraftKind = pgEnum('case_draft_kind', [
  'answer',
  'close',
  'accept',
  'refuse',
  'ask',
  'privacyExtend',
  'privacyRefuse',
  'note',
  'wait',
  'handOver',
  'claimDecide',
  'claimAsk',
]);

/** What an employee has typed about a work item and not sent (rule DESK-4). Deleted when it is sent, or after 30 days. */
export const caseDrafts = pgTable(
  'case_drafts',
  {
    caseId: text('case_id').notNull(),
    employeeId: text('employee_id').notNull(),
    kind: caseDraftKind().notNull(),
    /** The form's fields by name. */
    fields: jsonb().$type<Record<string, string | boolean>>().notNull(),
    /** A save names the time of the draft that it replaces, so that two devices do not overwrite each other. */
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.employeeId, table.kind] }),
    foreignKey({ columns: [table.caseId], foreignColumns: [cases.id] }).onDelete('cascade'),
    index('case_drafts_age').on(table.changedAt),
  ],
);

/**
 * The latest change of each work item, for the live desk (rule DESK-3). A trigger on `cases` writes it, so that changes by the
 * previous release are seen too; what is no change of the work item itself, such as a note, writes it in the code.
 */
export const caseChanges = pgTable(
  'case_changes',
  {
    caseId: text('case_id')
      .primaryKey()
      .references(() => cases.id, { onDelete: 'cascade' }),
    /** Counts the changes: grows by one with each, also when transactions commit in another order than they began. */
    changes: integer().notNull().default(1),
    /** Transaction of the latest change. A reader asks for those that its last snapshot did not contain. */
    changedIn: transactionId('changed_in').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [index('case_changes_by_transaction').on(table.changedIn)],
);

/** Employees who have a work item open, and whether they write (rule DESK-3). What is older than some seconds counts as gone. */
export const casePresence = pgTable(
  'case_presence',
  {
    caseId: text('case_id').notNull(),
    employeeId: text('employee_id').notNull(),
    /** Name as of then: it is shown for seconds. */
    employeeName: text('employee_name').notNull(),
    seenAt: instant('seen_at').notNull(),
    /** When they last typed; null if they have not. */
    writingAt: instant('writing_at'),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.employeeId] }),
    foreignKey({ columns: [table.caseId], foreignColumns: [cases.id] }).onDelete('cascade'),
    index('case_presence_age').on(table.seenAt),
  ],
);
