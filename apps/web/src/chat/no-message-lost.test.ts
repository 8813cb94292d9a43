import type {
  AgentMessage,
  ChatMessage,
  ServiceToAgent,
  ServiceToVisitor,
  VisitorMessage,
} from '@hofn/contracts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createConversation } from './conversation.ts';
import { createDesk } from './desk/desk.ts';
import { logOf } from './desk/desk-state.ts';
import type { MessageLog } from './message-log.ts';
import type { StoredChat } from './stored-chat.ts';
import { createTestSockets, type TestSocket } from './testing.ts';

type Side = ChatMessage['side'];
type Say = { key: string; text: string };

/** One side of a chat in a tab, and how the service speaks to it. */
type Tab = {
  log: () => MessageLog;
  send: (text: string) => void;
  resend: (key: string) => void;
  reload: () => void;
  say: (sent: unknown) => Say | undefined;
  /** Number of the last message that the tab has, in the first message on a socket. */
  after: (sent: unknown) => number | undefined;
  news: { status: object; message: (message: ChatMessage) => object; refusal: (key: string) => object };
};
type Sockets = Pick<
  ReturnType<typeof createTestSockets<unknown, object>>,
  'lastSocket' | 'openSocket' | 'runTimers'
>;

const refusal = (key: string) => ({ type: 'refused', of: 'say', key, errorCode: 'busy', message: 'Bíddu' });
const isSay = (sent: unknown): sent is Say & { type: 'say' } => (sent as { type: string }).type === 'say';

const openVisitor = async (): Promise<Tab & Sockets> => {
  const sockets = createTestSockets<VisitorMessage, ServiceToVisitor>();
  let stored: StoredChat | undefined = { session: 's', customer: false, open: true, seen: 0, pending: [] };
  const keep = (chat: StoredChat | undefined) => {
    stored = structuredClone(chat);
  };
  const open = () =>
    createConversation({
      ...{ connect: sockets.connect, schedule: sockets.schedule, random: sockets.random },
      ...{ randomFraction: () => 0, token: async () => undefined, language: () => 'is', online: () => true },
      storage: { read: () => stored, write: keep },
      clear: () => keep(undefined),
    });
  let conversation = open();
  await sockets.openSocket();
  return {
    ...(sockets as unknown as Sockets),
    log: () => conversation.state(),
    send: (text) => conversation.sendMessage(text),
    resend: (key) => conversation.resend(key),
    reload: () => {
      conversation.disconnect();
      sockets.timers.length = 0;
      conversation = open();
    },
    say: (sent) => (isSay(sent) ? sent : undefined),
    after: (sent) => (sent as { after?: number }).after,
    news: {
      status: {
        ...{ type: 'chat', state: 'connected', position: null, name: 'Gestur', topic: 'Kaskó' },
        ...{ agent: 'Katrín', idle: false, endedBy: null },
      },
      message: (message) => ({ type: 'message', ...message }),
      refusal,
    },
  };
};

const openAgent = async (): Promise<Tab & Sockets> => {
  const sockets = createTestSockets<AgentMessage, ServiceToAgent>();
  const desk = createDesk({
    ...{ connect: sockets.connect, schedule: sockets.schedule, random: sockets.random },
    ...{ randomFraction: () => 0, token: async () => 'a.b.c', language: () => 'is' },
    storage: { read: () => undefined, write: () => {} },
  });
  await sockets.openSocket();
  const chat = {
    ...{ id: 'a', state: 'connected', mine: true, agent: 'Katrín', name: 'Gestur', topic: 'Kaskó' },
    ...{ language: 'is', customer: null, startedAt: '2026-11-21T12:00:00Z', lastSeq: 0, idle: false },
    endedBy: null,
  };
  return {
    ...(sockets as unknown as Sockets),
    log: () => logOf(desk.state(), 'a'),
    send: (text) => desk.sendMessage('a', text),
    resend: (key) => desk.resend('a', key),
    // What an agent has not sent is asked about before the tab is left.
    reload: () => {},
    say: (sent) => (isSay(sent) ? sent : undefined),
    after: (sent) => {
      const { type, after } = sent as AgentMessage & { after?: Record<string, number> };
      return type === 'hello' ? (after?.a ?? 0) : undefined;
    },
    news: {
      status: { type: 'chats', chats: [chat] },
      message: (message) => ({ type: 'message', chat: 'a', ...message }),
      refusal: (key) => ({ ...refusal(key), chat: 'a' }),
    },
  };
};

/** The chat service as far as messages go: each once by its key, to each connection in order from where its tab is. */
const createService = (side: Side, { news, say, after }: Tab) => {
  type Link = { socket: TestSocket<unknown, object>; read: number; cursor?: number };
  const stored: ChatMessage[] = [];
  const links = new Map<TestSocket<unknown, object>, Link>();
  const linkOf = (socket: TestSocket<unknown, object>): Link => {
    const link = links.get(socket) ?? { socket, read: 0 };
    links.set(socket, link);
    return link;
  };
  const store = (from: Side, { key, text }: Say): void => {
    if (stored.some((message) => message.side === from && message.key === key)) return;
    const seq = stored.length + 1;
    stored.push({ seq, key, side: from, author: from, text, at: '2026-11-21T12:00:00Z' });
  };
  /** Reads the next message of a connection; `isTaken` false refuses it. @returns false if there is none */
  const read = (socket: TestSocket<unknown, object>, isTaken = true): boolean => {
    const link = linkOf(socket);
    const sent = link.socket.sent[link.read];
    if (sent === undefined) return false;
    link.read += 1;
    const said = say(sent);
    if (said && isTaken) store(side, said);
    else if (said) socket.receive(news.refusal(said.key));
    else if (after(sent) !== undefined) {
      link.cursor = after(sent) ?? 0;
      socket.receive(news.status);
    }
    return true;
  };
  return {
    stored,
    store,
    read,
    links,
    /** Sends the next message. @returns false if the connection has them all, or has not begun */
    deliver: (socket: TestSocket<unknown, object>): boolean => {
      const link = linkOf(socket);
      const next = link.cursor === undefined ? undefined : stored[link.cursor];
      if (!next || link.cursor === undefined) return false;
      link.cursor += 1;
      socket.receive(news.message(next));
      return true;
    },
    /** Sends one again that it has sent on this connection. */
    deliverAgain: (socket: TestSocket<unknown, object>, index: number): void => {
      const { cursor = 0 } = linkOf(socket);
      const again = stored[index % Math.max(1, cursor)];
      if (again && again.seq <= cursor) socket.receive(news.message(again));
    },
  };
};

