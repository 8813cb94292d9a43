import { createLogger } from '@hofn/service';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatHead } from './chat-head.ts';
import { createChatUpdates } from './chat-updates.ts';

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

/** Starts the updates of one replica with fake database rows and a fake bus. */
const start = async (rows: ChatHead[], { isBusWorking = true } = {}) => {
  const read = vi.fn(async () => rows.map((row) => ({ ...row })));
  const readQueue = vi.fn(async () => rows.filter(({ state }) => state === 'waiting').map(({ id }) => id));
  let onChange: (changed: ChatHead) => void = () => {};
  const published: ChatHead[] = [];
  const news = createChatUpdates({
    read,
    readQueue,
    openBus: async (listener) => {
      onChange = listener;
      return {
        publish: (changed) => published.push(changed),
        probe: () => isBusWorking,
        stop: async () => {},
      };
    },
    everyMs,
    slowMs,
    logger: createLogger('chat', 'silent'),
  });
  await news.open();
  return { news, read, readQueue, published, receive: (changed: ChatHead) => onChange(changed) };
};

test('changes by this replica are notified once, changes by another arrive by notification', async () => {
  const rows = [head('c1', 1)];
  const { news, published, receive } = await start(rows);
  const onChange = vi.fn();
  news.watch('c1', onChange);
  await vi.advanceTimersByTimeAsync(everyMs);
  onChange.mockClear();

  rows[0] = head('c1', 2);
  news.publish(head('c1', 2));
  expect(published).toEqual([head('c1', 2)]);
  expect(onChange).toHaveBeenCalledTimes(1);
  receive(head('c1', 2));
  await vi.advanceTimersByTimeAsync(2 * slowMs);
  expect(onChange).toHaveBeenCalledTimes(1);

  receive(head('c1', 3));
  expect(onChange).toHaveBeenCalledTimes(2);
  await news.stop();
});

test('a change whose notification was lost is found by the next poll, which is fast while none arrive', async () => {
  for (const [isBusWorking, ms] of [
    [true, slowMs],
    [false, everyMs],
  ] as const) {
    const rows = [head('c1', 1)];
    const { news } = await start(rows, { isBusWorking });
    const onChange = vi.fn();
    news.watch('c1', onChange);
    await vi.advanceTimersByTimeAsync(everyMs);
    onChange.mockClear();
    rows[0] = head('c1', 2);
    await vi.advanceTimersByTimeAsync(ms);
    expect(onChange).toHaveBeenCalledTimes(1);
    await news.stop();
  }
});

test('a message notifies only its participants; taking a chat moves the queue, with one query', async () => {
  const rows = [head('c1', 1), ...Array.from({ length: 50 }, (_, at) => head(`w${at}`, 1, waiting))];
  const { news, readQueue, receive } = await start(rows);
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

  for (let revision = 2; revision < 12; revision += 1) receive(head('c1', revision));
  await vi.advanceTimersByTimeAsync(0);
  expect(agent).toHaveBeenCalledTimes(10);
  for (const mock of [other, readQueue, ...places]) expect(mock).not.toHaveBeenCalled();

  rows[1] = head('w0', 2, { agentId: 'bjarki' });
  receive(head('w0', 2, { agentId: 'bjarki' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(other).toHaveBeenCalledTimes(1);
  expect(readQueue).toHaveBeenCalledTimes(1);
  expect(places.slice(1).map((place) => place.mock.calls)).toEqual(
    places.slice(1).map((_, at) => [[at + 1]]),
  );
  await news.stop();
});
