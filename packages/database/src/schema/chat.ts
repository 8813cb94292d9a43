import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { customers, language } from './customers.ts';

export const chatState = pgEnum('chat_state', ['waiting', 'connected', 'ended']);
export const chatSide = pgEnum('chat_side', ['visitor', 'agent']);
/** Who ended a chat: either side, or the idle timeout. */
export const chatEnd = pgEnum('chat_end', ['visitor', 'agent', 'idle']);

/**
 * Live chats (rule HELP-9). Visitors may be anonymous, so the key is the chat's own id; a signed-in customer's chats
 * have a `customerId` and are deleted with the customer.
 */
export const chats = pgTable(
  'chats',
  {
    id: text().primaryKey(),
    /** SHA-256 of the secret with which the visitor's tab rejoins. */
    sessionHash: text('session_hash').notNull().unique(),
    customerId: text('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    /** As given by the visitor, or the name on file of a signed-in customer. */
    name: text().notNull(),
    topic: text().notNull(),
    language: language().notNull(),
    state: chatState().notNull(),
    agentId: text('agent_id'),
    agentName: text('agent_name'),
    /** Sequence number of the last message. */
    lastSeq: integer('last_seq').notNull().default(0),
    /** Incremented with every change, so that other processes notice it. */
    revision: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
    /** Last activity of either side, or last sign of the waiting visitor. */
    activeAt: instant('active_at').notNull(),
    /** Whether the chat has asked since then if anyone is still there. */
    warned: boolean().notNull().default(false),
    visitorTypingAt: instant('visitor_typing_at'),
    agentTypingAt: instant('agent_typing_at'),
    endedAt: instant('ended_at'),
    endedBy: chatEnd('ended_by'),
  },
  (table) => [
    index('chats_open').on(table.state, table.createdAt).where(sql`${table.state} <> 'ended'`),
    index('chats_of_agent').on(table.agentId, table.endedAt),
    index('chats_of_customer').on(table.customerId, table.id),
    index('chats_age').on(table.createdAt),
  ],
);

/** Messages in order. `key` is the sender's idempotency key, which identifies a resent message. */
export const chatMessages = pgTable(
  'chat_messages',
  {
    chatId: text('chat_id').notNull(),
    seq: integer().notNull(),
    side: chatSide().notNull(),
    key: text().notNull(),
    author: text().notNull(),
    text: text().notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chatId, table.seq] }),
    unique('chat_messages_once').on(table.chatId, table.side, table.key),
    foreignKey({ columns: [table.chatId], foreignColumns: [chats.id] }).onDelete('cascade'),
  ],
);

/** Chat transcripts requested by e-mail; `id` is the left side of the Message-ID. */
export const chatTranscripts = pgTable(
  'chat_transcripts',
  {
    chatId: text('chat_id').notNull(),
    id: text().notNull(),
    recipient: text().notNull(),
    language: language().notNull(),
    requestedAt: instant('requested_at').notNull(),
    sentAt: instant('sent_at'),
    /** When and why it was given up. */
    failedAt: instant('failed_at'),
    fault: text(),
  },
  (table) => [
    primaryKey({ columns: [table.chatId, table.id] }),
    foreignKey({ columns: [table.chatId], foreignColumns: [chats.id] }).onDelete('cascade'),
    index('chat_transcripts_recipient').on(sql`lower(${table.recipient})`, table.requestedAt),
  ],
);

/** Agents on duty, with when they were last seen. */
export const chatAgents = pgTable('chat_agents', {
  agentId: text('agent_id').primaryKey(),
  seenAt: instant('seen_at').notNull(),
});
