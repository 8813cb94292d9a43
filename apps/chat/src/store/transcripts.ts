import { chatMessages, chats, chatTranscripts, type Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, count, eq, gt, sql } from 'drizzle-orm';
import { byId } from './rows.ts';

/** Transcripts sent by e-mail. */
export const transcriptStore = (db: Db) => ({
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
});
