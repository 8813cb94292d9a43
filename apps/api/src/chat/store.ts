import { chatMessages, chats, chatTranscripts, customers, type Db } from '@hofn/database';
import { and, asc, eq, isNull } from 'drizzle-orm';

export type ChatRow = typeof chats.$inferSelect;
export type ChatMessageRow = typeof chatMessages.$inferSelect;
export type TranscriptStore = ReturnType<typeof createTranscriptStore>;

/** Transcripts to send. A chat may have no customer: the job names the chat and transcript to read. */
export const createTranscriptStore = (db: Db) => {
  const byId = (chatId: string, id: string) =>
    and(eq(chatTranscripts.chatId, chatId), eq(chatTranscripts.id, id));
  return {
    /** A transcript with its chat and the kind of its customer, unless it has been sent or given up. */
    due: async (chatId: string, id: string) => {
      const [row] = await db
        .select({ transcript: chatTranscripts, chat: chats, kind: customers.kind })
        .from(chatTranscripts)
        .innerJoin(chats, eq(chats.id, chatTranscripts.chatId))
        .leftJoin(customers, eq(customers.id, chats.customerId))
        .where(and(byId(chatId, id), isNull(chatTranscripts.sentAt), isNull(chatTranscripts.failedAt)));
      return row;
    },
    messages: (chatId: string): Promise<ChatMessageRow[]> =>
      db.select().from(chatMessages).where(eq(chatMessages.chatId, chatId)).orderBy(asc(chatMessages.seq)),
    sent: async (chatId: string, id: string, now: Date): Promise<void> => {
      await db.update(chatTranscripts).set({ sentAt: now.toISOString() }).where(byId(chatId, id));
    },
    failed: async (chatId: string, id: string, now: Date, fault: string): Promise<void> => {
      await db.update(chatTranscripts).set({ failedAt: now.toISOString(), fault }).where(byId(chatId, id));
    },
  };
};
