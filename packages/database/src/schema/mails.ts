import { foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { customers, language } from './customers.ts';

/**
 * E-mails to customers: written in the transaction of what they tell of, sent later by a job. `id` is the left side of
 * the Message-ID, so that a mail which is handed over twice after a crash is the same message twice.
 */
export const mails = pgTable(
  'mails',
  {
    customerId: text('customer_id').notNull(),
    id: text().notNull(),
    /** Who asked for it: the customer, one who acted for them, or the notice that came without signing in. */
    actorId: text('actor_id').notNull(),
    /** What it is: `policyOverview`. The service composes text and attachments by it when it is sent. */
    kind: text().notNull(),
    /** What that needs to know: ids, never data that could change or be erased. */
    about: jsonb().$type<Record<string, string>>().notNull(),
    recipient: text().notNull(),
    language: language().notNull(),
    createdAt: instant('created_at').notNull(),
    /** What the inbox on My pages shows of it, once it is composed: null before, and of mails that are no news. */
    subject: text(),
    summary: text(),
    /** Path on the site of what it is about. */
    path: text(),
    /** When the customer read it on My pages. */
    readAt: instant('read_at'),
    /** When the mail server took it. */
    sentAt: instant('sent_at'),
    /** When it was due but the customer had asked not to be e-mailed about its topic. */
    withheldAt: instant('withheld_at'),
    /** When it was given up, and why. */
    failedAt: instant('failed_at'),
    fault: text(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({ columns: [table.customerId], foreignColumns: [customers.id] }).onDelete('cascade'),
    index('mails_newest').on(table.customerId, table.createdAt),
    index('mails_age').on(table.createdAt),
  ],
);
