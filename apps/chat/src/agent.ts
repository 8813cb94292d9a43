import { type AgentChat, type AgentNews, type AgentWord, agentWord, chatCloses } from '@hofn/contracts';
import { chatTypingMs } from '@hofn/domain/chat.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { type TokenClaims, TokenRefused } from '@hofn/service/tokens.ts';
import type { WebSocket } from 'ws';
import { type Agent, type Conversations, messageOf } from './conversations.ts';
import { Fault } from './fault.ts';
import { type News, oneAtATime } from './news.ts';
import { holdLine, type Line } from './socket.ts';
import type { ChatStore } from './store.ts';

export type AgentParts = {
  store: ChatStore;
  conversations: Conversations;
  news: News;
  clock: Clock;
  logger: Logger;
  checkToken: (token: string) => Promise<TokenClaims>;
  /** Agents that are on this copy, with how many screens each. */
  agentsHere: Map<string, number>;
};

/** Sends an agent the list of chats, and what is new in their own, each message once and in order. */
const createReading = (
  line: Line<AgentNews>,
  { store, conversations, clock }: AgentParts,
  agentId: string,
  after: Record<string, number>,
) => {
  const cursors = new Map(Object.entries(after));
  const typed = new Map<string, string | null>();
  let shown = '';

  const readMessages = async ({ id, lastSeq }: AgentChat): Promise<void> => {
    let cursor = cursors.get(id) ?? 0;
    while (cursor < lastSeq) {
      const rows = await store.messages(id, cursor);
      for (const row of rows) {
        await line.room();
        line.send({ type: 'message', chat: id, ...messageOf(row) });
        cursor = row.seq;
      }
      if (rows.length === 0) break;
    }
    cursors.set(id, cursor);
  };

  const readTyping = async ({ id, state }: AgentChat): Promise<void> => {
    if (state !== 'connected') return;
    const at = (await store.chat(id))?.visitorTypingAt ?? null;
    const fresh = at !== null && clock.now().getTime() - Date.parse(at) < chatTypingMs;
    if (fresh && at !== typed.get(id)) line.send({ type: 'typing', chat: id });
    typed.set(id, at);
  };

  return async (): Promise<void> => {
    const chats = await conversations.list(agentId);
    if (!line.open) return;
    // Whoever gives a chat back gives back what was said: taken again, it is told from the start.
    const mine = new Set(chats.flatMap((chat) => (chat.mine ? [chat.id] : [])));
    for (const id of cursors.keys()) if (!mine.has(id)) cursors.delete(id);
    const text = JSON.stringify(chats);
    // The list first, so that a message always has a chat that it belongs to.
    if (text !== shown) line.send({ type: 'chats', chats });
    shown = text;
    for (const chat of chats.filter(({ mine }) => mine)) {
      await readMessages(chat);
      await readTyping(chat);
    }
  };
};

/** An agent's end of the chats. Nothing is answered before a `hello` with an employee's token. */
export const holdAgent = (socket: WebSocket, parts: AgentParts): void => {
  const { store, conversations, news, clock, logger, agentsHere } = parts;
  let agent: Agent | undefined;

  /** @throws Fault when the token is nobody's who may be here; the line is closed then */
  const admit = async (token: string): Promise<{ agent: Agent; endsAt: number }> => {
    try {
      const { sub, actorKind, endsAt } = await parts.checkToken(token);
      const name = actorKind === 'employee' ? await store.agentName(sub) : undefined;
      if (name === undefined) throw new Fault('forbidden');
      return { agent: { id: sub, name }, endsAt };
    } catch (error) {
      if (error instanceof TokenRefused) setImmediate(() => line.close(chatCloses.tokenEnded));
      if (error instanceof Fault) setImmediate(() => line.close(chatCloses.forbidden));
      throw error;
    }
  };

  const hello = async (word: Extract<AgentWord, { type: 'hello' }>): Promise<void> => {
    line.language = word.language;
    if (agent) throw new Fault('conflict');
    const admitted = await admit(word.token);
    const { id } = admitted.agent;
    agent = admitted.agent;
    // A right lasts as long as the token that it stands on; whoever still has it comes back with a new one.
    const end = setTimeout(
      () => line.close(chatCloses.tokenEnded),
      Math.min(admitted.endsAt - clock.now().getTime(), 2 ** 31 - 1),
    );
    agentsHere.set(id, (agentsHere.get(id) ?? 0) + 1);
    const sync = oneAtATime(createReading(line, parts, id, word.after), (error) => {
      logger.error({ err: error, agent: id }, 'chats not read');
      socket.close(1011);
    });
    const unwatch = news.watchAgent(id, sync);
    line.onGone(() => {
      clearTimeout(end);
      unwatch();
      const left = (agentsHere.get(id) ?? 1) - 1;
      if (left > 0) agentsHere.set(id, left);
      else agentsHere.delete(id);
    });
    if (!line.open) return;
    await store.agentsSeen([id], clock.now().toISOString());
    sync();
  };

  const hear = async (word: AgentWord): Promise<void> => {
    if (word.type === 'hello') return hello(word);
    if (!agent) throw new Fault('unauthenticated');
    const { chat } = word;
    switch (word.type) {
      case 'take': {
        const subject = await conversations.take(chat, agent);
        // Who the customer is stands before the agent from here on.
        logger.info({ event: 'chat.take', actor: agent.id, subject, chat }, 'audit');
        return;
      }
      case 'release':
        return conversations.release(chat, agent);
      case 'say':
        return conversations.sayAsAgent(chat, agent, word.key, word.text);
      case 'typing':
        return conversations.typing(chat, 'agent', agent.id);
      case 'end':
        return conversations.end(chat, 'agent', agent.id);
    }
  };
  const line = holdLine<AgentNews, AgentWord>(socket, { schema: agentWord, hear, clock, logger });
};
