import { complaintCauses, complaintOutcomes, complaintSubjects } from '@hofn/domain/complaints.ts';
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  pgEnum,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { complaintWords } from '../search-words.ts';
import { instant } from './columns.ts';
import { customers, language } from './customers.ts';

/** The last part of the reference of a complaint. */
export const complaintNumbers = pgSequence('complaint_numbers', { startWith: 100_001 });

export const complaintSubject = pgEnum('complaint_subject', complaintSubjects);
export const complaintOutcome = pgEnum('complaint_outcome', complaintOutcomes);
export const complaintCause = pgEnum('complaint_cause', complaintCauses);

/**
 * Complaints of customers (rule RIGHT-2), and the register of them. Those of visitors are `submissions`: nobody knows whose matter they
 * are about.
 */
export const complaints = pgTable(
  'complaints',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    /** Reference given to the customer: `K-2026-100001`. */
    reference: text().notNull().unique(),
    /** Who wrote it: the customer, or someone acting for them. */
    actorId: text('actor_id').notNull(),
    /** What it is about, with its id in the table of its kind; null for `other`. */
    about: complaintSubject().notNull(),
    aboutId: text('about_id'),
    /** What happened, and what the customer wants. */
    text: text().notNull(),
    wishes: text().notNull(),
    language: language().notNull(),
    receivedAt: instant('received_at').notNull(),
    /** The last day on which it is answered. */
    dueOn: date('due_on').notNull(),
    outcome: complaintOutcome(),
    cause: complaintCause(),
    /** The employee who decided, by name as of then. */
    decidedBy: text('decided_by'),
    decidedByName: text('decided_by_name'),
    decidedAt: instant('decided_at'),
    /** The letter as the customer reads it, in the language of the complaint, with the further ways as of that day. */
    letter: text(),
    /** What we change because of it; for staff only. */
    note: text(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    // One open complaint about a matter.
    uniqueIndex('complaints_open')
      .on(table.customerId, table.about, table.aboutId)
      .where(sql`decided_at is null`),
    index('complaints_by_year').on(table.receivedAt),
    index('complaints_by_words').using('gin', complaintWords),
    check('complaints_about', sql`(${table.about} = 'other') = (${table.aboutId} is null)`),
    check(
      'complaints_decided',
      sql`num_nulls(${table.outcome}, ${table.cause}, ${table.decidedBy}, ${table.decidedByName}, ${table.decidedAt}, ${table.letter}) in (0, 6)`,
    ),
  ],
);