/** A tab and the service, with what may happen to them by name. */
const createScene = async (side: Side, openTab: () => Promise<Tab & Sockets>) => {
  const tab = await openTab();
  const service = createService(side, tab);
  const written: string[] = [];
  const refused = new Set<string>();
  let isUp = true;
  const faults = () => tab.log().pending.filter(({ fault }) => fault !== undefined);
  const write = (from: Side) => {
    const { length } = service.stored;
    service.store(from, { key: `other-${length}`, text: `other ${length}` });
  };
  const disconnect = () => {
    tab.lastSocket().break();
    isUp = false;
  };
  const connect = async () => {
    if (isUp) return;
    await tab.runTimers(10_000);
    await tab.openSocket();
    isUp = true;
  };
  const happenings = {
    write: () => {
      const text = `text ${written.length}`;
      written.push(text);
      tab.send(text);
    },
    otherSide: () => write(side === 'agent' ? 'visitor' : 'agent'),
    otherTab: () => write(side),
    disconnect,
    connect,
    /** Gone and back, before the service has read what was sent. */
    hiccup: async () => {
      disconnect();
      await connect();
      service.read(tab.lastSocket());
    },
    reload: () => {
      disconnect();
      tab.reload();
    },
    read: () => isUp && service.read(tab.lastSocket()),
    /** What reaches the service over connections that are gone for the tab. */
    readLate: () => {
      for (const { socket } of service.links.values()) if (socket !== tab.lastSocket()) service.read(socket);
    },
    refuse: () => {
      if (isUp) service.read(tab.lastSocket(), false);
      for (const { text } of faults()) refused.add(text);
    },
    resend: () => {
      const [first] = faults();
      if (first) tab.resend(first.key);
    },
    deliver: () => isUp && service.deliver(tab.lastSocket()),
    deliverAgain: (index: number) => isUp && service.deliverAgain(tab.lastSocket(), index),
  };
  return { tab, service, written, refused, faults, happenings };
};
type Scene = Awaited<ReturnType<typeof createScene>>;
type Happening = { what: keyof Scene['happenings']; index: number };

/** Nothing is lost, nothing twice, nothing out of order. */
const check = (side: Side, { tab, service, written }: Scene): void => {
  const { messages, pending } = tab.log();
  // The log is that of the service from its beginning.
  expect(messages).toEqual(service.stored.slice(0, messages.length));
  const shown = new Set(messages.filter((message) => message.side === side).map(({ key }) => key));
  expect(pending.filter(({ key }) => shown.has(key))).toEqual([]);
  expect(new Set(pending.map(({ key }) => key)).size).toBe(pending.length);
  const known = new Set([...service.stored, ...pending].map(({ text }) => text));
  expect(written.filter((text) => !known.has(text))).toEqual([]);
  const waiting = pending.map(({ text }) => written.indexOf(text));
  expect(waiting).toEqual(waiting.toSorted((a, b) => a - b));
};

const some = (...names: Happening['what'][]) => fc.constantFrom(...names).map((what) => ({ what, index: 0 }));
/** What may happen next; what is rare matters only while something is under way. */
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 8, arbitrary: some('write', 'read', 'read', 'deliver') },
  { weight: 6, arbitrary: some('disconnect', 'connect', 'hiccup', 'refuse', 'resend', 'readLate') },
  { weight: 2, arbitrary: some('otherSide', 'otherTab', 'reload') },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('deliverAgain' as const), index: fc.nat(9) }) },
);

test.each([
  ['visitor', openVisitor],
  ['agent', openAgent],
] as const)(
  'HELP-9: whatever happens to the connection, no message is lost, shown twice or out of order (%s)',
  async (side, openTab) => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 60, size: 'max' }), async (story) => {
        const scene = await createScene(side, openTab);
        const { tab, service, written, refused, faults, happenings } = scene;
        for (const { what, index } of story) {
          await happenings[what](index);
          check(side, scene);
        }
        // The network is back, and what was refused is sent again.
        await happenings.connect();
        const settle = () => {
          while (service.read(tab.lastSocket()) || service.deliver(tab.lastSocket())) check(side, scene);
        };
        settle();
        for (const { key } of faults()) tab.resend(key);
        settle();
        expect(tab.log()).toMatchObject({ messages: service.stored, pending: [] });
        const own = service.stored.map(({ text }) => text).filter((text) => text.startsWith('text'));
        expect(own.toSorted()).toEqual(written.toSorted());
        // Something that was refused comes after what was written meanwhile.
        const inOrder = (texts: readonly string[]) => texts.filter((text) => !refused.has(text));
        expect(inOrder(own)).toEqual(inOrder(written));
      }),
      { numRuns: 500 },
    );
  },
);
