import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Short rights of people who have not signed in to send files with a form that they are filling in. */
export const visits = pgTable(
  'visits',
  {
    /** SHA-256 of the right, which only the visitor's browser has. */
    id: text().primaryKey(),
    startedAt: instant('started_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The one thing that it has filed: its id and number, and the hash of what was said. */
    filed: jsonb().$type<{ id: string; number: string; said: string }>(),
    /** SHA-256 of the address that began it (of IPv6 its network); without one for visits begun before this column. */
    address: text(),
    /** Bytes of the files that were announced in it, whatever became of them. */
    announcedBytes: integer('announced_bytes').notNull().default(0),
  },
  (table) => [
    index('visits_age').on(table.expiresAt),
    index('visits_of_address').on(table.address, table.startedAt),
  ],
);
