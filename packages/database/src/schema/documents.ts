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
]);

/** Data whose change may make a document due: each topic is the tables that the same kinds of documents follow from. */
export const documentTopic = pgEnum('document_topic', ['policies', 'instalments', 'transactions', 'claims']);

/** Names and descriptions of products, covers, terms and premium parts as they were once: what documents cite. */
export const documentWordings = pgTable('document_wordings', {
  /** Start of the SHA-256 of the data, so that the same wordings are stored once. */
  hash: text().primaryKey(),
  data: jsonb().$type<Wordings>().notNull(),
});

/**
 * Papers between insurer and customer. Which there are follows from the other tables (`issueDocuments`); a memo is the
 * customer's own. The PDF is rendered when one is first opened, in both languages at once, from the facts of its issue.
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
    /** What it states, frozen when it was issued; null for a memo, and for what a release without facts issued. */
    facts: jsonb().$type<DocumentFacts>(),
    /** The wordings that the facts refer to, where they do. */
    wordings: text().references(() => documentWordings.hash),
    /** Hash of what a certificate states of its policy: another hash in the same period is a new certificate. */
    fingerprint: text(),
    /** Counts the certificates of one policy in one period. */
    version: integer().notNull().default(1),
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
    index('documents_certificates')
      .on(table.customerId, table.policyId, table.periodFrom)
      .where(sql`kind = 'certificate'`),
  ],
);

/**
 * Customers whose data changed so that a document may be due that no passing day makes due: a new or amended policy, an
 * entry booked into a quarter that is over. Triggers write them in the transaction of the change; the nightly run deletes
 * those that it has looked at.
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

/** How far the nightly issue has come, by kind of document. */
export const documentProgress = pgTable('document_progress', {
  kind: documentKind().primaryKey(),
  /** Last day whose documents are all issued. */
  issuedTo: date('issued_to').notNull(),
  /** Last customer whose documents of the day after are issued; null where that day has not begun. */
  after: text(),
});

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
