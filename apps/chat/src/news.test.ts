import { createLogger } from '@hofn/service';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatHead } from './chat-head.ts';
import { createNews } from './news.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const [everyMs, slowMs] = [300, 5_000];
const head = (id: string, revision: number, more: Partial<ChatHead> = {}): ChatHead => ({
  id,
  revision,
  state: 'connected',
  agentId: 'katrin',
  ...more,
});
const waiting = { state: 'waiting', agentId: null } as const;

/** News of one copy, what the database has, and what another copy's notification says. */
const start = async (rows: ChatHead[], { isHeard = true } = {}) => {
  const read = vi.fn(async () => rows.map((row) => ({ ...row })));
  const readQueue = vi.fn(async () => rows.filter(({ state }) => state === 'waiting').map(({ id }) => id));
  let hear: (heard: ChatHead) => void = () => {};
  const told: ChatHead[] = [];
  const news = createNews({
    read,
    readQueue,
    openBus: async (heard) => {
      hear = heard;
      return { tell: (said) => told.push(said), probe: () => isHeard, stop: async () => {} };
    },
    everyMs,
    slowMs,
    logger: createLogger('chat', 'silent'),
  });
  await news.open();
  return { news, read, readQueue, told, hear: (said: ChatHead) => hear(said) };
};

test('what was changed through this copy is told once, and what was changed through another by its notification', async () => {
  const rows = [head('c1', 1)];
  const { news, told, hear } = await start(rows);
  const heard = vi.fn();
  news.watch('c1', heard);
  await vi.advanceTimersByTimeAsync(everyMs);
  heard.mockClear();

  rows[0] = head('c1', 2);
  news.publish(head('c1', 2));
  expect(told).toEqual([head('c1', 2)]);
  expect(heard).toHaveBeenCalledTimes(1);
  hear(head('c1', 2));
  await vi.advanceTimersByTimeAsync(2 * slowMs);
  expect(heard).toHaveBeenCalledTimes(1);

  hear(head('c1', 3));
  expect(heard).toHaveBeenCalledTimes(2);
  await news.stop();
});

test('a change whose notification was lost is found at the next look, which comes soon while none arrive', async () => {
  for (const [isHeard, ms] of [
    [true, slowMs],
    [false, everyMs],
  ] as const) {
    const rows = [head('c1', 1)];
    const { news } = await start(rows, { isHeard });
    const heard = vi.fn();
    news.watch('c1', heard);
    await vi.advanceTimersByTimeAsync(everyMs);
    heard.mockClear();
    rows[0] = head('c1', 2);
    await vi.advanceTimersByTimeAsync(ms);
    expect(heard).toHaveBeenCalledTimes(1);
    await news.stop();
  }
});

test('a message concerns those in its chat and its agent, and nobody who waits; a chat that is taken moves those who wait, by one query', async () => {
  const rows = [head('c1', 1), ...Array.from({ length: 50 }, (_, at) => head(`w${at}`, 1, waiting))];
  const { news, readQueue, hear } = await start(rows);
  const [agent, other] = [vi.fn(), vi.fn()];
  news.watchAgent('katrin', agent);
  news.watchAgent('bjarki', other);
  const places = rows.slice(1).map(({ id }) => {
    const place = vi.fn();
    news.watchQueue(id, place);
    return place;
  });
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(places.map((place) => place.mock.calls)).toEqual(places.map((_, at) => [[at + 1]]));
  for (const mock of [agent, other, readQueue, ...places]) mock.mockClear();

  for (let revision = 2; revision < 12; revision += 1) hear(head('c1', revision));
  await vi.advanceTimersByTimeAsync(0);
  expect(agent).toHaveBeenCalledTimes(10);
  for (const mock of [other, readQueue, ...places]) expect(mock).not.toHaveBeenCalled();

  rows[1] = head('w0', 2, { agentId: 'bjarki' });
  hear(head('w0', 2, { agentId: 'bjarki' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(other).toHaveBeenCalledTimes(1);
  expect(readQueue).toHaveBeenCalledTimes(1);
  expect(places.slice(1).map((place) => place.mock.calls)).toEqual(
    places.slice(1).map((_, at) => [[at + 1]]),
  );
  await news.stop();
});
