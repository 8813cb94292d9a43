import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Short-lived upload tokens for visitors who fill in a form without signing in. */
export const visits = pgTable(
  'visits',
  {
    /** SHA-256 of the token, which only the visitor's browser has. */
    id: text().primaryKey(),
    startedAt: instant('started_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The one submission made with it: id, number, and hash of its content. */
    filed: jsonb().$type<{ id: string; number: string; said: string }>(),
    /** SHA-256 of the IP address that started it (for IPv6, its network); null for visits older than this column. */
    address: text(),
    /** Total announced size of its files, whatever happened to them. */
    announcedBytes: integer('announced_bytes').notNull().default(0),
  },
  (table) => [
    index('visits_age').on(table.expiresAt),
    index('visits_of_address').on(table.address, table.startedAt),
  ],
);
