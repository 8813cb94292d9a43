import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Responses to writes by the client's idempotency key, so that a write sent twice is done once. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    actorId: text('actor_id').notNull(),
    key: text().notNull(),
    /** SHA-256 of subject, call and body; reusing the key with a different one is a conflict. */
    request: text().notNull(),
    answer: jsonb().$type<unknown>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.actorId, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
);
