import { once } from 'node:events';
import { openDatabase } from '@hofn/database';
import { startPostgres, testDatabase } from '@hofn/database/testing.ts';
import { createIssuer, fixedClock } from '@hofn/service/testing.ts';
import { WebSocket, WebSocketServer } from 'ws';
import {
  joinAsAgent,
  joinAsVisitor,
  type RunningChat,
  seedPeople,
  startChat,
} from '../apps/chat/src/testing.ts';
import { type Bench, type Figure, median } from './bench.ts';

// Test tokens are valid only at the test clock's time. The clock advances with each message, so that no rate limit
// applies.
const clock = fixedClock();
const stepMs = 200;

/** Milliseconds from sending to arrival, one message at a time. */
const measureDeliveries = async (
  rounds: number,
  send: (text: string) => void,
  waitForArrival: (text: string) => Promise<unknown>,
) => {
  const durations: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const text = `word-${String(round).padStart(6, '0')}`;
    clock.set(new Date(clock.now().getTime() + stepMs).toISOString());
    const began = performance.now();
    const arrival = waitForArrival(text);
    send(text);
    await arrival;
    durations.push(performance.now() - began);
  }
  return durations;
};

/** The floor: a server that forwards each frame to the other end without storing anything. */
const measureBareRelay = async (): Promise<number[]> => {
  const server = new WebSocketServer({ port: 0, perMessageDeflate: false });
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      for (const other of server.clients) if (other !== socket) other.send(String(data));
    });
  });
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const [from, to] = [new WebSocket(`ws://127.0.0.1:${port}`), new WebSocket(`ws://127.0.0.1:${port}`)];
  await Promise.all([once(from, 'open'), once(to, 'open')]);
  try {
    return await measureDeliveries(
      300,
      (text) => from.send(text),
      () => once(to, 'message'),
    );
  } finally {
    from.terminate();
    to.terminate();
    server.close();
  }
};

const measureChat = async (
  visitorCopy: RunningChat,
  agentCopy: RunningChat,
  issuer: Awaited<ReturnType<typeof createIssuer>>,
  name: string,
  rounds: number,
): Promise<number[]> => {
  const visitor = await joinAsVisitor(visitorCopy, { name });
  const agent = await joinAsAgent(agentCopy, issuer);
  const { id } = await agent.chat((chat) => chat.name === name);
  agent.say({ type: 'take', chat: id });
  await visitor.news('chat', ({ state }) => state === 'connected');
  const durations = await measureDeliveries(
    rounds,
    (text) => visitor.say({ type: 'say', key: text, text }),
    (text) => agent.news('message', (message) => message.text === text),
  );
  visitor.cut();
  agent.cut();
  return durations;
};

const round = (value: number): number => Math.round(value * 100) / 100;

/** The time a message takes from a visitor's connection to their agent's, stored on the way. */
export const bench: Bench = {
  about: 'delivery of a chat message, visitor to agent, against a relay that stores nothing',
  async run() {
    const postgres = await startPostgres();
    const database = postgres ? await openDatabase({ url: postgres.url }) : await testDatabase();
    await database.migrate();
    await seedPeople(database);
    const issuer = await createIssuer();
    // The default settings.
    const parts = { clock, settings: { CHAT_POLL_MS: 300, CHAT_SWEEP_MS: 5_000 } };
    const [first, second] = [
      await startChat(database, issuer, parts),
      await startChat(database, issuer, parts),
    ];
    try {
      const floor = await measureBareRelay();
      const oneCopy = await measureChat(first, first, issuer, 'Same copy', 300);
      const twoCopies = await measureChat(first, second, issuer, 'Other copy', 60);
      const figures: Figure[] = [
        { name: 'bare relay, the floor', value: round(median(floor)), unit: 'ms' },
        { name: 'delivery through one copy', value: round(median(oneCopy)), unit: 'ms' },
        {
          name: 'delivery through one copy over the floor',
          value: round(median(oneCopy) / median(floor)),
          unit: 'times',
        },
        { name: 'delivery through two copies', value: round(median(twoCopies)), unit: 'ms' },
      ];
      return figures;
    } finally {
      await Promise.all([first.stop(), second.stop()]);
      await database.close();
      await postgres?.stop();
    }
  },
};
