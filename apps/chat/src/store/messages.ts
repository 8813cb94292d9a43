import { chatMessages, chats, type Db } from '@hofn/database';
import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { ChatHead } from '../chat-head.ts';
import { byId, changed, head, type MessageRow, openChat, type Side } from './rows.ts';

/** Maximum messages in a chat: a day of uninterrupted typing, and a bound on what one client is sent. */
const maxMessages = 1_000;
/** Messages read per query. */
const messagePageSize = 200;

const typingColumn = { visitor: 'visitorTypingAt', agent: 'agentTypingAt' } as const;

/** Messages and typing signals. */
export const messageStore = (db: Db) => ({
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
});
