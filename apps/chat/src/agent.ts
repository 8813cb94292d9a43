import {
  type AgentChat,
  type AgentMessage,
  agentMessage,
  chatCloseCodes,
  type ServiceToAgent,
} from '@hofn/contracts';
import { chatTypingMs } from '@hofn/domain/chat.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOf } from '@hofn/domain/day.ts';
import { chatRoles } from '@hofn/domain/staff-roles.ts';
import type { Logger } from '@hofn/service';
import { type TokenClaims, TokenRefused } from '@hofn/service/tokens.ts';
import type { WebSocket } from 'ws';
import { type ChatUpdates, oneAtATime } from './chat-updates.ts';
import { type Connection, openConnection } from './connection.ts';
import { type Agent, type Conversations, messageOf } from './conversations.ts';
import { ChatError } from './errors.ts';
import type { ChatStore } from './store.ts';

export type AgentParts = {
  store: ChatStore;
  conversations: Conversations;
  news: ChatUpdates;
  clock: Clock;
  logger: Logger;
  checkToken: (token: string) => Promise<TokenClaims>;
  /** Agents connected to this replica, with their number of connections. */
  agentsHere: Map<string, number>;
};

/** Returns a function that sends an agent the chat list and the news of their own chats, each message once and in order. */
const createSync = (
  connection: Connection<ServiceToAgent>,
  { store, conversations, clock }: AgentParts,
  agentId: string,
  after: Record<string, number>,
  assertCurrent: () => Promise<void>,
) => {
  const cursors = new Map(Object.entries(after));
  const typed = new Map<string, string | null>();
  let sentList = '';

  const readMessages = async ({ id, lastSeq }: AgentChat): Promise<void> => {
    let cursor = cursors.get(id) ?? 0;
    while (cursor < lastSeq) {
      const rows = await store.messages(id, cursor);
      for (const row of rows) {
        await connection.drained();
        connection.send({ type: 'message', chat: id, ...messageOf(row) });
        cursor = row.seq;
      }
      if (rows.length === 0) break;
    }
    cursors.set(id, cursor);
  };

  const readTyping = async ({ id, state }: AgentChat): Promise<void> => {
    if (state !== 'connected') return;
    const at = (await store.chat(id))?.visitorTypingAt ?? null;
    const isTyping = at !== null && clock.now().getTime() - Date.parse(at) < chatTypingMs;
    if (isTyping && at !== typed.get(id)) connection.send({ type: 'typing', chat: id });
    typed.set(id, at);
  };

  return async (): Promise<void> => {
    await assertCurrent();
    const chats = await conversations.list(agentId);
    if (!connection.open) return;
    // Forget the cursors of released chats: if taken again, they are sent from the start.
    const mine = new Set(chats.flatMap((chat) => (chat.mine ? [chat.id] : [])));
    for (const id of cursors.keys()) if (!mine.has(id)) cursors.delete(id);
    const text = JSON.stringify(chats);
    // The list first, so that every message belongs to a known chat.
    if (text !== sentList) connection.send({ type: 'chats', chats });
    sentList = text;
    for (const chat of chats.filter(({ mine }) => mine)) {
      await readMessages(chat);
      await readTyping(chat);
    }
  };
};

/** Serves an agent's connection. Nothing is accepted before a `hello` with an employee's token. */
export const serveAgent = (socket: WebSocket, parts: AgentParts): void => {
  const { store, conversations, news, clock, logger, agentsHere } = parts;
  let agent: (Agent & { signedInAt: number }) | undefined;

  /** A current employee with a role that answers chats. */
  const findAgent = async (id: string, signedInAt: number) => {
    const found = await store.agent(id, signedInAt, dayOf(clock.now()));
    return found?.roles.some((role) => chatRoles.includes(role)) ? found : undefined;
  };

  /** @throws ChatError when the token is not that of an employee who answers chats; the connection is then closed */
  const authenticate = async (token: string) => {
    try {
      const { sub, actorKind, signedInAt, endsAt } = await parts.checkToken(token);
      const found = actorKind === 'employee' ? await findAgent(sub, signedInAt) : undefined;
      if (!found) throw new ChatError('forbidden');
      return { agent: { id: sub, name: found.name, signedInAt }, endsAt };
    } catch (error) {
      if (error instanceof TokenRefused) setImmediate(() => connection.close(chatCloseCodes.tokenEnded));
      if (error instanceof ChatError) setImmediate(() => connection.close(chatCloseCodes.forbidden));
      throw error;
    }
  };

  /**
   * Checks before each command, and before anything is sent, that the agent is still employed (rule HOLD-11).
   * @throws ChatError after closing the connection
   */
  const assertCurrent = async ({ id, signedInAt }: { id: string; signedInAt: number }): Promise<void> => {
    if (await findAgent(id, signedInAt)) return;
    // After the refusal has been sent.
    setImmediate(() => connection.close(chatCloseCodes.forbidden));
    throw new ChatError('forbidden');
  };

  const hello = async (command: Extract<AgentMessage, { type: 'hello' }>): Promise<void> => {
    connection.language = command.language;
    if (agent) throw new ChatError('conflict');
    const authenticated = await authenticate(command.token);
    const current = authenticated.agent;
    const { id } = current;
    agent = current;
    // Close the connection when the token expires; the client reconnects with a new one.
    const end = setTimeout(
      () => connection.close(chatCloseCodes.tokenEnded),
      Math.min(authenticated.endsAt - clock.now().getTime(), 2 ** 31 - 1),
    );
    agentsHere.set(id, (agentsHere.get(id) ?? 0) + 1);
    const updates = createSync(connection, parts, id, command.after, () => assertCurrent(current));
    const sync = oneAtATime(updates, (error) => {
      if (error instanceof ChatError) return;
      logger.error({ err: error, agent: id }, 'could not read chats');
      socket.close(1011);
    });
    const unwatch = news.watchAgent(id, sync);
    connection.onClose(() => {
      clearTimeout(end);
      unwatch();
      const remaining = (agentsHere.get(id) ?? 1) - 1;
      if (remaining > 0) agentsHere.set(id, remaining);
      else agentsHere.delete(id);
    });
    if (!connection.open) return;
    await store.recordAgentsSeen([id], clock.now().toISOString());
    sync();
  };

  const handle = async (command: AgentMessage): Promise<void> => {
    if (command.type === 'hello') return hello(command);
    if (!agent) throw new ChatError('unauthenticated');
    await assertCurrent(agent);
    const { chat } = command;
    await conversations.assertNoConflict(chat, agent.id, command.type);
    switch (command.type) {
      case 'take': {
        const subject = await conversations.take(chat, agent);
        // From here on the agent sees who the customer is.
        logger.info({ event: 'chat.take', actor: agent.id, subject, chat }, 'audit');
        return;
      }
      case 'release':
        return conversations.release(chat, agent);
      case 'say':
        return conversations.sayAsAgent(chat, agent, command.key, command.text);
      case 'typing':
        return conversations.typing(chat, 'agent', agent.id);
      case 'end':
        return conversations.end(chat, 'agent', agent.id);
    }
  };
  const connection = openConnection<ServiceToAgent, AgentMessage>(socket, {
    schema: agentMessage,
    handle,
    clock,
    logger,
  });
};
