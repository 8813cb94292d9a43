import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { dateInstant } from './columns.ts';

/** Documents of the content service, one for each language. What they say is in their versions. */
export const contentDocuments = pgTable(
  'content_documents',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** The name that queries know it by: `footer`, `tel-and-chat-opening-hours`. It never changes. */
    uid: text().notNull(),
    /** Lower case, as the read protocol has it: `is`, `en-gb`. */
    lang: text().notNull(),
    /** Shared by the translations of one document. */
    groupId: text('group_id').notNull(),
    createdAt: dateInstant('created_at').notNull(),
  },
  (table) => [
    unique('content_documents_uid').on(table.type, table.uid, table.lang),
    unique('content_documents_translation').on(table.groupId, table.lang),
    check('content_documents_lang', sql`${table.lang} in ('is', 'en-gb')`),
  ],
);

/** Every version that a document has had; a row is never changed. */
export const contentVersions = pgTable(
  'content_versions',
  {
    documentId: text('document_id')
      .notNull()
      .references(() => contentDocuments.id),
    number: integer().notNull(),
    /** Fields by name, in the shape that the type declares. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    tags: text().array().notNull().default(sql`'{}'`),
    /** Ids of the documents that `data` links to, so that no publishing leaves a link to nothing. */
    links: text().array().notNull().default(sql`'{}'`),
    /** All texts of `data`, folded for search: small letters without accents. */
    words: text().notNull(),
    author: text().notNull(),
    createdAt: dateInstant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.number] }),
    index('content_versions_links').using('gin', table.links),
  ],
);

/**
 * Each state that the published content has been in. The highest number is what the public reads. The migration makes
 * number 0, with nothing in it, so that there always is one.
 */
export const contentMasters = pgTable('content_masters', {
  number: integer().primaryKey(),
  /** The reference that readers name it by; opaque. */
  ref: text().notNull().unique(),
  publishedAt: dateInstant('published_at').notNull(),
  publishedBy: text('published_by').notNull(),
  /** The number of the state that this one brought back. */
  restoredFrom: integer('restored_from'),
});

/** Which version of a document was public from one master up to, and without, another. */
export const contentPublished = pgTable(
  'content_published',
  {
    documentId: text('document_id').notNull(),
    version: integer().notNull(),
    fromMaster: integer('from_master')
      .notNull()
      .references(() => contentMasters.number),
    /** Null while it is public. */
    toMaster: integer('to_master').references(() => contentMasters.number),
    firstPublishedAt: dateInstant('first_published_at').notNull(),
    publishedAt: dateInstant('published_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.fromMaster] }),
    foreignKey({
      name: 'content_published_version',
      columns: [table.documentId, table.version],
      foreignColumns: [contentVersions.documentId, contentVersions.number],
    }),
    index('content_published_to').on(table.toMaster),
    check('content_published_span', sql`${table.toMaster} > ${table.fromMaster}`),
  ],
);

/** Drafts that are published together. Whoever holds `ref` reads the public content with these drafts over it. */
export const contentReleases = pgTable('content_releases', {
  id: text().primaryKey(),
  ref: text().notNull().unique(),
  label: text().notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: dateInstant('created_at').notNull(),
  /** When a draft of it was last saved: its ref holds for some days from then. */
  changedAt: dateInstant('changed_at').notNull(),
  /** One of the two closes it. */
  publishedAs: integer('published_as').references(() => contentMasters.number),
  discardedAt: dateInstant('discarded_at'),
});

/** What a release changes: one row for each document. */
export const contentDrafts = pgTable(
  'content_drafts',
  {
    releaseId: text('release_id')
      .notNull()
      .references(() => contentReleases.id),
    documentId: text('document_id')
      .notNull()
      .references(() => contentDocuments.id),
    /** Null takes the document away. */
    version: integer(),
    /** The version that was public when the draft was begun; null when there was none. */
    basedOn: integer('based_on'),
  },
  (table) => [
    primaryKey({ columns: [table.releaseId, table.documentId] }),
    foreignKey({
      name: 'content_drafts_version',
      columns: [table.documentId, table.version],
      foreignColumns: [contentVersions.documentId, contentVersions.number],
    }),
  ],
);

/** Who did what to the content, and when. */
export const contentAudit = pgTable(
  'content_audit',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: dateInstant('at').notNull(),
    /** Name of the service token, or `seed`. */
    actor: text().notNull(),
    /** `document.save`, `document.remove`, `release.discard`, `master.publish`, `master.restore`. */
    action: text().notNull(),
    documentId: text('document_id'),
    version: integer(),
    releaseId: text('release_id'),
    master: integer(),
    requestId: text('request_id'),
  },
  (table) => [index('content_audit_document').on(table.documentId)],
);
