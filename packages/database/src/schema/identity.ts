import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
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

/** Staff, who sign in through the employee connection. The id has a prefix that no customer id can have. */
export const employees = pgTable(
  'employees',
  {
    id: text().primaryKey(),
    /** Lower case. */
    username: text().notNull().unique(),
    fullName: text('full_name').notNull(),
    email: text().notNull(),
    /** Null until the employee has chosen a password; a passkey needs none. */
    passwordHash: text('password_hash'),
    /** Kennitala, which an electronic ID as the second factor must prove. */
    ssn: text().unique(),
    /**
     * What the release before roles in `employeeRoles` reads and writes: `agent`, `admin`, `auditor`. It counts here only for an
     * employee who has no row there.
     */
    roles: text().array().notNull().default(['agent']),
    active: boolean().notNull().default(true),
    /** Who ended the access: null or `staff`, or the insurer's user directory, which can then also give it back. */
    inactiveBy: text('inactive_by').$type<'staff' | 'directory' | 'directoryDeletion'>(),
    /** Sign-ins before this instant are refused, also those whose tokens have not expired yet. */
    sessionsEndedAt: dateInstant('sessions_ended_at'),
    /**
     * Who the employee is at the insurer's own OpenID provider, where alone they then sign in. An e-mail address never
     * decides that: it can pass to somebody else.
     */
    issuer: text(),
    subject: text(),
  },
  (table) => [
    check('employees_id_prefix', sql`${table.id} like 'employee|%'`),
    unique('employees_issuer_subject').on(table.issuer, table.subject),
    check('employees_issuer_and_subject', sql`(${table.issuer} is null) = (${table.subject} is null)`),
  ],
);

/** Roles of employees (rule ROLE-1), each from a day to a day. Without one that applies today, an employee is refused. */
export const employeeRoles = pgTable(
  'employee_roles',
  {
    employeeId: text('employee_id')
      .notNull()
      .references(() => employees.id, { onDelete: 'cascade' }),
    /** One of `staffRoles` in packages/domain/src/staff-roles.ts. */
    role: text().notNull(),
    /** Lines of insurance that it is limited to; null for all. */
    lines: text().array(),
    validFrom: date('valid_from').notNull(),
    /** The last day; null until it is taken away. */
    validTo: date('valid_to'),
    /** Name of the administrator; null when a directory or a command gave it, or an earlier release. */
    givenBy: text('given_by'),
    givenAt: dateInstant('given_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.employeeId, table.role] }),
    check('employee_roles_days', sql`${table.validTo} is null or ${table.validFrom} <= ${table.validTo}`),
  ],
);

/** When an employee is away, and who stands in for them (rule DESK-5). Days of one employee do not overlap. */
export const absences = pgTable(
  'absences',
  {
    id: text().primaryKey(),
    employeeId: text('employee_id')
      .notNull()
      .references(() => employees.id, { onDelete: 'cascade' }),
    firstDay: date('first_day').notNull(),
    /** Included. */
    lastDay: date('last_day').notNull(),
    /** Null when nobody stands in: the cases are then everybody's. */
    deputyId: text('deputy_id').references(() => employees.id, { onDelete: 'set null' }),
    /** Name of who entered it: the employee, a supervisor or an administrator. */
    enteredBy: text('entered_by').notNull(),
    enteredAt: dateInstant('entered_at').notNull(),
  },
  (table) => [
    check('absences_days', sql`${table.firstDay} <= ${table.lastDay}`),
    check('absences_deputy', sql`${table.deputyId} <> ${table.employeeId}`),
    index('absences_by_last_day').on(table.lastDay),
  ],
);

/**
 * Storage of the OpenID provider: sessions, interactions, grants, codes, refresh tokens. `id` and `uid` are SHA-256 of
 * the real ones, so that reading the table does not help to redeem anything.
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
    // For deleting everything of an account when its password changes.
    index('oidc_records_account').on(sql`(payload ->> 'accountId')`),
  ],
);

export const identityKeyPurpose = pgEnum('identity_key_purpose', ['token', 'cookie', 'successor']);

/**
 * Secrets of the identity service: keys that sign tokens and cookies, and the secret from which successors of refresh
 * tokens are derived. The primary key makes two processes that rotate at the same time agree on one.
 */
export const identityKeys = pgTable(
  'identity_keys',
  {
    purpose: identityKeyPurpose().notNull(),
    generation: integer().notNull(),
    /** A private JWK for token keys, `{ secret }` for the others. */
    material: jsonb().$type<Record<string, unknown>>().notNull(),
    publishedAt: dateInstant('published_at').notNull(),
    usedFrom: dateInstant('used_from').notNull(),
  },
  (table) => [primaryKey({ columns: [table.purpose, table.generation] })],
);

/**
 * Failed sign-ins by account and by IP address (rule AUTH-13). `key` is a SHA-256, as people type passwords as user
 * names.
 */
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

/** Passkeys of customers. `id` is the credential id, in base64url. */
export const passkeys = pgTable(
  'passkeys',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    id: text().notNull().unique(),
    /** COSE key, in base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's signature counter, if it has one. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    /** Name given by its owner. */
    name: text().notNull(),
    createdAt: dateInstant('created_at').notNull(),
    usedAt: dateInstant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.id] })],
);

/** Passkeys of staff. `id` is the credential id, in base64url. */
export const employeePasskeys = pgTable(
  'employee_passkeys',
  {
    employeeId: text('employee_id')
      .notNull()
      .references(() => employees.id, { onDelete: 'cascade' }),
    id: text().notNull().unique(),
    /** COSE key, in base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's signature counter, if it has one. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    name: text().notNull(),
    createdAt: dateInstant('created_at').notNull(),
    usedAt: dateInstant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.employeeId, table.id] })],
);
