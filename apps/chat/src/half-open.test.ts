import { EventEmitter } from 'node:events';
import type { ServiceToAgent, ServiceToVisitor } from '@hofn/contracts';
import type { CurrentEmployee } from '@hofn/database';
import { createLogger } from '@hofn/service';
import { fixedClock, noon } from '@hofn/service/testing.ts';
import { KeysUnavailable } from '@hofn/service/tokens.ts';
import { expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { type AgentParts, serveAgent } from './agent.ts';
import { createConversations } from './conversations.ts';
import type { ChatRow, ChatStore } from './store.ts';
import { newSession } from './testing.ts';
import { serveVisitor } from './visitor.ts';

// Connections that close, or lose the database, between their first command and its answer.

const row = {
  id: 'c1',
  state: 'waiting',
  customerId: null,
  lastSeq: 0,
  agentTypingAt: null,
  createdAt: noon,
} as ChatRow;

/** A fake socket, and a service whose reads the test controls. */
const setUp = (answers: Partial<ChatStore>, checkToken: AgentParts['checkToken'] = async () => agent) => {
  const received: Array<ServiceToVisitor | ServiceToAgent> = [];
  const closed: number[] = [];
  const socket = Object.assign(new EventEmitter(), {
    readyState: 1,
    OPEN: 1,
    bufferedAmount: 0,
    send: (text: string) => received.push(JSON.parse(text)),
    close: (code: number) => closed.push(code),
  });
  let watchers = 0;
  const watch = () => {
    watchers += 1;
    return () => {
      watchers -= 1;
    };
  };
  const news = {
    watch,
    watchQueue: watch,
    watchAgent: watch,
    publish: () => {},
    hint: () => {},
    stop: async () => {},
  };
  const [waitingHere, agentsHere] = [new Set<string>(), new Map<string, number>()];
  const store = answers as ChatStore;
  const clock = fixedClock();
  const logger = createLogger('chat', 'silent');
  const outbox = { send: async () => {} };
  const conversations = createConversations({ store, news, clock, outbox });
  const parts = { store, conversations, news, clock, logger, checkToken };
  return {
    received,
    closed,
    resources: () => ({ watchers, waiting: waitingHere.size, agents: agentsHere.size }),
    visitor: () =>
      serveVisitor(socket as unknown as WebSocket, 'a', {
        ...parts,
        mayStart: async () => true,
        waitingHere,
      }),
    agent: () => serveAgent(socket as unknown as WebSocket, { ...parts, agentsHere }),
    say: (word: object) => socket.emit('message', JSON.stringify(word), false),
    close: () => {
      socket.readyState = 3;
      socket.emit('close');
    },
  };
};
const agent = {
  sub: 'employee|katrin',
  actorKind: 'employee',
  session: '',
  signedInAt: Date.parse(noon),
  endsAt: Date.parse(noon) + 600_000,
  isStrong: true,
} as const;
const katrin: CurrentEmployee = {
  ...{ id: agent.sub, name: 'Katrín', roles: ['service'] },
  given: [{ role: 'service', lines: null }],
};
const nothing = { watchers: 0, waiting: 0, agents: 0 };
const rejoin = { type: 'rejoin', session: newSession(), language: 'is', after: 0 };
const hello = { type: 'hello', token: 'x', language: 'is', after: {} };

/** A read that resolves when the test calls `resume`. */
const pausedRead = <Value>(value: Value) => {
  const { promise, resolve } = Promise.withResolvers<Value>();
  const read = vi.fn(() => promise);
  return {
    read,
    started: () => vi.waitFor(() => expect(read).toHaveBeenCalled()),
    resume: () => resolve(value),
  };
};
/** Lets pending callbacks run. */
const flush = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('a visitor’s connection that closes while rejoining releases everything', async () => {
  const session = pausedRead<ChatRow | undefined>(row);
  const end = setUp({ bySession: session.read, chat: async () => row, position: async () => 1 });
  end.visitor();
  end.say(rejoin);
  await session.started();
  end.close();
  session.resume();
  await flush();
  expect(end.resources()).toEqual(nothing);
});

test('a visitor’s connection that closes while its position is read leaves the queue', async () => {
  const position = pausedRead(1);
  const end = setUp({ bySession: async () => row, chat: async () => row, position: position.read });
  end.visitor();
  end.say(rejoin);
  await position.started();
  expect(end.resources().watchers).toBe(1);
  end.close();
  position.resume();
  await flush();
  expect(end.resources()).toEqual(nothing);
});

test('an agent’s connection that closes during hello is not counted as present', async () => {
  const name = pausedRead<CurrentEmployee | undefined>(katrin);
  const early = setUp({ agent: name.read });
  early.agent();
  early.say(hello);
  await name.started();
  early.close();
  name.resume();
  await flush();
  expect(early.resources()).toEqual(nothing);

  const seen = pausedRead<void>(undefined);
  const late = setUp({
    agent: async () => katrin,
    recordAgentsSeen: seen.read,
    list: async () => [],
  });
  late.agent();
  late.say(hello);
  await seen.started();
  expect(late.resources()).toMatchObject({ watchers: 1, agents: 1 });
  late.close();
  seen.resume();
  await flush();
  expect(late.resources()).toEqual(nothing);
});

test('a first command that fails for a reason of ours is refused, and the connection closed for a retry', async () => {
  const down = async () => {
    throw new Error('the database is down');
  };
  const visitor = setUp({ bySession: down });
  visitor.visitor();
  visitor.say(rejoin);
  await vi.waitFor(() => expect(visitor.closed).toEqual([1013]));
  expect(visitor.received).toMatchObject([{ of: 'rejoin', errorCode: 'unknownError' }]);

  const keysAway = async () => {
    throw new KeysUnavailable('no answer');
  };
  const withoutKeys = setUp({}, keysAway);
  withoutKeys.agent();
  withoutKeys.say(hello);
  await vi.waitFor(() => expect(withoutKeys.closed).toEqual([1013]));
  expect(withoutKeys.received).toMatchObject([{ of: 'hello', errorCode: 'unavailable' }]);
  withoutKeys.close();

  const withoutDatabase = setUp({
    agent: async () => katrin,
    recordAgentsSeen: down,
    list: async () => [],
  });
  withoutDatabase.agent();
  withoutDatabase.say(hello);
  await vi.waitFor(() => expect(withoutDatabase.closed).toEqual([1013]));
  withoutDatabase.close();
  expect(withoutDatabase.resources()).toEqual(nothing);

  // A client error leaves the connection open for another try.
  const open = setUp({ bySession: async () => undefined });
  open.visitor();
  open.say(rejoin);
  await vi.waitFor(() => expect(open.received).toMatchObject([{ of: 'rejoin', errorCode: 'notFound' }]));
  expect(open.closed).toEqual([]);
  open.close();
  visitor.close();
});
