import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** How often links out of the site were followed, by day and target. There is nothing of who followed them. */
export const outboundClicks = pgTable(
  'outbound_clicks',
  {
    day: date().notNull(),
    /** `*` for all that a day has no room left to tell apart. */
    host: text().notNull(),
    path: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.host, table.path] })],
);
