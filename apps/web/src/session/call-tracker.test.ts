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

/** A call that the test settles. */
const pendingCall = () => {
  let succeed: (value: string) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const promise = new Promise<string>((resolve, reject) => {
    succeed = resolve;
    fail = reject;
  });
  return { call: () => promise, succeed, fail };
};

test('CALL-2: a successful call is loading, started with its time, received, not loading', async () => {
  const { call, succeed } = pendingCall();
  const result = tracker.run('user', call);
  expect(tracker.state('user')).toEqual({ loading: true, startedAt: 1_000 });
  now = 1_500;
  succeed('Anna');
  expect(await result).toBe('Anna');
  expect(actions).toEqual([
    { type: 'loading', key: 'user', on: true },
    { type: 'started', key: 'user', at: 1_000 },
    { type: 'received', key: 'user', at: 1_500 },
    { type: 'loading', key: 'user', on: false },
  ]);
  expect(tracker.state('user')).toEqual({ loading: false, startedAt: 1_000, receivedAt: 1_500 });
});

test('CALL-2: a failed call is loading, started, failed, not loading', async () => {
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
  test('CALL-2: only the newest applies its result, if the older one ends last', async () => {
    const [older, newer] = [pendingCall(), pendingCall()];
    const first = tracker.run('search', older.call);
    const second = tracker.run('search', newer.call);
    newer.succeed('young');
    expect(await second).toBe('young');
    expect(tracker.state('search').loading).toBe(false);
    older.succeed('old');
    await expect(first).rejects.toBeInstanceOf(Overtaken);
    expect(actions.filter(({ type }) => type === 'received')).toHaveLength(1);
  });

  test('CALL-2: only the newest applies its result, if the older one ends first', async () => {
    const [older, newer] = [pendingCall(), pendingCall()];
    const first = tracker.run('search', older.call);
    const second = tracker.run('search', newer.call);
    older.succeed('old');
    await expect(first).rejects.toBeInstanceOf(Overtaken);
    expect(tracker.state('search')).toEqual({ loading: true, startedAt: 1_000 });
    newer.succeed('young');
    expect(await second).toBe('young');
    expect(tracker.state('search').loading).toBe(false);
  });

  test('CALL-2: an older failure does not overwrite the newer result', async () => {
    const [older, newer] = [pendingCall(), pendingCall()];
    const first = tracker.run('search', older.call);
    const second = tracker.run('search', newer.call);
    newer.succeed('young');
    await second;
    older.fail(new Error('late'));
    await expect(first).rejects.toBeInstanceOf(Overtaken);
    expect(tracker.state('search')).not.toHaveProperty('error');
  });

  test('CALL-2: without followCallOrder each result applies, and loading ends with the last', async () => {
    const [older, newer] = [pendingCall(), pendingCall()];
    const first = tracker.run('log', older.call, { followCallOrder: false });
    const second = tracker.run('log', newer.call, { followCallOrder: false });
    newer.succeed('young');
    expect(await second).toBe('young');
    expect(tracker.state('log').loading).toBe(true);
    older.succeed('old');
    expect(await first).toBe('old');
    expect(tracker.state('log').loading).toBe(false);
    expect(actions.filter(({ type }) => type === 'received')).toHaveLength(2);
  });

  test('CALL-2: calls with different keys are independent', async () => {
    const [callA, callB] = [pendingCall(), pendingCall()];
    const first = tracker.run('a', callA.call);
    const second = tracker.run('b', callB.call);
    callB.succeed('b');
    callA.succeed('a');
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
  });
});

test('an unsubscribed listener is not called', async () => {
  const received: CallAction[] = [];
  tracker.subscribe((action) => received.push(action))();
  await tracker.run('user', async () => 'Anna');
  expect(received).toEqual([]);
});
