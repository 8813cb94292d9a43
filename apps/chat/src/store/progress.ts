import { chats, type Db, recordAuditEvent } from '@hofn/database';
import { and, count, eq, sql } from 'drizzle-orm';
import type { ChatHead } from '../chat-head.ts';
import { endChats } from './end.ts';
import { byId, type ChatRow, changed, head, openChat, type Side } from './rows.ts';

/** One chat from its start to its end. */
export const progressStore = (db: Db) => ({
  /** Inserts a chat, unless the session already has one. */
  start: async (chat: typeof chats.$inferInsert): Promise<void> => {
    await db.transaction(async (tx) => {
      const added = await tx
        .insert(chats)
        .values(chat)
        .onConflictDoNothing({ target: chats.sessionHash })
        .returning({ id: chats.id });
      // Visitors are nobody we know, so their chats are not acts of a person.
      if (added.length > 0 && typeof chat.customerId === 'string')
        await recordAuditEvent(tx, {
          action: 'chat.start',
          actorKind: 'customer',
          actorId: chat.customerId,
          subjectId: chat.customerId,
          authority: 'self',
          object: chat.id,
        });
    });
  },
  bySession: async (sessionHash: string): Promise<ChatRow | undefined> => {
    const [chat] = await db.select().from(chats).where(eq(chats.sessionHash, sessionHash));
    return chat;
  },
  chat: async (id: string): Promise<ChatRow | undefined> => {
    const [chat] = await db.select().from(chats).where(byId(id));
    return chat;
  },
  /** Queue position, from 1. */
  position: async ({ id, createdAt }: Pick<ChatRow, 'id' | 'createdAt'>): Promise<number> => {
    const [row] = await db
      .select({ ahead: count() })
      .from(chats)
      .where(
        and(
          eq(chats.state, 'waiting'),
          sql`(${chats.createdAt}, ${chats.id}) <= (${createdAt}::timestamptz, ${id})`,
        ),
      );
    return row?.ahead ?? 0;
  },
  /** Assigns a waiting chat to an agent. @returns undefined when it is no longer waiting */
  take: async (
    id: string,
    agent: { id: string; name: string },
    at: string,
  ): Promise<(ChatHead & Pick<ChatRow, 'customerId'>) | undefined> => {
    return db.transaction(async (tx) => {
      const [taken] = await tx
        .update(chats)
        .set({
          ...changed,
          state: 'connected',
          agentId: agent.id,
          agentName: agent.name,
          activeAt: at,
          warned: false,
        })
        .where(and(byId(id), eq(chats.state, 'waiting')))
        .returning({ ...head, customerId: chats.customerId });
      if (taken)
        await recordAuditEvent(tx, {
          action: 'chat.take',
          actorKind: 'employee',
          actorId: agent.id,
          subjectId: taken.customerId,
          authority: 'staffRole',
          object: id,
        });
      return taken;
    });
  },
  /** Records that an agent was kept from a customer's chat by a conflict of interest (rule ROLE-4). */
  recordConflict: async (
    chat: Pick<ChatRow, 'id' | 'customerId'>,
    agentId: string,
    act: 'take' | 'release',
  ): Promise<void> => {
    await recordAuditEvent(db, {
      action: 'staff.conflict',
      actorKind: 'employee',
      actorId: agentId,
      subjectId: chat.customerId,
      authority: 'staffRole',
      object: `chat ${chat.id}`,
      details: { act },
    });
  },
  /** Puts an agent's chat back into the queue, at its old position. */
  release: async (id: string, agentId: string, at: string): Promise<ChatHead | undefined> => {
    const [released] = await db
      .update(chats)
      .set({
        ...changed,
        state: 'waiting',
        agentId: null,
        agentName: null,
        agentTypingAt: null,
        activeAt: at,
        warned: false,
      })
      .where(openChat(id, agentId))
      .returning(head);
    return released;
  },
  end: async (id: string, endedBy: Side, at: string, agentId?: string): Promise<ChatHead | undefined> => {
    const [ended] = await endChats(db, openChat(id, agentId), { at, by: endedBy });
    return ended;
  },
});
