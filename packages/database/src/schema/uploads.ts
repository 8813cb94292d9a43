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

/** `receiving` until all bytes are here, `checking` while they are in quarantine, then one of the other two. */
export const uploadState = pgEnum('upload_state', ['receiving', 'checking', 'clean', 'refused']);

/**
 * Files that are sent to us, by what they are sent for: `holder` names the kind (`claim`, `claimDraft`, `claimNotice`,
 * `memo`, `memoDraft`, `submission`, `visit`) and `holderId` which. Only a clean one has a content in the file store.
 */
export const uploads = pgTable(
  'uploads',
  {
    /**
     * Whose it is: a customer's id, or the visit's, notice's or submission's it was sent with while nobody knows who its
     * sender is. No foreign key, since those are four tables.
     */
    ownerId: text('owner_id').notNull(),
    id: text().notNull(),
    holder: text().notNull(),
    holderId: text('holder_id').notNull(),
    /** The name that the sender's device has it under, without a folder. */
    name: text().notNull(),
    /** Who sent it, as others see them. */
    sender: text().notNull(),
    /** As many bytes as it was said to have, and as many as are here. */
    bytes: integer().notNull(),
    received: integer().notNull().default(0),
    state: uploadState().notNull().default('receiving'),
    /** Why it was refused: a key of `errorCode`. */
    reason: text(),
    /** Type, key and size of the checked content in the file store. */
    type: text(),
    key: text().references(() => contents.key),
    storedBytes: integer('stored_bytes'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.id] }),
    // Parts and checks stay with a file whose owner becomes known.
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

/** Bytes in quarantine, as they came; gone once the upload is clean or refused. */
export const uploadParts = pgTable(
  'upload_parts',
  {
    uploadId: text('upload_id').notNull(),
    /** Place of the first byte. */
    offset: integer('offset').notNull(),
    content: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.offset] }),
    foreignKey({ columns: [table.uploadId], foreignColumns: [uploads.id] }).onDelete('cascade'),
  ],
);
