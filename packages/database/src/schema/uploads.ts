import { sql } from 'drizzle-orm';
import {
  customType,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { contents } from './contents.ts';

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** `receiving` until complete, `checking` while in quarantine, then `clean` or `refused`. */
export const uploadState = pgEnum('upload_state', ['receiving', 'checking', 'clean', 'refused']);

/**
 * Uploads, by what they are attached to: `holder` (here neither policyholder nor grantee) is its kind (`case`, `claim`,
 * `claimDraft`, `claimNotice`, `memo`, `memoDraft`, `submission`, `visit`) and `holderId` its id. Only clean uploads have
 * a content in the file store.
 */
export const uploads = pgTable(
  'uploads',
  {
    /**
     * Owner: a customer id, or, while the sender is unknown, the id of the visit, notice or submission it was sent
     * with. No foreign key, since those are four tables.
     */
    ownerId: text('owner_id').notNull(),
    id: text().notNull(),
    holder: text().notNull(),
    holderId: text('holder_id').notNull(),
    /** File name on the sender's device, without a folder. */
    name: text().notNull(),
    /** Displayed name of the sender. */
    sender: text().notNull(),
    /** Announced size, and bytes received so far. */
    bytes: integer().notNull(),
    received: integer().notNull().default(0),
    state: uploadState().notNull().default('receiving'),
    /** Why it was refused: a key of `errorCode`. */
    reason: text(),
    /** Media type, key and size of the scanned content in the file store. */
    type: text(),
    key: text().references(() => contents.key),
    storedBytes: integer('stored_bytes'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.id] }),
    // Parts and checks follow a file whose owner becomes known.
    uniqueIndex('uploads_id').on(table.id),
    index('uploads_of').on(table.ownerId, table.holder, table.holderId),
    index('uploads_of_strangers')
      .on(table.createdAt)
      .where(sql`holder in ('visit', 'claimNotice', 'submission')`),
    index('uploads_of_memo_drafts').on(table.createdAt).where(sql`holder = 'memoDraft'`),
    index('uploads_receiving').on(table.createdAt).where(sql`state = 'receiving'`),
    index('uploads_by_content').on(table.key),
  ],
);

/** Bytes in quarantine, as received; deleted once the upload is clean or refused. */
export const uploadParts = pgTable(
  'upload_parts',
  {
    uploadId: text('upload_id').notNull(),
    /** Offset of the first byte. */
    offset: integer('offset').notNull(),
    content: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.offset] }),
    foreignKey({ columns: [table.uploadId], foreignColumns: [uploads.id] }).onDelete('cascade'),
  ],
);
