import { sql } from 'drizzle-orm';
import { index, jsonb, pgEnum, pgSequence, pgTable, text } from 'drizzle-orm/pg-core';
import { submissionWords } from '../search-words.ts';
import { instant } from './columns.ts';
import { language } from './customers.ts';

/** The last part of the reference of a submission. */
export const submissionNumbers = pgSequence('submission_numbers', { startWith: 100_001 });

/** `unconfirmed` until the link in the e-mail has been opened; `closed` once nothing remains to be done. */
export const submissionState = pgEnum('submission_state', ['unconfirmed', 'received', 'closed']);

/**
 * Forms submitted on the site. They belong to no customer, because the sender is not verified. Their files are in
 * `uploads` with the holder `submission`.
 */
export const submissions = pgTable(
  'submissions',
  {
    id: text().primaryKey(),
    /** Reference given to the sender: `F-2026-100001`. */
    reference: text().notNull().unique(),
    /** Name of the form; its fields are in `form-kinds.ts` in @hofn/domain. */
    kind: text().notNull(),
    language: language().notNull(),
    /** Answers by field name. */
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
    state: submissionState().notNull(),
    /** Address for the receipt; null if none was given. */
    email: text(),
    receivedAt: instant('received_at').notNull(),
    /** When the mail server accepted the receipt. */
    receiptSentAt: instant('receipt_sent_at'),
    /** When it was handed to the CRM; null for forms that are not. */
    handedOverAt: instant('handed_over_at'),
    /** Uniqueness key of forms that may be sent only once: the draw and the participant. */
    once: text().unique(),
    /** SHA-256 of the token in the confirmation link. */
    confirmation: text().unique(),
    /** When it is deleted. */
    forgetAt: instant('forget_at').notNull(),
  },
  (table) => [
    index('submissions_open').on(table.receivedAt).where(sql`state <> 'closed'`),
    index('submissions_by_words').using('gin', submissionWords),
    index('submissions_age').on(table.forgetAt),
  ],
);

/** Confirmed subscribers to prevention tips. */
export const preventionSubscribers = pgTable('prevention_subscribers', {
  /** Lower case, so that a mailbox is subscribed once. */
  email: text().primaryKey(),
  name: text(),
  topics: jsonb().$type<string[]>().notNull(),
  language: language().notNull(),
  /** When and with which submission they subscribed. */
  confirmedAt: instant('confirmed_at').notNull(),
  reference: text().notNull(),
});
