import { type ServiceToVisitor, type VisitorMessage, visitorMessage } from '@hofn/contracts';
import { chatTypingMs } from '@hofn/domain/chat.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import type { TokenClaims } from '@hofn/service/tokens.ts';
import type { WebSocket } from 'ws';
import { type ChatUpdates, oneAtATime } from './chat-updates.ts';
import { type Connection, openConnection } from './connection.ts';
import { type Conversations, messageOf, visitorChat } from './conversations.ts';
import { ChatError } from './errors.ts';
import type { ChatRow, ChatStore } from './store.ts';

export type VisitorParts = {
  store: ChatStore;
  conversations: Conversations;
  news: ChatUpdates;
  clock: Clock;
  logger: Logger;
  checkToken: (token: string) => Promise<TokenClaims>;
  /** Whether one more chat may start from an address, given by its `addressKey`. */
  mayStart: (address: string) => Promise<boolean>;
  /** Waiting chats whose visitor is connected to this replica. */
  waitingHere: Set<string>;
};

/** Sends a visitor the news of their chat, each message once and in order. */
const createSync = (
  connection: Connection<ServiceToVisitor>,
  { store, clock }: Pick<VisitorParts, 'store' | 'clock'>,
  { id, after, onState }: { id: string; after: number; onState: (chat: ChatRow) => void },
) => {
  let cursor = after;
  let sentChat = '';
  let typedAt: string | null = null;
  let latest: ChatRow | undefined;
  let position: number | undefined;
  const show = (chat: ChatRow): void => {
    const news = visitorChat(chat, chat.state === 'waiting' ? (position ?? null) : null);
    const text = JSON.stringify(news);
    if (text !== sentChat) connection.send(news);
    sentChat = text;
  };
  /** Called with new queue positions: they are read once for all waiting chats instead of by each connection. */
  const setPosition = (next: number): void => {
    position = next;
    if (latest?.state === 'waiting') show(latest);
  };
  const read = async (): Promise<void> => {
    const chat = await store.chat(id);
    if (!chat || !connection.open) return;
    while (cursor < chat.lastSeq) {
      const rows = await store.messages(id, cursor);
      for (const row of rows) {
        await connection.drained();
        connection.send({ type: 'message', ...messageOf(row) });
        cursor = row.seq;
      }
      if (rows.length === 0) break;
    }
    if (chat.state === 'waiting') position ??= await store.position(chat);
    else position = undefined;
    latest = chat;
    show(chat);
    const { agentTypingAt } = chat;
    const isTyping =
      agentTypingAt !== null && clock.now().getTime() - Date.parse(agentTypingAt) < chatTypingMs;
    if (isTyping && agentTypingAt !== typedAt) connection.send({ type: 'typing' });
    typedAt = agentTypingAt;
    // The connection may have closed while rows were read; its watchers are released by then.
    if (connection.open) onState(chat);
  };
  return { read, setPosition };
};

/** The customer behind a token; staff count as anonymous visitors. */
const customerOf = async (
  { checkToken, store }: VisitorParts,
  token: string | undefined,
): Promise<{ id: string; name: string } | undefined> => {
  if (token === undefined) return undefined;
  const { sub, actorKind } = await checkToken(token);
  if (actorKind !== 'customer') return undefined;
  const name = await store.customerName(sub);
  if (name === undefined) throw new ChatError('unauthenticated');
  return { id: sub, name };
};

/**
 * Returns the chat if the caller may join it: a chat started by a signed-in customer needs that customer's token besides
 * the session secret.
 * @throws ChatError `unauthenticated` without a token, `notFound` for another customer
 */
const assertOwn = (chat: ChatRow, customerId: string | undefined): ChatRow => {
  if (chat.customerId === null || chat.customerId === customerId) return chat;
  throw new ChatError(customerId === undefined ? 'unauthenticated' : 'notFound');
};

/** Serves a visitor's connection. */
export const serveVisitor = (socket: WebSocket, address: string, parts: VisitorParts): void => {
  const { conversations, news, clock, logger, waitingHere } = parts;
  let chat: ChatRow | undefined;

  const join = (row: ChatRow, after: number): void => {
    const { id } = row;
    chat = row;
    let leaveQueue: (() => void) | undefined;
    const { read, setPosition } = createSync(connection, parts, {
      id,
      after,
      onState: ({ state }) => {
        if (state === 'waiting') {
          waitingHere.add(id);
          // Positions change when a chat ahead is taken or ends.
          leaveQueue ??= news.watchQueue(id, setPosition);
        } else {
          waitingHere.delete(id);
          leaveQueue?.();
          leaveQueue = undefined;
        }
      },
    });
    const sync = oneAtATime(read, (error) => {
      logger.error({ err: error, chat: id }, 'could not read chat');
      // The client reconnects and resumes after its last message.
      socket.close(1011);
    });
    const unwatch = news.watch(id, sync);
    connection.onClose(() => {
      unwatch();
      leaveQueue?.();
      waitingHere.delete(id);
    });
    sync();
  };

  const start = async (command: Extract<VisitorMessage, { type: 'start' }>): Promise<void> => {
    const customer = await customerOf(parts, command.token);
    const { session, language, topic } = command;
    const existing = await conversations.findSession(session);
    if (existing) return join(assertOwn(existing, customer?.id), 0);
    const name = customer?.name ?? command.name;
    if (name === undefined) throw new ChatError('validation', [{ path: 'name', reason: 'required' }]);
    if (!(await parts.mayStart(address))) throw new ChatError('tooManyRequests');
    const row = await conversations.start({
      session,
      language,
      name,
      topic,
      ...(customer && { customerId: customer.id }),
    });
    const subject = row.customerId;
    logger.info({ event: 'chat.start', actor: subject ?? 'visitor', subject, chat: row.id }, 'audit');
    join(assertOwn(row, customer?.id), 0);
  };

  const rejoin = async (command: Extract<VisitorMessage, { type: 'rejoin' }>): Promise<void> => {
    const existing = await conversations.findSession(command.session);
    if (!existing) throw new ChatError('notFound');
    const customer = existing.customerId === null ? undefined : await customerOf(parts, command.token);
    join(assertOwn(existing, customer?.id), command.after);
  };

  const handle = async (command: VisitorMessage): Promise<void> => {
    if (command.type === 'start' || command.type === 'rejoin') {
      connection.language = command.language;
      if (chat) throw new ChatError('conflict');
      return command.type === 'start' ? start(command) : rejoin(command);
    }
    if (!chat) throw new ChatError('notFound');
    switch (command.type) {
      case 'say':
        return conversations.sayAsVisitor(chat, command.key, command.text);
      case 'typing':
        return conversations.typing(chat.id, 'visitor');
      case 'end':
        return conversations.end(chat.id, 'visitor');
      case 'transcript':
        await conversations.sendTranscript(chat, command.email);
        connection.send({ type: 'transcript', email: command.email });
    }
  };
  const connection = openConnection<ServiceToVisitor, VisitorMessage>(socket, {
    schema: visitorMessage,
    handle,
    clock,
    logger,
  });
};
