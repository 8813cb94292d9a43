import { EventEmitter } from 'node:events';
import type { ServiceToVisitor } from '@hofn/contracts';
import { createLogger } from '@hofn/service';
import { fixedClock } from '@hofn/service/testing.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { openConnection } from './connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens a connection on a fake socket. */
const open = () => {
  const closed: Array<number | 'terminated'> = [];
  const sent: string[] = [];
  const unread: Array<() => void> = [];
  const socket = Object.assign(new EventEmitter(), {
    readyState: 1,
    OPEN: 1,
    bufferedAmount: 0,
    send: (text: string, written: () => void) => {
      sent.push(text);
      unread.push(written);
    },
    ping: () => {},
    close: (code: number) => closed.push(code),
    terminate: () => closed.push('terminated'),
  });
  const connection = openConnection<ServiceToVisitor, { type: string }>(socket as unknown as WebSocket, {
    schema: z.object({ type: z.literal('hello') }),
    handle: async () => {},
    clock: fixedClock(),
    logger: createLogger('chat', 'silent'),
  });
  return { socket, connection, closed, sent, unread };
};

test('a connection without an accepted command is closed after 30 seconds, and no other', async () => {
  const [silent, wrong, good] = [open(), open(), open()];
  wrong.socket.emit('message', '{"type":"what"}', false);
  good.socket.emit('message', '{"type":"hello"}', false);
  await vi.advanceTimersByTimeAsync(29_999);
  expect([silent.closed, wrong.closed, good.closed]).toEqual([[], [], []]);
  await vi.advanceTimersByTimeAsync(1);
  expect([silent.closed, wrong.closed, good.closed]).toEqual([[4429], [4429], []]);
});

test('a connection that misses a pong is terminated; others get heartbeats', async () => {
  const { socket, closed, sent } = open();
  socket.emit('message', '{"type":"hello"}', false);
  await vi.advanceTimersByTimeAsync(20_000);
  socket.emit('pong');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toEqual(['{"type":"beat"}', '{"type":"beat"}']);
  expect(closed).toEqual([]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(closed).toEqual(['terminated']);
});

test('a client that does not read is disconnected before memory fills up', () => {
  const { socket, connection, closed } = open();
  socket.bufferedAmount = 1_000_001;
  connection.send({ type: 'beat' });
  expect(closed).toEqual(['terminated']);
});

test('bulk sending waits for slow clients only', async () => {
  const { socket, connection, unread } = open();
  connection.send({ type: 'beat' });
  await connection.drained();
  socket.bufferedAmount = 500_001;
  let isDrained = false;
  const waited = connection.drained().then(() => {
    isDrained = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isDrained).toBe(false);
  unread.at(-1)?.();
  await waited;
  // A closed connection is not waited for.
  connection.send({ type: 'beat' });
  socket.readyState = 3;
  await connection.drained();
});
