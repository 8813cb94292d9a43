import { EventEmitter } from 'node:events';
import type { AgentNews, VisitorNews } from '@hofn/contracts';
import { createLogger } from '@hofn/service';
import { fixedClock, noon } from '@hofn/service/testing.ts';
import { KeysAway } from '@hofn/service/tokens.ts';
import { expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { type AgentParts, holdAgent } from './agent.ts';
import { createConversations } from './conversations.ts';
import type { ChatRow, ChatStore } from './store.ts';
import { newSession } from './testing.ts';
import { holdVisitor } from './visitor.ts';

// Lines that close, or lose the database, between their first word and its answer.

const row = {
  id: 'c1',
  state: 'waiting',
  customerId: null,
  lastSeq: 0,
  agentTypingAt: null,
  createdAt: noon,
} as ChatRow;

/** The other end, and a service whose reads wait until the test lets them go on. */
const between = (answers: Partial<ChatStore>, checkToken: AgentParts['checkToken'] = async () => agent) => {
  const heard: Array<VisitorNews | AgentNews> = [];
  const closed: number[] = [];
  const socket = Object.assign(new EventEmitter(), {
    readyState: 1,
    OPEN: 1,
    bufferedAmount: 0,
    send: (text: string) => heard.push(JSON.parse(text)),
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
    heard,
    closed,
    held: () => ({ watchers, waiting: waitingHere.size, agents: agentsHere.size }),
    visitor: () =>
      holdVisitor(socket as unknown as WebSocket, 'a', { ...parts, mayStart: async () => true, waitingHere }),
    agent: () => holdAgent(socket as unknown as WebSocket, { ...parts, agentsHere }),
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
  endsAt: Date.parse(noon) + 600_000,
} as const;
const nothing = { watchers: 0, waiting: 0, agents: 0 };
const rejoin = { type: 'rejoin', session: newSession(), language: 'is', after: 0 };
const hello = { type: 'hello', token: 'x', language: 'is', after: {} };

/** A read that has begun, and goes on when it is told to. */
const held = <Value>(value: Value) => {
  const { promise, resolve } = Promise.withResolvers<Value>();
  const read = vi.fn(() => promise);
  return { read, begun: () => vi.waitFor(() => expect(read).toHaveBeenCalled()), goOn: () => resolve(value) };
};
/** Everything that was let go on has run. */
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('a visitor’s line that closes while it is let in again holds nothing afterwards', async () => {
  const session = held<ChatRow | undefined>(row);
  const end = between({ bySession: session.read, chat: async () => row, position: async () => 1 });
  end.visitor();
  end.say(rejoin);
  await session.begun();
  end.close();
  session.goOn();
  await settled();
  expect(end.held()).toEqual(nothing);
});

test('a visitor’s line that closes while its place is counted does not wait for ever', async () => {
  const position = held(1);
  const end = between({ bySession: async () => row, chat: async () => row, position: position.read });
  end.visitor();
  end.say(rejoin);
  await position.begun();
  expect(end.held().watchers).toBe(1);
  end.close();
  position.goOn();
  await settled();
  expect(end.held()).toEqual(nothing);
});

test('an agent’s line that closes while it is let in, or noted, is not counted as there', async () => {
  const name = held<string | undefined>('Katrín');
  const early = between({ agentName: name.read });
  early.agent();
  early.say(hello);
  await name.begun();
  early.close();
  name.goOn();
  await settled();
  expect(early.held()).toEqual(nothing);

  const seen = held<void>(undefined);
  const late = between({ agentName: async () => 'Katrín', agentsSeen: seen.read, list: async () => [] });
  late.agent();
  late.say(hello);
  await seen.begun();
  expect(late.held()).toMatchObject({ watchers: 1, agents: 1 });
  late.close();
  seen.goOn();
  await settled();
  expect(late.held()).toEqual(nothing);
});

test('a first word that the service cannot judge is refused, and the line closed, to come back later', async () => {
  const down = async () => {
    throw new Error('the database is away');
  };
  const visitor = between({ bySession: down });
  visitor.visitor();
  visitor.say(rejoin);
  await vi.waitFor(() => expect(visitor.closed).toEqual([1013]));
  expect(visitor.heard).toMatchObject([{ of: 'rejoin', errorCode: 'unknownError' }]);

  const keysAway = async () => {
    throw new KeysAway('no answer');
  };
  const unjudged = between({}, keysAway);
  unjudged.agent();
  unjudged.say(hello);
  await vi.waitFor(() => expect(unjudged.closed).toEqual([1013]));
  expect(unjudged.heard).toMatchObject([{ of: 'hello', errorCode: 'unavailable' }]);
  unjudged.close();

  const unseen = between({ agentName: async () => 'Katrín', agentsSeen: down, list: async () => [] });
  unseen.agent();
  unseen.say(hello);
  await vi.waitFor(() => expect(unseen.closed).toEqual([1013]));
  unseen.close();
  expect(unseen.held()).toEqual(nothing);

  // One that is theirs to mend leaves the line open for another try, and so does a later one.
  const open = between({ bySession: async () => undefined });
  open.visitor();
  open.say(rejoin);
  await vi.waitFor(() => expect(open.heard).toMatchObject([{ of: 'rejoin', errorCode: 'notFound' }]));
  expect(open.closed).toEqual([]);
  open.close();
  visitor.close();
});
