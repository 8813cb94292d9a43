import { beforeEach, describe, expect, test } from 'vitest';
import { type CallAction, type CallTracker, createCallTracker, Overtaken } from './call-tracker.ts';

let now: number;
let tracker: CallTracker;
let actions: CallAction[];

beforeEach(() => {
  now = 1_000;
  tracker = createCallTracker(() => now);
  actions = [];
  tracker.subscribe((action) => actions.push(action));
});

/** A call that ends when the test says. */
const pending = () => {
  let end: (value: string) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const promise = new Promise<string>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { call: () => promise, end, fail };
};

test('CALL-2: a call that succeeds goes loading, started with its time, received, loading off', async () => {
  const { call, end } = pending();
  const result = tracker.run('user', call);
  expect(tracker.state('user')).toEqual({ loading: true, startedAt: 1_000 });
  now = 1_500;
  end('Anna');
  expect(await result).toBe('Anna');
  expect(actions).toEqual([
    { type: 'loading', key: 'user', on: true },
    { type: 'started', key: 'user', at: 1_000 },
    { type: 'received', key: 'user', at: 1_500 },
    { type: 'loading', key: 'user', on: false },
  ]);
  expect(tracker.state('user')).toEqual({ loading: false, startedAt: 1_000, receivedAt: 1_500 });
});

test('CALL-2: a call that fails goes loading, started, error, loading off', async () => {
  const error = new Error('down');
  await expect(
    tracker.run('user', async () => {
      throw error;
    }),
  ).rejects.toBe(error);
  expect(actions.map(({ type }) => type)).toEqual(['loading', 'started', 'failed', 'loading']);
  expect(tracker.state('user')).toEqual({ loading: false, startedAt: 1_000, error });
});

test('AUTH-12d, CALL-2: a failure is dispatched as failed, with its error, until a later call is received', async () => {
  const error = { body: { reason: 'kept for display' } };
  await tracker.run('user', () => Promise.reject(error)).catch(() => undefined);
  expect(actions).toContainEqual({ type: 'failed', key: 'user', error });
  expect(tracker.state('user').error).toBe(error);
  await tracker.run('user', async () => 'Anna');
  expect(tracker.state('user')).not.toHaveProperty('error');
});

describe('CALL-2: two calls with one key', () => {
  test('CALL-2: only the newest applies its result, though the older one ends last', async () => {
    const [old, young] = [pending(), pending()];
    const first = tracker.run('search', old.call);
    const second = tracker.run('search', young.call);
    young.end('young');
    expect(await second).toBe('young');
    expect(tracker.state('search').loading).toBe(false);
    old.end('old');
    await expect(first).rejects.toBeInstanceOf(Overtaken);
    expect(actions.filter(({ type }) => type === 'received')).toHaveLength(1);
  });

  test('CALL-2: only the newest applies its result, though the older one ends first', async () => {
    const [old, young] = [pending(), pending()];
    const first = tracker.run('search', old.call);
    const second = tracker.run('search', young.call);
    old.end('old');
    await expect(first).rejects.toBeInstanceOf(Overtaken);
    expect(tracker.state('search')).toEqual({ loading: true, startedAt: 1_000 });
    young.end('young');
    expect(await second).toBe('young');
    expect(tracker.state('search').loading).toBe(false);
  });

  test('CALL-2: an older failure does not spoil the newer result', async () => {
    const [old, young] = [pending(), pending()];
    const first = tracker.run('search', old.call);
    const second = tracker.run('search', young.call);
    young.end('young');
    await second;
    old.fail(new Error('late'));
    await expect(first).rejects.toBeInstanceOf(Overtaken);
    expect(tracker.state('search')).not.toHaveProperty('error');
  });

  test('CALL-2: without followCallOrder each applies as it comes, and loading ends with the last', async () => {
    const [old, young] = [pending(), pending()];
    const first = tracker.run('log', old.call, { followCallOrder: false });
    const second = tracker.run('log', young.call, { followCallOrder: false });
    young.end('young');
    expect(await second).toBe('young');
    expect(tracker.state('log').loading).toBe(true);
    old.end('old');
    expect(await first).toBe('old');
    expect(tracker.state('log').loading).toBe(false);
    expect(actions.filter(({ type }) => type === 'received')).toHaveLength(2);
  });

  test('CALL-2: calls with different keys do not know of each other', async () => {
    const [one, two] = [pending(), pending()];
    const first = tracker.run('a', one.call);
    const second = tracker.run('b', two.call);
    two.end('b');
    one.end('a');
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
  });
});

test('a listener that has gone hears nothing', async () => {
  const heard: CallAction[] = [];
  tracker.subscribe((action) => heard.push(action))();
  await tracker.run('user', async () => 'Anna');
  expect(heard).toEqual([]);
});
