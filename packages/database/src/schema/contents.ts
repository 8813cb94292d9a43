import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * Files in the file store, by key. Every column with a key references this table, so that a file still in use cannot be
 * deleted.
 */
export const contents = pgTable(
  'contents',
  {
    /** SHA-256 of the content. */
    key: text().primaryKey(),
    /** When it was last stored; the row that references it may follow shortly after. */
    putAt: instant('put_at').notNull(),
  },
  (table) => [index('contents_age').on(table.putAt)],
);

/**
 * Files that the nightly check found missing or altered in the file store, until it finds them whole or nothing refers
 * to them any more.
 */
export const contentFaults = pgTable('content_faults', {
  key: text().primaryKey(),
  fault: text({ enum: ['missing', 'altered'] }).notNull(),
  foundAt: instant('found_at').notNull(),
});

/**
 * Files being deleted from the file store: nothing references them, and none with the same hash is stored meanwhile.
 */
export const contentsLeaving = pgTable('contents_leaving', {
  key: text().primaryKey(),
  /** When the deletion was last started. */
  since: instant('since').notNull(),
});
