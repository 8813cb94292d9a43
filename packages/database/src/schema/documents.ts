import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import type { DocumentFacts, Wordings } from '../documents/facts.ts';
import { claims } from './claims.ts';
import { instant } from './columns.ts';
import { contents } from './contents.ts';
import { customers } from './customers.ts';
import { instalments } from './payments.ts';
import { policies } from './policies.ts';

export const documentKind = pgEnum('document_kind', [
  'certificate',
  'renewal',
  'invoice',
  'claimDecision',
  'transactionOverview',
  'policyOverview',
  'annualStatement',
  'memo',
  'letter',
]);

/** Data whose change may make a document due, grouped by the kinds of documents that depend on it. */
export const documentTopic = pgEnum('document_topic', ['policies', 'instalments', 'transactions', 'claims']);

/** Snapshots of the names and descriptions of products, covers, terms and premium parts that documents cite. */
export const documentWordings = pgTable('document_wordings', {
  /** Prefix of the SHA-256 of the data, so that identical wordings are stored once. */
  hash: text().primaryKey(),
  data: jsonb().$type<Wordings>().notNull(),
});

/**
 * Documents between insurer and customer. All but memos, which customers write, and letters, which core systems send as
 * PDFs, are derived from other tables (`issueDocuments`). Their PDFs are rendered on first opening, in both languages,
 * from the facts frozen at issue.
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
    /** Period it covers, if any. */
    periodFrom: date('period_from'),
    periodTo: date('period_to'),
    policyId: text('policy_id'),
    claimId: text('claim_id'),
    instalmentId: text('instalment_id'),
    /** Its facts, frozen when it was issued; null for a memo, and for documents of releases without facts. */
    facts: jsonb().$type<DocumentFacts>(),
    /** The wordings the facts refer to, if they do. */
    wordings: text().references(() => documentWordings.hash),
    /** Hash of the policy terms in a certificate; a different hash in the same period makes a new certificate due. */
    fingerprint: text(),
    /** Number of the certificate among those of one policy and period. */
    version: integer().notNull().default(1),
    /** When the customer first opened it. */
    readAt: instant('read_at'),
    /** Keys of the PDFs in the file store; null until first opened. */
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
    index('documents_certificates')
      .on(table.customerId, table.policyId, table.periodFrom)
      .where(sql`kind = 'certificate'`),
  ],
);

/**
 * Customers whose data changed so that a document may be due regardless of the date: a new or amended policy, an entry
 * booked into a past quarter. Triggers write marks in the transaction of the change; the nightly run deletes those it
 * has processed.
 */
export const documentMarks = pgTable(
  'document_marks',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    customerId: text('customer_id').notNull(),
    topic: documentTopic().notNull(),
  },
  (table) => [index('document_marks_by_customer').on(table.customerId)],
);

/** Progress of the nightly run, by kind of document. */
export const documentProgress = pgTable('document_progress', {
  kind: documentKind().primaryKey(),
  /** Last day whose documents have all been issued. */
  issuedTo: date('issued_to').notNull(),
  /** Last customer processed for the following day; null if that day has not been started. */
  after: text(),
});

/** Memos from customers to the insurer; kind and title are in the document with the same id. */
export const memos = pgTable(
  'memos',
  {
    customerId: text('customer_id').notNull(),
    id: text().notNull(),
    /** Who wrote it: the customer, or someone acting for them. */
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
