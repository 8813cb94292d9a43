import { foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { customers, language } from './customers.ts';

/**
 * E-mails to customers: stored in the transaction that causes them, sent later by a job. `id` is the left side of the
 * Message-ID, so that an e-mail sent twice after a crash is recognized as the same message.
 */
export const mails = pgTable(
  'mails',
  {
    customerId: text('customer_id').notNull(),
    id: text().notNull(),
    /**
     * Who caused it: the customer, someone acting for them, an employee, a core system (of an outcome), or the notice filed
     * without signing in. The customer for what a nightly job or a fact caused.
     */
    actorId: text('actor_id').notNull(),
    /** Kind of e-mail, such as `policyOverview`; determines how text and attachments are composed when it is sent. */
    kind: text().notNull(),
    /** Parameters of the composition: ids, never data that could change or be erased. */
    about: jsonb().$type<Record<string, string>>().notNull(),
    recipient: text().notNull(),
    language: language().notNull(),
    createdAt: instant('created_at').notNull(),
    /** What the inbox on My pages shows; null until composed, and for e-mails that are not notifications. */
    subject: text(),
    summary: text(),
    /** Site path of what it is about. */
    path: text(),
    /** When the customer read it on My pages. */
    readAt: instant('read_at'),
    /** When the mail server accepted it. */
    sentAt: instant('sent_at'),
    /** When it was withheld because the customer has opted out of e-mails on its topic. */
    withheldAt: instant('withheld_at'),
    /** When and why it was given up. */
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
