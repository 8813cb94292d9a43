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

/** All that is held of a person, or the erasing of what may be erased (Act 90/2018). */
export const privacyKind = pgEnum('privacy_kind', ['overview', 'erasure']);
/** An overview goes from `requested` over `processing` to `ready`; an erasure over `approved` to `done`. Either may be `refused`. */
export const privacyState = pgEnum('privacy_state', [
  'requested',
  'processing',
  'ready',
  'approved',
  'done',
  'refused',
]);

/** What stays after an erasure, why, and the last day of it; null while what it hangs on has no end yet. */
export type Kept = { what: string; why: string; until: string | null };

/** What people have asked of their data. A person has one request of a kind under way at a time. */
export const privacyRequests = pgTable(
  'privacy_requests',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    kind: privacyKind().notNull(),
    state: privacyState().notNull().default('requested'),
    /** The language that it was asked in, which its archive and mails are in. */
    language: language().notNull(),
    requestedAt: instant('requested_at').notNull(),
    /** When the law's time to answer is over. */
    dueAt: instant('due_at').notNull(),
    /** When that time was made longer. */
    extendedAt: instant('extended_at'),
    /** Why it was made longer, or why the request was refused, to the customer in their language. */
    reasons: text().array().notNull().default(sql`'{}'`),
    decidedAt: instant('decided_at'),
    /** `sub` of the staff member who decided; null for what needs no decision. */
    decidedBy: text('decided_by'),
    /** When the archive was ready, or the erasure done. */
    finishedAt: instant('finished_at'),
    /** When the archive can be fetched no more. */
    expiresAt: instant('expires_at'),
    /** The archive in the file store; null before it is made and after it has expired. */
    file: text().references(() => contents.key),
    bytes: bigint({ mode: 'number' }),
    /** When the customer last fetched it. */
    fetchedAt: instant('fetched_at'),
    kept: jsonb().$type<Kept[]>().notNull().default([]),
    /** When the work on it last failed; null once it has been done. */
    failedAt: instant('failed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    // Staff and jobs know a request by its own id.
    uniqueIndex('privacy_requests_id').on(table.id),
    uniqueIndex('privacy_requests_open')
      .on(table.customerId, table.kind)
      .where(sql`state in ('requested', 'processing', 'approved')`),
    index('privacy_requests_newest').on(table.customerId, table.kind, table.requestedAt),
    index('privacy_requests_by_content').on(table.file).where(sql`file is not null`),
    check('privacy_requests_due', sql`${table.dueAt} > ${table.requestedAt}`),
  ],
);
