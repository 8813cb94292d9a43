import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** How often one caller has made calls of one class in a window of time, through any copy of a service. */
export const callCounts = pgTable(
  'call_counts',
  {
    /** SHA-256 of class and caller, who may be an address. */
    key: text().notNull(),
    windowStart: instant('window_start').notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.windowStart] }),
    index('call_counts_age').on(table.windowStart),
  ],
);
