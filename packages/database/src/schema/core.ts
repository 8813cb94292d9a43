import { bigint, index, jsonb, pgEnum, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { customers } from './customers.ts';

/**
 * What other systems have supplied (rule CORE-2): the newest version of each fact, by its source and the key it has there,
 * with the id that it has here.
 */
export const coreRecords = pgTable(
  'core_records',
  {
    /** The system that supplied it: the `source` of its client, never part of a request. */
    source: text().notNull(),
    /** A type of the contract's `factTypes`. */
    type: text().notNull(),
    key: text().notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    id: text().notNull(),
    /**
     * The customer it belongs to; null for what belongs to nobody, such as a product. No foreign key: the record claims
     * its version before a new customer is written.
     */
    customerId: text('customer_id'),
    receivedAt: instant('received_at').notNull(),
    /** Ids that a version acknowledged in vain, so that the answer is the same when it is sent again. */
    unknownChanges: jsonb('unknown_changes').$type<{ version: number; ids: string[] }>(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.type, table.key] }),
    // Two sources must not supply the same aggregate.
    uniqueIndex('core_records_of_aggregate').on(table.type, table.id),
    index('core_records_of_customer').on(table.customerId),
  ],
);

/**
 * Files that a source has sent, by their SHA-256: only these may its facts name, since it could know the hash of any other
 * file. No foreign key: a content may be deleted while its row is left, which a nightly job deletes.
 */
export const coreFiles = pgTable(
  'core_files',
  {
    source: text().notNull(),
    file: text().notNull(),
    sentAt: instant('sent_at').notNull(),
    /** Why it cannot be signed, for its sender; null when it can, or was sent before this was checked. */
    unsignable: text(),
  },
  (table) => [primaryKey({ columns: [table.source, table.file] })],
);

/** Parts of a customer's data that the customer changes too. */
export const ownChangePart = pgEnum('own_change_part', ['contact', 'bankAccount', 'paymentMethod']);

/**
 * Changes by customers to what a core system supplies as well (rule CORE-11): while a row exists, the customer's values
 * stand, and versions of the core that do not acknowledge it leave them as they are.
 */
export const ownChanges = pgTable(
  'own_changes',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    part: ownChangePart().notNull(),
    /** Named by the event, and by the version that acknowledges it. */
    id: text().notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.part] })],
);
