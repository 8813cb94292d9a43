import {
  chatAgents,
  chatMessages,
  chats,
  chatTranscripts,
  customers,
  type Db,
  employees,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, asc, count, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { ChatHead } from './chat-head.ts';

export type ChatRow = typeof chats.$inferSelect;
export type MessageRow = typeof chatMessages.$inferSelect;
export type Side = 'visitor' | 'agent';
/** A chat on the agents' list, with its customer if signed in. */
export type ListedChat = ChatRow & { customer: { kind: 'person' | 'company'; ssn: string } | null };
export type ChatStore = ReturnType<typeof createChatStore>;

/** Maximum messages in a chat: a day of uninterrupted typing, and a bound on what one client is sent. */
const maxMessages = 1_000;
/** Messages read per query. */
const messagePageSize = 200;

const byId = (id: string) => eq(chats.id, id);
/** A chat that has not ended and, with `agentId`, is that agent's. */
const openChat = (id: string, agentId: string | undefined) =>
  and(byId(id), ne(chats.state, 'ended'), agentId === undefined ? undefined : eq(chats.agentId, agentId));
/** Columns published with a change. */
const head = { id: chats.id, revision: chats.revision, state: chats.state, agentId: chats.agentId };
const changed = { revision: sql`${chats.revision} + 1` };
const typingColumn = { visitor: 'visitorTypingAt', agent: 'agentTypingAt' } as const;

export const createChatStore = (db: Db) => ({
  /** Inserts a chat, unless the session already has one. */
  start: async (chat: typeof chats.$inferInsert): Promise<void> => {
    await db.insert(chats).values(chat).onConflictDoNothing({ target: chats.sessionHash });
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
  /** One page of the messages after `after`, oldest first. */
  messages: (chatId: string, after: number): Promise<MessageRow[]> =>
    db
      .select()
      .from(chatMessages)
      .where(and(eq(chatMessages.chatId, chatId), gt(chatMessages.seq, after)))
      .orderBy(asc(chatMessages.seq))
      .limit(messagePageSize),
  /**
   * Adds a message with the next sequence number, once per key. With `agentId` the chat must be that agent's.
   * @returns the chat's new head, `duplicate` for a repeated key, or why the message is refused
   */
  addMessage: (
    { id, agentId }: { id: string; agentId?: string },
    message: Pick<MessageRow, 'side' | 'key' | 'author' | 'text' | 'sentAt'>,
  ): Promise<ChatHead | 'duplicate' | 'notFound' | 'ended' | 'full'> =>
    db.transaction(async (tx) => {
      // Locking the chat's row orders concurrent messages.
      const [chat] = await tx
        .select({ state: chats.state, lastSeq: chats.lastSeq, agentId: chats.agentId })
        .from(chats)
        .where(byId(id))
        .for('update');
      if (!chat || (agentId !== undefined && chat.agentId !== agentId)) return 'notFound';
      const [existing] = await tx
        .select({ seq: chatMessages.seq })
        .from(chatMessages)
        .where(
          and(
            eq(chatMessages.chatId, id),
            eq(chatMessages.side, message.side),
            eq(chatMessages.key, message.key),
          ),
        );
      if (existing) return 'duplicate';
      if (chat.state === 'ended') return 'ended';
      if (chat.lastSeq >= maxMessages) return 'full';
      const lastSeq = chat.lastSeq + 1;
      await tx.insert(chatMessages).values({ ...message, chatId: id, seq: lastSeq });
      const [updated] = await tx
        .update(chats)
        .set({
          ...changed,
          lastSeq,
          activeAt: message.sentAt,
          warned: false,
          [typingColumn[message.side]]: null,
        })
        .where(byId(id))
        .returning(head);
      return updated ?? 'notFound';
    }),
  /** Stores a typing signal, unless one was stored after `since`. @returns the new head if it was stored */
  setTyping: async (
    id: string,
    side: Side,
    at: string,
    since: string,
    agentId?: string,
  ): Promise<ChatHead | undefined> => {
    const column = chats[typingColumn[side]];
    const [updated] = await db
      .update(chats)
      .set({ ...changed, activeAt: at, warned: false, [typingColumn[side]]: at })
      .where(and(openChat(id, agentId), or(isNull(column), lte(column, since))))
      .returning(head);
    return updated;
  },
  /** Assigns a waiting chat to an agent. @returns undefined when it is no longer waiting */
  take: async (
    id: string,
    agent: { id: string; name: string },
    at: string,
  ): Promise<(ChatHead & Pick<ChatRow, 'customerId'>) | undefined> => {
    const [taken] = await db
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
    return taken;
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
    const [ended] = await db
      .update(chats)
      .set({ ...changed, state: 'ended', endedAt: at, endedBy })
      .where(openChat(id, agentId))
      .returning(head);
    return ended;
  },
  /** Marks the chats that have been idle since `before`. @returns them */
  warn: (before: string): Promise<ChatHead[]> =>
    db
      .update(chats)
      .set({ ...changed, warned: true })
      .where(and(ne(chats.state, 'ended'), eq(chats.warned, false), lte(chats.activeAt, before)))
      .returning(head),
  /** Ends the chats that have been idle since `before`. @returns them */
  endIdle: (before: string, at: string): Promise<ChatHead[]> =>
    db
      .update(chats)
      .set({ ...changed, state: 'ended', endedAt: at, endedBy: 'idle' })
      .where(and(ne(chats.state, 'ended'), lte(chats.activeAt, before)))
      .returning(head),
  /** Keeps waiting chats whose visitor is connected from going idle. Only updates those last active before `stale`. */
  keepWaiting: async (ids: string[], at: string, stale: string): Promise<void> => {
    if (ids.length === 0) return;
    await db
      .update(chats)
      .set({ activeAt: at, warned: false })
      .where(and(inArray(chats.id, ids), eq(chats.state, 'waiting'), lt(chats.activeAt, stale)));
  },
  /** Heads of the open chats, and of those with these ids. */
  heads: (ids: string[]): Promise<ChatHead[]> =>
    db
      .select(head)
      .from(chats)
      .where(
        ids.length > 0 ? or(ne(chats.state, 'ended'), inArray(chats.id, ids)) : ne(chats.state, 'ended'),
      ),
  /** Ids of the waiting chats in order. */
  queue: async (): Promise<string[]> => {
    const rows = await db
      .select({ id: chats.id })
      .from(chats)
      .where(eq(chats.state, 'waiting'))
      .orderBy(asc(chats.createdAt), asc(chats.id));
    return rows.map(({ id }) => id);
  },
  /** The open chats, oldest first, and the agent's own that ended after `endedAfter`. */
  list: async (agentId: string, endedAfter: string): Promise<ListedChat[]> => {
    const rows = await db
      .select({ chat: chats, kind: customers.kind, ssn: customers.ssn })
      .from(chats)
      .leftJoin(customers, eq(customers.id, chats.customerId))
      .where(or(ne(chats.state, 'ended'), and(eq(chats.agentId, agentId), gt(chats.endedAt, endedAfter))))
      .orderBy(asc(chats.createdAt), asc(chats.id));
    return rows.map(({ chat, kind, ssn }) => ({ ...chat, customer: kind && ssn ? { kind, ssn } : null }));
  },
  customerName: async (id: string): Promise<string | undefined> => {
    const [customer] = await db
      .select({ name: customers.fullName })
      .from(customers)
      .where(eq(customers.id, id));
    return customer?.name;
  },
  agentName: async (id: string): Promise<string | undefined> => {
    const [agent] = await db
      .select({ name: employees.fullName })
      .from(employees)
      .where(and(eq(employees.id, id), eq(employees.active, true)));
    return agent?.name;
  },
  /** Records which agents are connected now. */
  recordAgentsSeen: async (agentIds: string[], seenAt: string): Promise<void> => {
    if (agentIds.length === 0) return;
    await db
      .insert(chatAgents)
      .values(agentIds.map((agentId) => ({ agentId, seenAt })))
      .onConflictDoUpdate({ target: chatAgents.agentId, set: { seenAt } });
  },
  availability: async (seenAfter: string): Promise<{ agents: number; waiting: number }> => {
    const [agents] = await db
      .select({ count: count() })
      .from(chatAgents)
      .where(gt(chatAgents.seenAt, seenAfter));
    const [waiting] = await db.select({ count: count() }).from(chats).where(eq(chats.state, 'waiting'));
    return { agents: agents?.count ?? 0, waiting: waiting?.count ?? 0 };
  },
  /**
   * Records a transcript request and queues its job with `enqueue`, in one transaction. A transcript needs an ended chat
   * with at least one message by an agent.
   * @returns `tooMany` when a limit is reached: for the chat, or for the recipient since `limits.since`. Chats of
   * visitors who are not signed in have one transcript.
   */
  requestTranscript: (
    transcript: { chatId: string; id: string; recipient: string; language: Language; requestedAt: string },
    limits: { ofChat: number; toRecipient: number; since: string },
    enqueue: (tx: Db) => Promise<void>,
  ): Promise<'taken' | 'nothingToSend' | 'tooMany'> =>
    db.transaction(async (tx) => {
      const { chatId } = transcript;
      const [chat] = await tx
        .select({ state: chats.state, customerId: chats.customerId })
        .from(chats)
        .where(byId(chatId))
        .for('update');
      const [answer] = await tx
        .select({ seq: chatMessages.seq })
        .from(chatMessages)
        .where(and(eq(chatMessages.chatId, chatId), eq(chatMessages.side, 'agent')))
        .limit(1);
      if (chat?.state !== 'ended' || !answer) return 'nothingToSend';
      const [requested] = await tx
        .select({ count: count() })
        .from(chatTranscripts)
        .where(eq(chatTranscripts.chatId, chatId));
      if ((requested?.count ?? 0) >= (chat.customerId === null ? 1 : limits.ofChat)) return 'tooMany';
      const recipient = sql`lower(${transcript.recipient}::text)`;
      // Serialize requests for the same recipient from different chats.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${recipient}))`);
      const [received] = await tx
        .select({ count: count() })
        .from(chatTranscripts)
        .where(
          and(
            eq(sql`lower(${chatTranscripts.recipient})`, recipient),
            gt(chatTranscripts.requestedAt, limits.since),
          ),
        );
      if ((received?.count ?? 0) >= limits.toRecipient) return 'tooMany';
      await tx.insert(chatTranscripts).values(transcript);
      await enqueue(tx);
      return 'taken';
    }),
  /** Deletes the chats started before `before`, with their messages. @returns how many */
  deleteBefore: async (before: string): Promise<number> => {
    const rows = await db.delete(chats).where(lt(chats.createdAt, before)).returning({ id: chats.id });
    await db.delete(chatAgents).where(lt(chatAgents.seenAt, before));
    return rows.length;
  },
});
