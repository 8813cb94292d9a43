import { createHash, randomUUID } from 'node:crypto';
import type { AgentChat, ChatMessage, ServiceToVisitor } from '@hofn/contracts';
import { type Jobs, type TranscriptJob, transcriptQueue } from '@hofn/database';
import { chatIdle, chatTypingMs } from '@hofn/domain/chat.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Language } from '@hofn/texts';
import { createAgentConflicts } from './agent-conflicts.ts';
import type { ChatUpdates } from './chat-updates.ts';
import { ChatError } from './errors.ts';
import type { ChatRow, ChatStore, ListedChat, MessageRow, Side } from './store.ts';

/** Transcripts that can be requested per chat, and that one address receives per day from all chats. */
const transcriptLimits = { ofChat: 3, toRecipient: 3 };
/** Minimum interval between stored typing signals; longer than our own pages' interval, whatever other clients send. */
const typingIntervalMs = chatTypingMs / 3;
const dayMs = 24 * 60 * 60_000;
/** How long an ended chat stays on its agent's list. */
const endedShownMs = 60 * 60_000;

const minutes = (count: number): number => count * 60_000;

export type Agent = { id: string; name: string };

const iso = (instant: string): string => new Date(instant).toISOString();

/** A message as both sides see it. */
export const messageOf = ({ seq, key, side, author, text, sentAt }: MessageRow): ChatMessage => ({
  seq,
  key,
  side,
  author,
  text,
  at: iso(sentAt),
});

/** A chat as its visitor sees it. */
export const visitorChat = (
  { state, name, topic, agentName, warned, endedBy }: ChatRow,
  position: number | null,
): Extract<ServiceToVisitor, { type: 'chat' }> => ({
  type: 'chat',
  state,
  position,
  name,
  topic,
  agent: agentName,
  idle: warned && state !== 'ended',
  endedBy,
});

/** A chat as an agent sees it. Who the customer is shows only in the agent's own chats. */
export const agentChat = (row: ListedChat, agentId: string): AgentChat => {
  const isMine = row.agentId === agentId;
  return {
    id: row.id,
    state: row.state,
    mine: isMine,
    agent: row.agentName,
    name: row.name,
    topic: row.topic,
    language: row.language,
    customer: isMine ? row.customer : null,
    startedAt: iso(row.createdAt),
    lastSeq: row.lastSeq,
    idle: row.warned && row.state !== 'ended',
    endedBy: row.endedBy,
  };
};

