import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgEnum, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const auditActorKind = pgEnum('audit_actor_kind', [
  'customer',
  'employee',
  'visitor',
  'system',
  'service',
]);

/**
 * What entitled the actor: their own data, a grant, a company's procuration, a view of a customer, their job,
 * or the scope of a client of the core connection.
 */
export const auditAuthority = pgEnum('audit_authority', [
  'self',
  'grant',
  'procuration',
  'staffView',
  'staffRole',
  'public',
  'system',
  'clientScope',
]);

/**
 * What customers, staff and the system did (rule HOLD-14). Triggers set the time, chain each row at the end of its
 * transaction, and refuse update, truncate, and delete before the retention ends. It has ids, never names or kennitala
 * numbers, and no foreign keys, so that rows survive what they are about.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** By the database's clock. */
    at: instant('at').notNull().default(sql`clock_timestamp()`),
    action: text().notNull(),
    actorKind: auditActorKind('actor_kind').notNull(),
    actorId: text('actor_id'),
    /** The customer whose data it is about. */
    subjectId: text('subject_id'),
    authority: auditAuthority().notNull(),
    /** The role of a grant, the reason of a staff view, the roles of an employee, or the scope of a client. */
    authorityDetail: text('authority_detail'),
    /** Id of what was acted on: a policy, a grant, a document. */
    object: text(),
    details: jsonb().$type<Record<string, unknown>>(),
    /** Settings before and after a change, masked as on screens. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    address: text(),
    requestId: text('request_id'),
  },
  (table) => [
    index('audit_events_subject').on(table.subjectId, table.id),
    index('audit_events_actor').on(table.actorId, table.id),
    index('audit_events_action').on(table.action, table.id),
    index('audit_events_at').on(table.at),
  ],
);

/** The chain: the hash of each event and of all before it, in the order of their commits, without gaps. */
export const auditChain = pgTable('audit_chain', {
  seq: bigint({ mode: 'number' }).primaryKey(),
  eventId: bigint('event_id', { mode: 'number' })
    .notNull()
    .unique()
    .references(() => auditEvents.id),
  /** SHA-256 in hexadecimal. */
  hash: text().notNull(),
});

/** The last link of the chain, in one row; its lock puts commits into order. */
export const auditHead = pgTable(
  'audit_head',
  {
    one: bigint({ mode: 'number' }).primaryKey().default(1),
    seq: bigint({ mode: 'number' }).notNull(),
    hash: text().notNull(),
  },
  (table) => [check('audit_head_one', sql`${table.one} = 1`)],
);

/** Links of the chain that were also logged, and the last link that each retention run removed. */
export const auditCheckpoints = pgTable(
  'audit_checkpoints',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().default(sql`clock_timestamp()`),
    seq: bigint({ mode: 'number' }).notNull(),
    hash: text().notNull(),
    /** Time of the newest event removed up to this link; null when none was removed. */
    removedUntil: instant('removed_until'),
  },
  (table) => [index('audit_checkpoints_seq').on(table.seq)],
);
