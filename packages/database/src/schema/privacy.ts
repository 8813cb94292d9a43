import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { contents } from './contents.ts';
import { customers, language } from './customers.ts';

/** A copy of a person's data, or erasure (Act 90/2018). */
export const privacyKind = pgEnum('privacy_kind', ['overview', 'erasure']);
/**
 * An overview goes from `requested` over `processing` to `ready`; an erasure over `approved` to `done`. Either may be
 * `refused`.
 */
export const privacyState = pgEnum('privacy_state', [
  'requested',
  'processing',
  'ready',
  'approved',
  'done',
  'refused',
]);

/** What is kept after an erasure, why and until when; null while the reason has no end date. */
export type Kept = { what: string; why: string; until: string | null };

/** Privacy requests. A person has at most one open request of each kind. */
export const privacyRequests = pgTable(
  'privacy_requests',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    kind: privacyKind().notNull(),
    state: privacyState().notNull().default('requested'),
    /** Language of the request, its archive and its e-mails. */
    language: language().notNull(),
    requestedAt: instant('requested_at').notNull(),
    /** Statutory deadline. */
    dueAt: instant('due_at').notNull(),
    /** When the deadline was extended. */
    extendedAt: instant('extended_at'),
    /** Why it was extended or refused, in the customer's language. */
    reasons: text().array().notNull().default(sql`'{}'`),
    decidedAt: instant('decided_at'),
    /** `sub` of the staff member who decided; null if no decision is needed. */
    decidedBy: text('decided_by'),
    /** When the archive was ready or the erasure done. */
    finishedAt: instant('finished_at'),
    /** When the archive expires. */
    expiresAt: instant('expires_at'),
    /** Key of the archive in the file store; null until it is built and after it has expired. */
    file: text().references(() => contents.key),
    bytes: bigint({ mode: 'number' }),
    /** When the customer last downloaded it. */
    fetchedAt: instant('fetched_at'),
    kept: jsonb().$type<Kept[]>().notNull().default([]),
    /** When processing last failed; null once it has succeeded. */
    failedAt: instant('failed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    // Staff and jobs look up requests by id alone.
    uniqueIndex('privacy_requests_id').on(table.id),
    uniqueIndex('privacy_requests_open')
      .on(table.customerId, table.kind)
      .where(sql`state in ('requested', 'processing', 'approved')`),
    index('privacy_requests_newest').on(table.customerId, table.kind, table.requestedAt),
    index('privacy_requests_by_content').on(table.file).where(sql`file is not null`),
    check('privacy_requests_due', sql`${table.dueAt} > ${table.requestedAt}`),
  ],
);
