import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { dateInstant } from './columns.ts';

/** Why a webhook gets no events: somebody paused it, its receiver failed for three days, it answered 410, or it was paused until events it has not received were deleted. */
export type WebhookPause = 'asked' | 'failing' | 'gone' | 'expired';

/** Addresses of other systems that events are sent to (rule CORE-9), with how far each has got. */
export const coreWebhooks = pgTable(
  'core_webhooks',
  {
    id: text().primaryKey(),
    /** Name of the system that it belongs to: its clients, and no others, see and change it. */
    source: text().notNull(),
    url: text().notNull(),
    /** `type` of the events to send; null for all. */
    types: text().array(),
    addedAt: dateInstant('added_at').notNull(),
    /** Null while it is active. */
    paused: text().$type<WebhookPause>(),
    /** Place in the feed of the last event delivered, or passed because of its type. */
    place: bigint({ mode: 'number' }).notNull(),
    /** Failed attempts to deliver the event after `place`. */
    failures: integer().notNull().default(0),
    failingSince: dateInstant('failing_since'),
    /** Null when nothing has to be waited for. */
    nextAttemptAt: dateInstant('next_attempt_at'),
    /** Whether deliveries may be `queued`: a look at the log for every claim would cost more than the claim. */
    replays: boolean().notNull().default(false),
    /** The run that delivers at the moment, or the last one; what another run reports is ignored. */
    claim: uuid(),
    /** Until then no other run may deliver: afterwards its process is taken to be dead. */
    claimedUntil: dateInstant('claimed_until'),
  },
  (table) => [
    unique('core_webhooks_url').on(table.source, table.url),
    check('core_webhooks_paused', sql`${table.paused} in ('asked', 'failing', 'gone', 'expired')`),
  ],
);

/** Secrets that sign what a webhook sends: the newest, and until it expires the one before. */
export const coreWebhookSecrets = pgTable(
  'core_webhook_secrets',
  {
    webhookId: text('webhook_id')
      .notNull()
      .references(() => coreWebhooks.id, { onDelete: 'cascade' }),
    id: uuid().notNull(),
    /** Encrypted, see `Secrets`. */
    secret: text().notNull(),
    addedAt: dateInstant('added_at').notNull(),
    expiresAt: dateInstant('expires_at'),
  },
  (table) => [primaryKey({ columns: [table.webhookId, table.id] })],
);

/**
 * `waiting`: the event after the webhook's place, which will be tried again; `queued`: to be sent again by request;
 * `dead`: given up.
 */
export type DeliveryState = 'delivered' | 'waiting' | 'dead' | 'queued';

/**
 * The delivery log: the latest state of each event that was sent to a webhook. No foreign key, so that removing a webhook
 * takes no time; the nightly run deletes rows without one.
 */
export const coreWebhookDeliveries = pgTable(
  'core_webhook_deliveries',
  {
    webhookId: text('webhook_id').notNull(),
    /** Place of the event in the feed. */
    seq: bigint({ mode: 'number' }).notNull(),
    eventId: uuid('event_id').notNull(),
    type: text().notNull(),
    state: text().$type<DeliveryState>().notNull(),
    attempts: integer().notNull(),
    attemptedAt: dateInstant('attempted_at').notNull(),
    /** HTTP status of the latest attempt; null when there was no response. */
    status: integer(),
    /** Why the latest attempt failed, in words of ours; null when it did not. */
    failure: text(),
    /** Duration of the latest attempt, in milliseconds. */
    duration: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.webhookId, table.seq] }),
    index('core_webhook_deliveries_open')
      .on(table.webhookId, table.state)
      .where(sql`${table.state} <> 'delivered'`),
    index('core_webhook_deliveries_age').on(table.attemptedAt),
    check('core_webhook_deliveries_state', sql`${table.state} in ('delivered', 'waiting', 'dead', 'queued')`),
  ],
);
