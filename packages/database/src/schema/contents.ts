import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * What lies in the file store, by its key there. Every column that names a content refers to this table, so that a
 * content which any row still names cannot be forgotten.
 */
export const contents = pgTable(
  'contents',
  {
    /** SHA-256 of the content. */
    key: text().primaryKey(),
    /** When it was last put there; a row that names it may follow a little later. */
    putAt: instant('put_at').notNull(),
  },
  (table) => [index('contents_age').on(table.putAt)],
);

/** Contents that are being deleted from the file store: nothing names them, and none of the same hash is put until then. */
export const contentsLeaving = pgTable('contents_leaving', {
  key: text().primaryKey(),
  /** When the deletion was begun, or begun again. */
  since: instant('since').notNull(),
});
