import {
  customType,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { contents } from './contents.ts';
import { customers } from './customers.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** `receiving` until all bytes are here, `checking` while they are in quarantine, then one of the other two. */
export const uploadState = pgEnum('upload_state', ['receiving', 'checking', 'clean', 'refused']);

/**
 * Files that customers send, by what they are sent for: `holder` names the kind (`claim`, `claimDraft`) and
 * `holderId` which. Only a clean one has a content in the file store.
 */
export const uploads = pgTable(
  'uploads',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
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
    primaryKey({ columns: [table.customerId, table.id] }),
    index('uploads_of').on(table.customerId, table.holder, table.holderId),
    index('uploads_by_content').on(table.key),
    index('uploads_age').on(table.createdAt),
  ],
);

/** Bytes in quarantine, as they came; gone once the upload is clean or refused. */
export const uploadParts = pgTable(
  'upload_parts',
  {
    customerId: text('customer_id').notNull(),
    uploadId: text('upload_id').notNull(),
    /** Place of the first byte. */
    offset: integer('offset').notNull(),
    content: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.uploadId, table.offset] }),
    foreignKey({
      columns: [table.customerId, table.uploadId],
      foreignColumns: [uploads.customerId, uploads.id],
    }).onDelete('cascade'),
  ],
);
