import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Number of calls of one rate class by one caller in a time window, across all processes of a service. */
export const callCounts = pgTable(
  'call_counts',
  {
    /** SHA-256 of class and caller; the caller may be an IP address. */
    key: text().notNull(),
    windowStart: instant('window_start').notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.windowStart] }),
    index('call_counts_age').on(table.windowStart),
  ],
);
