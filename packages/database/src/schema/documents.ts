import { sql } from 'drizzle-orm';
import { date, foreignKey, index, pgEnum, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { claims } from './claims.ts';
import { contents } from './contents.ts';
import { customers } from './customers.ts';
import { instalments } from './payments.ts';
import { policies } from './policies.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

export const documentKind = pgEnum('document_kind', [
  'certificate',
  'renewal',
  'invoice',
  'claimDecision',
  'transactionOverview',
  'policyOverview',
  'annualStatement',
  'memo',
]);

/**
 * Papers between insurer and customer. Which there are follows from the other tables (`issueDocuments`); a memo is the
 * customer's own. The PDF is made when one is first opened, in both languages at once, and never again.
 */
export const documents = pgTable(
  'documents',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    kind: documentKind().notNull(),
    titleIs: text('title_is').notNull(),
    titleEn: text('title_en').notNull(),
    issuedOn: date('issued_on').notNull(),
    /** First and last day that it tells of, where that is a time of its own. */
    periodFrom: date('period_from'),
    periodTo: date('period_to'),
    policyId: text('policy_id'),
    claimId: text('claim_id'),
    instalmentId: text('instalment_id'),
    /** When the customer first opened it. */
    readAt: instant('read_at'),
    /** Keys of the PDFs in the file store; null until it is first opened. */
    fileIs: text('file_is').references(() => contents.key),
    fileEn: text('file_en').references(() => contents.key),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }),
    foreignKey({
      columns: [table.customerId, table.claimId],
      foreignColumns: [claims.customerId, claims.id],
    }),
    foreignKey({
      columns: [table.customerId, table.instalmentId],
      foreignColumns: [instalments.customerId, instalments.id],
    }),
    index('documents_by_day').on(table.customerId, table.issuedOn, table.id),
    index('documents_by_content_is').on(table.fileIs).where(sql`file_is is not null`),
    index('documents_by_content_en').on(table.fileEn).where(sql`file_en is not null`),
  ],
);

/** What a customer wrote to the insurer; kind and title stand in the document of the same id. */
export const memos = pgTable(
  'memos',
  {
    customerId: text('customer_id').notNull(),
    id: text().notNull(),
    /** Who wrote it: the customer, or one who acted for them. */
    actorId: text('actor_id').notNull(),
    text: text().notNull(),
    writtenAt: instant('written_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.id],
      foreignColumns: [documents.customerId, documents.id],
    }).onDelete('cascade'),
  ],
);
