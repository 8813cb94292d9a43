import { type chatMessages, chats } from '@hofn/database';
import { and, eq, ne, sql } from 'drizzle-orm';

export type ChatRow = typeof chats.$inferSelect;
export type MessageRow = typeof chatMessages.$inferSelect;
export type Side = 'visitor' | 'agent';

export const byId = (id: string) => eq(chats.id, id);
/** A chat that has not ended and, with `agentId`, is that agent's. */
export const openChat = (id: string, agentId: string | undefined) =>
  and(byId(id), ne(chats.state, 'ended'), agentId === undefined ? undefined : eq(chats.agentId, agentId));
/** Columns published with a change. */
export const head = { id: chats.id, revision: chats.revision, state: chats.state, agentId: chats.agentId };
export const changed = { revision: sql`${chats.revision} + 1` };
