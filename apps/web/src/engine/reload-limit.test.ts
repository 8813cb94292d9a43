import { expect, test } from 'vitest';
import { createReloadLimit } from './reload-limit.ts';

const memory = () => {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
};

test('PATH-8: a path is loaded by direct navigation at most once in 10 s, independent of other paths', () => {
  let now = 1_000_000;
  const limit = createReloadLimit(memory(), { now: () => new Date(now) });
  expect(limit.take('/a')).toBe(true);
  expect(limit.take('/a')).toBe(false);
  expect(limit.take('/b')).toBe(true);
  now += 9_999;
  expect(limit.take('/a')).toBe(false);
  now += 1;
  expect(limit.take('/a')).toBe(true);
});

test('PATH-8: the limit survives a direct navigation', () => {
  const storage = memory();
  const clock = { now: () => new Date(5_000) };
  expect(createReloadLimit(storage, clock).take('/a')).toBe(true);
  expect(createReloadLimit(storage, clock).take('/a')).toBe(false);
});

test('PATH-8: without storage there is no direct navigation, to prevent a loop', () => {
  const refusing = {
    getItem: () => {
      throw new Error('refused');
    },
    setItem: () => {},
  };
  expect(createReloadLimit(refusing, { now: () => new Date(0) }).take('/a')).toBe(false);
});
