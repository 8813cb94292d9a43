import { expect, test } from 'vitest';
import { acquireLock } from './lock.ts';
import { memoryStore, type Store } from './storage.ts';
import { virtualTime } from './testing.ts';

const browser = (store: Store = memoryStore()) => {
  const time = virtualTime();
  let tabs = 0;
  return {
    time,
    store,
    tab: () => {
      tabs += 1;
      const name = `tab ${tabs}`;
      return { store, now: time.now, wait: time.wait, every: time.every, newOwner: () => name };
    },
  };
};

/** Tracks the state of a promise. */
const watch = <T>(promise: Promise<T>) => {
  const seen: { value?: T; done: boolean } = { done: false };
  void promise.then((value) => {
    seen.value = value;
    seen.done = true;
  });
  return seen;
};

test('AUTH-9b: one tab gets the lock, the next after it is released', async () => {
  const { time, tab } = browser();
  const first = watch(acquireLock('lock', tab()));
  await time.advance(100);
  expect(first.value).toBeTypeOf('function');
  const second = watch(acquireLock('lock', tab()));
  await time.advance(1_000);
  expect(second.done).toBe(false);
  first.value?.();
  await time.advance(200);
  expect(second.value).toBeTypeOf('function');
});

test('AUTH-9b: two tabs asking at the same moment do not both get it', async () => {
  const { time, tab } = browser();
  const both = [acquireLock('lock', tab()), acquireLock('lock', tab())].map(watch);
  await time.advance(1_000);
  expect(both.filter(({ value }) => value)).toHaveLength(1);
});

test('AUTH-9b: a waiting tab gives up after 5 s', async () => {
  const { time, tab } = browser();
  await Promise.all([acquireLock('lock', tab()), time.advance(100)]);
  const second = watch(acquireLock('lock', tab()));
  await time.advance(4_900);
  expect(second.done).toBe(false);
  await time.advance(200);
  expect(second).toEqual({ value: undefined, done: true });
});

test('AUTH-9b: the owner refreshes the lock each second', async () => {
  const { time, tab, store } = browser();
  await Promise.all([acquireLock('lock', tab()), time.advance(25)]);
  const marks: number[] = [];
  for (let second = 0; second < 4; second += 1) {
    marks.push(JSON.parse(store.get('lock') ?? '').at);
    await time.advance(1_000);
  }
  expect(marks.slice(1).map((at, index) => at - (marks[index] ?? 0))).toEqual([1_025, 1_000, 1_000]);
});

test('AUTH-9b: a lock not refreshed for 5 s is taken over, not sooner', async () => {
  const { time, tab, store } = browser();
  store.set('lock', JSON.stringify({ owner: 'a tab that was closed', at: time.now() }));
  const second = watch(acquireLock('lock', tab()));
  await time.advance(4_900);
  expect(second.done).toBe(false);
  const third = watch(acquireLock('lock', tab()));
  await time.advance(200);
  expect([second.value, third.value].filter(Boolean)).toHaveLength(1);
});

test('AUTH-9b: an owner whose lock was taken over neither refreshes nor releases it', async () => {
  const { time, tab, store } = browser();
  const first = watch(acquireLock('lock', tab()));
  await time.advance(100);
  store.set('lock', JSON.stringify({ owner: 'another', at: time.now() }));
  await time.advance(3_000);
  first.value?.();
  expect(JSON.parse(store.get('lock') ?? '').owner).toBe('another');
});

test.each(['{', '"text"', '17', 'null', '{"owner":"x"}'])('a corrupt lock %s is ignored', async (text) => {
  const { time, tab, store } = browser();
  store.set('lock', text);
  const first = watch(acquireLock('lock', tab()));
  await time.advance(100);
  expect(first.value).toBeTypeOf('function');
});
