import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { dateInstant } from './columns.ts';

/** Clients of the core connection: other systems that get access tokens for themselves (rule CORE-1). */
export const coreClients = pgTable(
  'core_clients',
  {
    id: text().primaryKey(),
    /** Name of the system whose facts the client writes. Several clients may write for one system. */
    source: text().notNull(),
    scopes: text().array().notNull(),
    addedAt: dateInstant('added_at').notNull(),
    disabledAt: dateInstant('disabled_at'),
  },
  (table) => [check('core_clients_id_prefix', sql`${table.id} like 'core-%'`)],
);

/** Public keys of the clients. `id` is the thumbprint of the key (RFC 7638). */
export const coreClientKeys = pgTable(
  'core_client_keys',
  {
    clientId: text('client_id')
      .notNull()
      .references(() => coreClients.id),
    id: text().notNull(),
    /** Public JWK. */
    jwk: jsonb().$type<Record<string, unknown>>().notNull(),
    addedAt: dateInstant('added_at').notNull(),
    expiresAt: dateInstant('expires_at').notNull(),
    revokedAt: dateInstant('revoked_at'),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.id] })],
);
