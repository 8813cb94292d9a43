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
/** A chat as the list of the agents has it, with the customer where one is known. */
export type ListedChat = ChatRow & { customer: { kind: 'person' | 'company'; ssn: string } | null };
export type ChatStore = ReturnType<typeof createChatStore>;

/** Messages that one chat may have: a day of typing without a pause, and a bound to what one reader is sent. */
const mostMessages = 1_000;
/** Messages that are read at once. */
const pageOfMessages = 200;

const one = (id: string) => eq(chats.id, id);
/** A chat that goes on, as its agent's own where one is named. */
const open = (id: string, agentId: string | undefined) =>
  and(one(id), ne(chats.state, 'ended'), agentId === undefined ? undefined : eq(chats.agentId, agentId));
/** What is told of a chat that has changed. */
const head = { id: chats.id, revision: chats.revision, state: chats.state, agentId: chats.agentId };
const changed = { revision: sql`${chats.revision} + 1` };
const typingColumn = { visitor: 'visitorTypingAt', agent: 'agentTypingAt' } as const;

export const createChatStore = (db: Db) => ({
  /** Adds a chat, unless one with the same session is there. */
  start: async (chat: typeof chats.$inferInsert): Promise<void> => {
    await db.insert(chats).values(chat).onConflictDoNothing({ target: chats.sessionHash });
  },
  bySession: async (sessionHash: string): Promise<ChatRow | undefined> => {
    const [chat] = await db.select().from(chats).where(eq(chats.sessionHash, sessionHash));
    return chat;
  },
  chat: async (id: string): Promise<ChatRow | undefined> => {
    const [chat] = await db.select().from(chats).where(one(id));
    return chat;
  },
  /** How many wait who came before, and the chat itself. */
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
  /** What was said after a message, oldest first, a page of it. */
  messages: (chatId: string, after: number): Promise<MessageRow[]> =>
    db
      .select()
      .from(chatMessages)
      .where(and(eq(chatMessages.chatId, chatId), gt(chatMessages.seq, after)))
      .orderBy(asc(chatMessages.seq))
      .limit(pageOfMessages),
  /**
   * Adds a message with the next number, once whatever number of times its key comes. With `agentId` the chat must be
   * that agent's.
   * @returns the chat's new head, or `known` for a message that came again, or why it was not taken
   */
  say: (
    { id, agentId }: { id: string; agentId?: string },
    message: Pick<MessageRow, 'side' | 'key' | 'author' | 'text' | 'sentAt'>,
  ): Promise<ChatHead | 'known' | 'notFound' | 'ended' | 'full'> =>
    db.transaction(async (tx) => {
      // The lock on the chat's row orders who writes at the same time.
      const [chat] = await tx
        .select({ state: chats.state, lastSeq: chats.lastSeq, agentId: chats.agentId })
        .from(chats)
        .where(one(id))
        .for('update');
      if (!chat || (agentId !== undefined && chat.agentId !== agentId)) return 'notFound';
      const [known] = await tx
        .select({ seq: chatMessages.seq })
        .from(chatMessages)
        .where(
          and(
            eq(chatMessages.chatId, id),
            eq(chatMessages.side, message.side),
            eq(chatMessages.key, message.key),
          ),
        );
      if (known) return 'known';
      if (chat.state === 'ended') return 'ended';
      if (chat.lastSeq >= mostMessages) return 'full';
      const lastSeq = chat.lastSeq + 1;
      await tx.insert(chatMessages).values({ ...message, chatId: id, seq: lastSeq });
      const [said] = await tx
        .update(chats)
        .set({
          ...changed,
          lastSeq,
          activeAt: message.sentAt,
          warned: false,
          [typingColumn[message.side]]: null,
        })
        .where(one(id))
        .returning(head);
      return said ?? 'notFound';
    }),
  /** Notes that a side types, unless it was noted after `since`. @returns the new head when it was noted */
  typing: async (
    id: string,
    side: Side,
    at: string,
    since: string,
    agentId?: string,
  ): Promise<ChatHead | undefined> => {
    const column = chats[typingColumn[side]];
    const [noted] = await db
      .update(chats)
      .set({ ...changed, activeAt: at, warned: false, [typingColumn[side]]: at })
      .where(and(open(id, agentId), or(isNull(column), lte(column, since))))
      .returning(head);
    return noted;
  },
  /** Gives a waiting chat to an agent. @returns whose it is, or nothing when it waits no longer */
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
      .where(and(one(id), eq(chats.state, 'waiting')))
      .returning({ ...head, customerId: chats.customerId });
    return taken;
  },
  /** Puts an agent's chat back into the queue, in its old place. */
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
      .where(open(id, agentId))
      .returning(head);
    return released;
  },
  end: async (id: string, endedBy: Side, at: string, agentId?: string): Promise<ChatHead | undefined> => {
    const [ended] = await db
      .update(chats)
      .set({ ...changed, state: 'ended', endedAt: at, endedBy })
      .where(open(id, agentId))
      .returning(head);
    return ended;
  },
  /** Marks the chats in which nothing was done since `before`. @returns which */
  warn: (before: string): Promise<ChatHead[]> =>
    db
      .update(chats)
      .set({ ...changed, warned: true })
      .where(and(ne(chats.state, 'ended'), eq(chats.warned, false), lte(chats.activeAt, before)))
      .returning(head),
  /** Ends the chats in which nothing was done since `before`. @returns which */
  endIdle: (before: string, at: string): Promise<ChatHead[]> =>
    db
      .update(chats)
      .set({ ...changed, state: 'ended', endedAt: at, endedBy: 'idle' })
      .where(and(ne(chats.state, 'ended'), lte(chats.activeAt, before)))
      .returning(head),
  /** Who waits with the chat before them has not gone away. Noted anew when it was noted before `stale`. */
  stillWaiting: async (ids: string[], at: string, stale: string): Promise<void> => {
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
  /** Ids of the chats that wait, the first first. */
  queue: async (): Promise<string[]> => {
    const rows = await db
      .select({ id: chats.id })
      .from(chats)
      .where(eq(chats.state, 'waiting'))
      .orderBy(asc(chats.createdAt), asc(chats.id));
    return rows.map(({ id }) => id);
  },
  /** The open chats, who has waited longest first, and the agent's own that ended after `endedAfter`. */
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
  /** Agents that are there now. */
  agentsSeen: async (agentIds: string[], seenAt: string): Promise<void> => {
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
   * Writes down that a copy of the chat is to be sent, and puts its job in by `enqueue`, in one transaction. There is
   * something to send once the chat is over and an agent has written in it.
   * @returns `tooMany` when as many as may have been asked for already: for the chat, or for the recipient since
   * `most.since`; a visitor whom we do not know has one recipient
   */
  requestTranscript: (
    transcript: { chatId: string; id: string; recipient: string; language: Language; requestedAt: string },
    most: { ofChat: number; toRecipient: number; since: string },
    enqueue: (tx: Db) => Promise<void>,
  ): Promise<'taken' | 'nothingToSend' | 'tooMany'> =>
    db.transaction(async (tx) => {
      const { chatId } = transcript;
      const [chat] = await tx
        .select({ state: chats.state, customerId: chats.customerId })
        .from(chats)
        .where(one(chatId))
        .for('update');
      const [answer] = await tx
        .select({ seq: chatMessages.seq })
        .from(chatMessages)
        .where(and(eq(chatMessages.chatId, chatId), eq(chatMessages.side, 'agent')))
        .limit(1);
      if (chat?.state !== 'ended' || !answer) return 'nothingToSend';
      const [asked] = await tx
        .select({ count: count() })
        .from(chatTranscripts)
        .where(eq(chatTranscripts.chatId, chatId));
      if ((asked?.count ?? 0) >= (chat.customerId === null ? 1 : most.ofChat)) return 'tooMany';
      const recipient = sql`lower(${transcript.recipient}::text)`;
      // Copies of different chats to one address are counted one after the other too.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${recipient}))`);
      const [received] = await tx
        .select({ count: count() })
        .from(chatTranscripts)
        .where(
          and(
            eq(sql`lower(${chatTranscripts.recipient})`, recipient),
            gt(chatTranscripts.requestedAt, most.since),
          ),
        );
      if ((received?.count ?? 0) >= most.toRecipient) return 'tooMany';
      await tx.insert(chatTranscripts).values(transcript);
      await enqueue(tx);
      return 'taken';
    }),
  /** Deletes the chats that began before `before`, with all that was said in them. @returns how many */
  forget: async (before: string): Promise<number> => {
    const rows = await db.delete(chats).where(lt(chats.createdAt, before)).returning({ id: chats.id });
    await db.delete(chatAgents).where(lt(chatAgents.seenAt, before));
    return rows.length;
  },
});
