import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

// A UUID of version 7, in SQL that both engines have: its first 48 bits are the milliseconds since 1970.
const newId = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`;

/**
 * What other systems have to know, as ids and references (rule CORE-7). A row is written by the transaction of the act
 * and gets its place in the feed from `stampEvents` after that transaction was committed. No foreign keys, so that
 * rows survive what they are about.
 */
export const coreEvents = pgTable(
  'core_events',
  {
    id: uuid().primaryKey().default(newId),
    /** The order in which rows were inserted: of rows not yet stamped, an earlier act of the same subject is first. */
    entered: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** `type` of the CloudEvent. */
    type: text().notNull(),
    /** Id of the customer or, where there is none, of the thing; the type says which. */
    subject: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** By the database's clock. */
    occurredAt: instant('occurred_at').notNull().default(sql`clock_timestamp()`),
    /** Place in the feed, without gaps; null until stamped. */
    seq: bigint({ mode: 'number' }).unique(),
  },
  (table) => [
    index('core_events_unstamped').on(table.entered).where(sql`${table.seq} is null`),
    index('core_events_type').on(table.type, table.seq),
    // The nightly job finds expired events by it.
    index('core_events_age').on(table.occurredAt),
  ],
);

/** The ends of the feed, in one row; its lock makes one process at a time stamp. */
export const coreEventsHead = pgTable(
  'core_events_head',
  {
    one: bigint({ mode: 'number' }).primaryKey().default(1),
    /** Place of the newest event; 0 when there was none yet. */
    seq: bigint({ mode: 'number' }).notNull().default(0),
    /** Place of the newest event that was deleted because of its age; 0 when none was. */
    forgotten: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [check('core_events_head_one', sql`${table.one} = 1`)],
);
