import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { dateInstant } from './columns.ts';
import { customers } from './customers.ts';

/** A customer's password, as a PHC string (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). */
export const credentials = pgTable('credentials', {
  customerId: text('customer_id')
    .primaryKey()
    .references(() => customers.id, { onDelete: 'cascade' }),
  passwordHash: text('password_hash').notNull(),
  changedAt: dateInstant('changed_at').notNull(),
});

/** Staff, who sign in through the employee connection. The id begins so that no customer id can equal it. */
export const employees = pgTable(
  'employees',
  {
    id: text().primaryKey(),
    /** Lower case. */
    username: text().notNull().unique(),
    fullName: text('full_name').notNull(),
    email: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    active: boolean().notNull().default(true),
  },
  (table) => [check('employees_id_prefix', sql`${table.id} like 'employee|%'`)],
);

/**
 * What the OpenID provider keeps: sessions, interactions, grants, codes, refresh tokens. `id` and `uid` are SHA-256 of
 * the real ones, so that whoever reads the table can redeem nothing in it.
 */
export const oidcRecords = pgTable(
  'oidc_records',
  {
    model: text().notNull(),
    id: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    uid: text(),
    expiresAt: dateInstant('expires_at').notNull(),
    consumedAt: dateInstant('consumed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.id] }),
    index('oidc_records_grant').on(table.grantId),
    index('oidc_records_uid').on(table.model, table.uid),
    index('oidc_records_expiry').on(table.expiresAt),
    // All that an account has, which ends when its password changes.
    index('oidc_records_account').on(sql`(payload ->> 'accountId')`),
  ],
);

export const identityKeyPurpose = pgEnum('identity_key_purpose', ['token', 'cookie', 'successor']);

/**
 * Secrets of the identity service: keys that sign tokens, keys that sign cookies, and the secret that a refresh
 * token's successor is made with. The key makes two copies that rotate at the same time agree on one.
 */
export const identityKeys = pgTable(
  'identity_keys',
  {
    purpose: identityKeyPurpose().notNull(),
    generation: integer().notNull(),
    /** A private JWK for tokens, `{ secret }` for the others. */
    material: jsonb().$type<Record<string, unknown>>().notNull(),
    publishedAt: dateInstant('published_at').notNull(),
    usedFrom: dateInstant('used_from').notNull(),
  },
  (table) => [primaryKey({ columns: [table.purpose, table.generation] })],
);

/** Failed sign-ins by account and by address (rule AUTH-13). `key` is a SHA-256: people type passwords as user names. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    countedAt: dateInstant('counted_at').notNull(),
    waitsUntil: dateInstant('waits_until'),
  },
  (table) => [index('sign_in_attempts_age').on(table.countedAt)],
);

/** Passkeys of customers. `id` is the credential's own, in base64url. */
export const passkeys = pgTable(
  'passkeys',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    id: text().notNull().unique(),
    /** COSE key, in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often it has signed, as far as it counts. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    /** What its owner calls it. */
    name: text().notNull(),
    createdAt: dateInstant('created_at').notNull(),
    usedAt: dateInstant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.id] })],
);