/** The operations on chats. Every change is published to its watchers. */
export const createConversations = (parts: {
  store: ChatStore;
  news: ChatUpdates;
  clock: Clock;
  outbox: Pick<Jobs, 'send'>;
}) => {
  const { store, news, clock, outbox } = parts;
  const conflicts = createAgentConflicts(parts);
  const now = (): string => clock.now().toISOString();
  const before = (ms: number): string => new Date(clock.now().getTime() - ms).toISOString();

  /** @throws ChatError when the message is refused */
  const addMessage = async (
    chat: { id: string; agentId?: string },
    message: { side: Side; key: string; author: string; text: string },
  ): Promise<void> => {
    const outcome = await store.addMessage(chat, { ...message, sentAt: now() });
    if (outcome === 'notFound') throw new ChatError('notFound');
    if (outcome === 'ended') throw new ChatError('chatEnded');
    if (outcome === 'full') throw new ChatError('chatFull');
    if (outcome === 'duplicate') news.hint(chat.id);
    else news.publish(outcome);
  };

  return {
    /**
     * Starts a chat, or returns the session's existing one, since `start` can be sent twice.
     * @param request `customerId` is set for a signed-in customer, from the verified token
     */
    start: async (request: {
      session: string;
      language: Language;
      name: string;
      topic: string;
      customerId?: string;
    }): Promise<ChatRow> => {
      const sessionHash = sessionHashOf(request.session);
      const at = now();
      const { language, name, topic, customerId } = request;
      await store.start({
        id: randomUUID(),
        sessionHash,
        language,
        name,
        topic,
        ...(customerId !== undefined && { customerId }),
        state: 'waiting',
        createdAt: at,
        activeAt: at,
      });
      const chat = await store.bySession(sessionHash);
      if (!chat) throw new ChatError('notFound');
      news.publish(chat);
      return chat;
    },
    findSession: (session: string): Promise<ChatRow | undefined> => store.bySession(sessionHashOf(session)),
    sayAsVisitor: ({ id, name }: Pick<ChatRow, 'id' | 'name'>, key: string, text: string) =>
      addMessage({ id }, { side: 'visitor', key, author: name, text }),
    sayAsAgent: (id: string, agent: Agent, key: string, text: string) =>
      addMessage({ id, agentId: agent.id }, { side: 'agent', key, author: agent.name, text }),
    typing: async (id: string, side: Side, agentId?: string): Promise<void> => {
      const head = await store.setTyping(id, side, now(), before(typingIntervalMs), agentId);
      if (head) news.publish(head);
    },
    /**
     * @returns the id of the chat's customer, or null for a visitor
     * @throws ChatError `chatTaken` when another agent was faster, or the visitor has left
     */
    take: async (id: string, agent: Agent): Promise<string | null> => {
      const taken = await store.take(id, agent, now());
      if (!taken) throw new ChatError('chatTaken');
      news.publish(taken);
      return taken.customerId;
    },
    release: async (id: string, agent: Agent): Promise<void> => {
      const released = await store.release(id, agent.id, now());
      if (!released) throw new ChatError('notFound');
      news.publish(released);
    },
    /** Ends a chat; no-op if it has ended. With `agentId` it must be that agent's. */
    end: async (id: string, side: Side, agentId?: string): Promise<void> => {
      const ended = await store.end(id, side, now(), agentId);
      if (!ended && agentId !== undefined && (await store.chat(id))?.agentId !== agentId)
        throw new ChatError('notFound');
      if (ended) news.publish(ended);
      else news.hint(id);
    },
    /**
     * Queues a transcript.
     * @throws ChatError `conflict` when there is nothing to send yet, `tooManyRequests` when the chat or the recipient has
     * reached its limit
     */
    sendTranscript: async ({ id: chatId, language }: ChatRow, recipient: string): Promise<void> => {
      const id = randomUUID();
      const job: TranscriptJob = { chatId, id };
      const outcome = await store.requestTranscript(
        { chatId, id, recipient, language, requestedAt: now() },
        { ...transcriptLimits, since: before(dayMs) },
        (tx) => outbox.send(tx, transcriptQueue.name, job),
      );
      if (outcome === 'nothingToSend') throw new ChatError('conflict');
      if (outcome === 'tooMany') throw new ChatError('tooManyRequests');
    },
    /** The chats that an agent sees. */
    list: async (agentId: string): Promise<AgentChat[]> => {
      const hidden = await conflicts.release(agentId);
      const rows = await store.list(agentId, before(endedShownMs), hidden);
      return rows.map((row) => agentChat(row, agentId));
    },
    assertNoConflict: conflicts.assertNone,
    /** Warns idle chats, and ends those that stay idle after the warning. */
    sweep: async (waitingHere: string[], agentsHere: string[]): Promise<void> => {
      await store.keepWaiting(waitingHere, now(), before(minutes(1)));
      await store.recordAgentsSeen(agentsHere, now());
      const ended = await store.endIdle(before(minutes(chatIdle.endAfter)), now());
      const warned = await store.warn(before(minutes(chatIdle.warnAfter)));
      for (const head of [...ended, ...warned]) news.publish(head);
    },
    /** Whether an agent was connected within the last minute, and how many chats are waiting (rule HELP-11). */
    availability: async () => {
      const { agents, waiting } = await store.availability(before(60_000));
      return { available: agents > 0, waiting, at: now() };
    },
    /** Deletes chats older than the retention period. @returns how many */
    deleteOlderThan: (keptDays: number): Promise<number> =>
      store.deleteBefore(before(keptDays * 24 * minutes(60))),
  };
};
export type Conversations = ReturnType<typeof createConversations>;

const sessionHashOf = (session: string): string => createHash('sha256').update(session).digest('base64url');
