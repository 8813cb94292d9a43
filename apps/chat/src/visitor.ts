import { type VisitorNews, type VisitorWord, visitorWord } from '@hofn/contracts';
import { chatTypingMs } from '@hofn/domain/chat.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import type { TokenClaims } from '@hofn/service/tokens.ts';
import type { WebSocket } from 'ws';
import { type Conversations, messageOf, visitorChat } from './conversations.ts';
import { Fault } from './fault.ts';
import { type News, oneAtATime } from './news.ts';
import { holdLine, type Line } from './socket.ts';
import type { ChatRow, ChatStore } from './store.ts';

export type VisitorParts = {
  store: ChatStore;
  conversations: Conversations;
  news: News;
  clock: Clock;
  logger: Logger;
  checkToken: (token: string) => Promise<TokenClaims>;
  /** Whether this address may start one more chat. */
  mayStart: (address: string) => Promise<boolean>;
  /** Chats that wait with their visitor on this copy. */
  waitingHere: Set<string>;
};

/** Sends what is new of a chat to its visitor, each message once and in order. */
const createReading = (
  line: Line<VisitorNews>,
  { store, clock }: Pick<VisitorParts, 'store' | 'clock'>,
  { id, after, state }: { id: string; after: number; state: (chat: ChatRow) => void },
) => {
  let cursor = after;
  let shown = '';
  let typedAt: string | null = null;
  let latest: ChatRow | undefined;
  let position: number | undefined;
  const show = (chat: ChatRow): void => {
    const news = visitorChat(chat, chat.state === 'waiting' ? (position ?? null) : null);
    const text = JSON.stringify(news);
    if (text !== shown) line.send(news);
    shown = text;
  };
  /** The place in the queue is told, and not asked for each time: many wait, and each change moves them all. */
  const moved = (place: number): void => {
    position = place;
    if (latest?.state === 'waiting') show(latest);
  };
  const read = async (): Promise<void> => {
    const chat = await store.chat(id);
    if (!chat || !line.open) return;
    while (cursor < chat.lastSeq) {
      const rows = await store.messages(id, cursor);
      for (const row of rows) {
        await line.room();
        line.send({ type: 'message', ...messageOf(row) });
        cursor = row.seq;
      }
      if (rows.length === 0) break;
    }
    if (chat.state === 'waiting') position ??= await store.position(chat);
    else position = undefined;
    latest = chat;
    show(chat);
    const { agentTypingAt } = chat;
    const fresh = agentTypingAt !== null && clock.now().getTime() - Date.parse(agentTypingAt) < chatTypingMs;
    if (fresh && agentTypingAt !== typedAt) line.send({ type: 'typing' });
    typedAt = agentTypingAt;
    // It may have closed while the rows were read, and what it held is given back by then.
    if (line.open) state(chat);
  };
  return { read, moved };
};

/** Who speaks, by the token they signed in with: only customers are known here, and staff are visitors like any other. */
const customerOf = async (
  { checkToken, store }: VisitorParts,
  token: string | undefined,
): Promise<{ id: string; name: string } | undefined> => {
  if (token === undefined) return undefined;
  const { sub, actorKind } = await checkToken(token);
  if (actorKind !== 'customer') return undefined;
  const name = await store.customerName(sub);
  if (name === undefined) throw new Fault('unauthenticated');
  return { id: sub, name };
};

/**
 * The chat, when it is theirs who ask for it: one that a signed-in customer began is that customer's alone, whoever has
 * its secret.
 * @throws Fault `unauthenticated` when nobody is signed in, `notFound` when somebody else is
 */
const ownOf = (chat: ChatRow, customerId: string | undefined): ChatRow => {
  if (chat.customerId === null || chat.customerId === customerId) return chat;
  throw new Fault(customerId === undefined ? 'unauthenticated' : 'notFound');
};

/** The visitor's end of a chat. */
export const holdVisitor = (socket: WebSocket, address: string, parts: VisitorParts): void => {
  const { conversations, news, clock, logger, waitingHere } = parts;
  let chat: ChatRow | undefined;

  const join = (row: ChatRow, after: number): void => {
    const { id } = row;
    chat = row;
    let leaveQueue: (() => void) | undefined;
    const { read, moved } = createReading(line, parts, {
      id,
      after,
      state: ({ state }) => {
        if (state === 'waiting') {
          waitingHere.add(id);
          // Whoever is taken or leaves moves everyone behind them.
          leaveQueue ??= news.watchQueue(id, moved);
        } else {
          waitingHere.delete(id);
          leaveQueue?.();
          leaveQueue = undefined;
        }
      },
    });
    const sync = oneAtATime(read, (error) => {
      logger.error({ err: error, chat: id }, 'chat not read');
      // It comes back, and goes on after the last message that it has.
      socket.close(1011);
    });
    const unwatch = news.watch(id, sync);
    line.onGone(() => {
      unwatch();
      leaveQueue?.();
      waitingHere.delete(id);
    });
    sync();
  };

  const start = async (word: Extract<VisitorWord, { type: 'start' }>): Promise<void> => {
    const customer = await customerOf(parts, word.token);
    const { session, language, topic } = word;
    const known = await conversations.findSession(session);
    if (known) return join(ownOf(known, customer?.id), 0);
    const name = customer?.name ?? word.name;
    if (name === undefined) throw new Fault('validation', [{ path: 'name', reason: 'required' }]);
    if (!(await parts.mayStart(address))) throw new Fault('tooManyRequests');
    const row = await conversations.start({
      session,
      language,
      name,
      topic,
      ...(customer && { customerId: customer.id }),
    });
    const subject = row.customerId;
    logger.info({ event: 'chat.start', actor: subject ?? 'visitor', subject, chat: row.id }, 'audit');
    join(ownOf(row, customer?.id), 0);
  };

  const rejoin = async (word: Extract<VisitorWord, { type: 'rejoin' }>): Promise<void> => {
    const known = await conversations.findSession(word.session);
    if (!known) throw new Fault('notFound');
    const customer = known.customerId === null ? undefined : await customerOf(parts, word.token);
    join(ownOf(known, customer?.id), word.after);
  };

  const hear = async (word: VisitorWord): Promise<void> => {
    if (word.type === 'start' || word.type === 'rejoin') {
      line.language = word.language;
      if (chat) throw new Fault('conflict');
      return word.type === 'start' ? start(word) : rejoin(word);
    }
    if (!chat) throw new Fault('notFound');
    switch (word.type) {
      case 'say':
        return conversations.sayAsVisitor(chat, word.key, word.text);
      case 'typing':
        return conversations.typing(chat.id, 'visitor');
      case 'end':
        return conversations.end(chat.id, 'visitor');
      case 'transcript':
        await conversations.sendTranscript(chat, word.email);
        line.send({ type: 'transcript', email: word.email });
    }
  };
  const line = holdLine<VisitorNews, VisitorWord>(socket, { schema: visitorWord, hear, clock, logger });
};
