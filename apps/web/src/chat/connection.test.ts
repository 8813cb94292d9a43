import { expect, test } from 'vitest';
import { createConnection } from './connection.ts';
import { createTestSockets } from './testing.ts';

type TestMessage = { type: string };

test('a message is sent only on an open connection, and send reports whether it was', async () => {
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
  // A WebSocket throws on send while connecting.
  expect(connection.send({ type: 'connecting' })).toBe(false);
  await openSocket();
  expect(connection.send({ type: 'heard' })).toBe(true);
  connection.close();
  expect(connection.send({ type: 'late' })).toBe(false);
  expect(lastSocket().sent).toEqual([{ type: 'heard' }]);
});
