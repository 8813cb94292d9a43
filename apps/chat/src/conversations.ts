import { createHash, randomUUID } from 'node:crypto';
import type { AgentChat, ChatMessage, VisitorNews } from '@hofn/contracts';
import { type Jobs, type TranscriptJob, transcriptQueue } from '@hofn/database';
import { chatIdle, chatTypingMs } from '@hofn/domain/chat.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Language } from '@hofn/texts';
import { Fault } from './fault.ts';
import type { News } from './news.ts';
import type { ChatRow, ChatStore, ListedChat, MessageRow, Side } from './store.ts';

/** Copies that a customer may ask for of one chat, and that one address gets of all chats in a day. */
const mostTranscripts = { ofChat: 3, toRecipient: 3 };
/** How often it is noted, at the most, that a side types: less than our own pages say it, whatever another says. */
const typingNotedMs = chatTypingMs / 3;
const dayMs = 24 * 60 * 60_000;
/** For how long an agent still has a chat of theirs before them that has ended. */
const endedShownMs = 60 * 60_000;

const minutes = (count: number): number => count * 60_000;

/** Where an agent speaks from. */
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
): Extract<VisitorNews, { type: 'chat' }> => ({
  type: 'chat',
  state,
  position,
  name,
  topic,
  agent: agentName,
  idle: warned && state !== 'ended',
  endedBy,
});

/** A chat as an agent sees it. Of who waits, or is another agent's, no more is told than the queue is chosen by. */
export const agentChat = (row: ListedChat, agentId: string): AgentChat => {
  const mine = row.agentId === agentId;
  return {
    id: row.id,
    state: row.state,
    mine,
    agent: row.agentName,
    name: row.name,
    topic: row.topic,
    language: row.language,
    customer: mine ? row.customer : null,
    startedAt: iso(row.createdAt),
    lastSeq: row.lastSeq,
    idle: row.warned && row.state !== 'ended',
    endedBy: row.endedBy,
  };
};

/** The decisions about chats. Whatever changes one is told to who watches it. */
export const createConversations = (parts: {
  store: ChatStore;
  news: News;
  clock: Clock;
  outbox: Pick<Jobs, 'send'>;
}) => {
  const { store, news, clock, outbox } = parts;
  const now = (): string => clock.now().toISOString();
  const before = (ms: number): string => new Date(clock.now().getTime() - ms).toISOString();

  /** @throws Fault when the message was not taken */
  const say = async (
    chat: { id: string; agentId?: string },
    message: { side: Side; key: string; author: string; text: string },
  ): Promise<void> => {
    const outcome = await store.say(chat, { ...message, sentAt: now() });
    if (outcome === 'notFound') throw new Fault('notFound');
    if (outcome === 'ended') throw new Fault('chatEnded');
    if (outcome === 'full') throw new Fault('chatFull');
    if (outcome === 'known') news.hint(chat.id);
    else news.publish(outcome);
  };

  return {
    /**
     * Begins a chat, or gives the one that this session has begun: the word that begins one may come twice.
     * @param customerId of who is signed in, by their verified token
     */
    start: async (asked: {
      session: string;
      language: Language;
      name: string;
      topic: string;
      customerId?: string;
    }): Promise<ChatRow> => {
      const sessionHash = sessionHashOf(asked.session);
      const at = now();
      const { language, name, topic, customerId } = asked;
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
      if (!chat) throw new Fault('notFound');
      news.publish(chat);
      return chat;
    },
    /** The chat of a session, if there is one. */
    findSession: (session: string): Promise<ChatRow | undefined> => store.bySession(sessionHashOf(session)),
    sayAsVisitor: ({ id, name }: Pick<ChatRow, 'id' | 'name'>, key: string, text: string) =>
      say({ id }, { side: 'visitor', key, author: name, text }),
    sayAsAgent: (id: string, agent: Agent, key: string, text: string) =>
      say({ id, agentId: agent.id }, { side: 'agent', key, author: agent.name, text }),
    typing: async (id: string, side: Side, agentId?: string): Promise<void> => {
      const head = await store.typing(id, side, now(), before(typingNotedMs), agentId);
      if (head) news.publish(head);
    },
    /**
     * @returns the customer whose chat it is, or null for a visitor
     * @throws Fault `chatTaken` when another agent was faster, or the visitor has left
     */
    take: async (id: string, agent: Agent): Promise<string | null> => {
      const taken = await store.take(id, agent, now());
      if (!taken) throw new Fault('chatTaken');
      news.publish(taken);
      return taken.customerId;
    },
    release: async (id: string, agent: Agent): Promise<void> => {
      const released = await store.release(id, agent.id, now());
      if (!released) throw new Fault('notFound');
      news.publish(released);
    },
    /** Ends a chat; one that has ended stays as it is. With `agentId` it must be that agent's. */
    end: async (id: string, side: Side, agentId?: string): Promise<void> => {
      const ended = await store.end(id, side, now(), agentId);
      if (!ended && agentId !== undefined && (await store.chat(id))?.agentId !== agentId)
        throw new Fault('notFound');
      if (ended) news.publish(ended);
      else news.hint(id);
    },
    /**
     * @throws Fault `conflict` when there is nothing to send yet, `tooManyRequests` when enough copies of the chat, or to
     * the recipient, were asked for
     */
    sendTranscript: async ({ id: chatId, language }: ChatRow, recipient: string): Promise<void> => {
      const id = randomUUID();
      const job: TranscriptJob = { chatId, id };
      const outcome = await store.requestTranscript(
        { chatId, id, recipient, language, requestedAt: now() },
        { ...mostTranscripts, since: before(dayMs) },
        (tx) => outbox.send(tx, transcriptQueue.name, job),
      );
      if (outcome === 'nothingToSend') throw new Fault('conflict');
      if (outcome === 'tooMany') throw new Fault('tooManyRequests');
    },
    list: async (agentId: string): Promise<AgentChat[]> =>
      (await store.list(agentId, before(endedShownMs))).map((row) => agentChat(row, agentId)),
    /** Warns the chats in which nobody has said anything for a while, and ends those that were warned in vain. */
    sweep: async (waitingHere: string[], agentsHere: string[]): Promise<void> => {
      await store.stillWaiting(waitingHere, now(), before(minutes(1)));
      await store.agentsSeen(agentsHere, now());
      const ended = await store.endIdle(before(minutes(chatIdle.endAfter)), now());
      const warned = await store.warn(before(minutes(chatIdle.warnAfter)));
      for (const head of [...ended, ...warned]) news.publish(head);
    },
    /** Whether an agent was seen within a minute, and how many wait (rule HELP-11). */
    availability: async () => {
      const { agents, waiting } = await store.availability(before(60_000));
      return { available: agents > 0, waiting, at: now() };
    },
    /** Deletes what is older than it is kept for. @returns how many chats */
    forget: (keptDays: number): Promise<number> => store.forget(before(keptDays * 24 * minutes(60))),
  };
};
export type Conversations = ReturnType<typeof createConversations>;

const sessionHashOf = (session: string): string => createHash('sha256').update(session).digest('base64url');
