import { expect, test } from 'vitest';
import { createConnection } from './connection.ts';
import { createTestSockets } from './testing.ts';

type TestMessage = { type: string };

test('send transmits only on an open connection, and returns whether it did', async () => {
  const { connect, schedule, randomFraction, lastSocket, sockets, openSocket } = createTestSockets<
    TestMessage,
    TestMessage
  >();
  const connection = createConnection<TestMessage, TestMessage>({
    connect,
    onOpen: () => {},
    onMessage: () => {},
    onBroken: () => {},
    schedule,
    randomFraction,
  });
  expect(connection.send({ type: 'early' })).toBe(false);
  await Promise.resolve();
  expect(sockets).toHaveLength(1);
  // WebSocket.send throws while connecting.
  expect(connection.send({ type: 'connecting' })).toBe(false);
  await openSocket();
  expect(connection.send({ type: 'heard' })).toBe(true);
  connection.close();
  expect(connection.send({ type: 'late' })).toBe(false);
  expect(lastSocket().sent).toEqual([{ type: 'heard' }]);
});
