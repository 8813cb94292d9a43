import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** How often one caller has made calls of one class in a window of time, through any copy of a service. */
export const callCounts = pgTable(
  'call_counts',
  {
    /** SHA-256 of class and caller, who may be an address. */
    key: text().notNull(),
    windowStart: timestamp('window_start', { withTimezone: true, mode: 'string' }).notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.windowStart] }),
    index('call_counts_age').on(table.windowStart),
  ],
);
