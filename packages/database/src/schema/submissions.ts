import { sql } from 'drizzle-orm';
import { index, jsonb, pgEnum, pgSequence, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { language } from './customers.ts';

/** The last part of the reference of a submission. */
export const submissionNumbers = pgSequence('submission_numbers', { startWith: 100_001 });

/** `unconfirmed` until the link in its e-mail is followed; `closed` once nobody has anything to do with it any more. */
export const submissionState = pgEnum('submission_state', ['unconfirmed', 'received', 'closed']);

/**
 * Forms of the site as visitors sent them. They are nobody's: what a sender says of themselves is not proved. Their files
 * stand in `uploads` with the holder `submission`.
 */
export const submissions = pgTable(
  'submissions',
  {
    id: text().primaryKey(),
    /** What the sender is told: `F-2026-100001`. */
    reference: text().notNull().unique(),
    /** Name of the form; its questions are those of `form-kinds.ts` in @hofn/domain. */
    kind: text().notNull(),
    language: language().notNull(),
    /** What was answered, by the names of the questions. */
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
    state: submissionState().notNull(),
    /** Where the receipt goes; null for one who gave no address. */
    email: text(),
    receivedAt: instant('received_at').notNull(),
    /** When the mail server took the receipt. */
    receiptSentAt: instant('receipt_sent_at'),
    /** When the customer relations system took it over; null for what does not go there. */
    handedOverAt: instant('handed_over_at'),
    /** What may be sent once alone: the draw and who takes part. */
    once: text().unique(),
    /** SHA-256 of the secret of the link that confirms it. */
    confirmation: text().unique(),
    /** The instant after which it is forgotten. */
    forgetAt: instant('forget_at').notNull(),
  },
  (table) => [
    index('submissions_open').on(table.receivedAt).where(sql`state <> 'closed'`),
    index('submissions_age').on(table.forgetAt),
  ],
);

/** Who gets prevention tips by e-mail, once they have confirmed it. */
export const preventionSubscribers = pgTable('prevention_subscribers', {
  /** In lower case: the same mailbox twice is one. */
  email: text().primaryKey(),
  name: text(),
  topics: jsonb().$type<string[]>().notNull(),
  language: language().notNull(),
  /** When and by which submission they asked for it. */
  confirmedAt: instant('confirmed_at').notNull(),
  reference: text().notNull(),
});
