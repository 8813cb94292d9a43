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

/** Documents of the content service, one per language. Their content is in the versions. */
export const contentDocuments = pgTable(
  'content_documents',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** The name used in queries: `footer`, `tel-and-chat-opening-hours`. It never changes. */
    uid: text().notNull(),
    /** Lower case, as in the read protocol: `is`, `en-gb`. */
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

/** All versions of a document; append-only. */
export const contentVersions = pgTable(
  'content_versions',
  {
    documentId: text('document_id')
      .notNull()
      .references(() => contentDocuments.id),
    number: integer().notNull(),
    /** Fields by name, in the shape declared by the type. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    tags: text().array().notNull().default(sql`'{}'`),
    /** Ids of the documents `data` links to, so that publishing cannot leave dangling links. */
    links: text().array().notNull().default(sql`'{}'`),
    /** All texts of `data`, folded for search: lower case, no accents. */
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
 * Every published state of the content. The highest number is the current one. The migration creates the empty state 0,
 * so that there always is one.
 */
export const contentMasters = pgTable('content_masters', {
  number: integer().primaryKey(),
  /** The opaque ref that readers use. */
  ref: text().notNull().unique(),
  publishedAt: dateInstant('published_at').notNull(),
  publishedBy: text('published_by').notNull(),
  /** Number of the state that this one restored. */
  restoredFrom: integer('restored_from'),
});

/** The master from which a version of a document was public, and the one from which it no longer was (exclusive). */
export const contentPublished = pgTable(
  'content_published',
  {
    documentId: text('document_id').notNull(),
    version: integer().notNull(),
    fromMaster: integer('from_master')
      .notNull()
      .references(() => contentMasters.number),
    /** Null while public. */
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

/** Drafts published together. A reader with `ref` sees the public content overlaid with these drafts. */
export const contentReleases = pgTable('content_releases', {
  id: text().primaryKey(),
  ref: text().notNull().unique(),
  label: text().notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: dateInstant('created_at').notNull(),
  /** When a draft was last saved; the ref is valid for some days after that. */
  changedAt: dateInstant('changed_at').notNull(),
  /** Set when the release is closed, one or the other. */
  publishedAs: integer('published_as').references(() => contentMasters.number),
  discardedAt: dateInstant('discarded_at'),
});

/** The changes of a release, one row per document. */
export const contentDrafts = pgTable(
  'content_drafts',
  {
    releaseId: text('release_id')
      .notNull()
      .references(() => contentReleases.id),
    documentId: text('document_id')
      .notNull()
      .references(() => contentDocuments.id),
    /** Null removes the document. */
    version: integer(),
    /** The public version the draft is based on; null if there was none. */
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

/** Audit log of content changes. */
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
