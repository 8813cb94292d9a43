import { EventEmitter } from 'node:events';
import type { VisitorNews } from '@hofn/contracts';
import { createLogger } from '@hofn/service';
import { fixedClock } from '@hofn/service/testing.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { holdLine } from './socket.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A socket whose other end the test plays. */
const hold = () => {
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
  const line = holdLine<VisitorNews, { type: string }>(socket as unknown as WebSocket, {
    schema: z.object({ type: z.literal('hello') }),
    hear: async () => {},
    clock: fixedClock(),
    logger: createLogger('chat', 'silent'),
  });
  return { socket, line, closed, sent, unread };
};

test('a line on which nobody says who they are is closed after half a minute, and no other', async () => {
  const [silent, wrong, good] = [hold(), hold(), hold()];
  wrong.socket.emit('message', '{"type":"what"}', false);
  good.socket.emit('message', '{"type":"hello"}', false);
  await vi.advanceTimersByTimeAsync(29_999);
  expect([silent.closed, wrong.closed, good.closed]).toEqual([[], [], []]);
  await vi.advanceTimersByTimeAsync(1);
  expect([silent.closed, wrong.closed, good.closed]).toEqual([[4429], [4429], []]);
});

test('a line that answers no ping is found out, and one that does is told that it stands', async () => {
  const { socket, closed, sent } = hold();
  socket.emit('message', '{"type":"hello"}', false);
  await vi.advanceTimersByTimeAsync(20_000);
  socket.emit('pong');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toEqual(['{"type":"beat"}', '{"type":"beat"}']);
  expect(closed).toEqual([]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(closed).toEqual(['terminated']);
});

test('a reader who does not read is let go before the service runs full', () => {
  const { socket, line, closed } = hold();
  socket.bufferedAmount = 1_000_001;
  line.send({ type: 'beat' });
  expect(closed).toEqual(['terminated']);
});

test('whoever has much to send waits for a slow reader, and for no other', async () => {
  const { socket, line, unread } = hold();
  line.send({ type: 'beat' });
  await line.room();
  socket.bufferedAmount = 500_001;
  let went = false;
  const waited = line.room().then(() => {
    went = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(went).toBe(false);
  unread.at(-1)?.();
  await waited;
  // One who is gone is waited for no longer.
  line.send({ type: 'beat' });
  socket.readyState = 3;
  await line.room();
});
