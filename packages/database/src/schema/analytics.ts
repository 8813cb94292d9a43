import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Clicks on external links by day and target. Nothing about the visitor is stored. */
export const outboundClicks = pgTable(
  'outbound_clicks',
  {
    day: date().notNull(),
    /** `*` collects the rest once a day has too many different targets. */
    host: text().notNull(),
    path: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.host, table.path] })],
);
