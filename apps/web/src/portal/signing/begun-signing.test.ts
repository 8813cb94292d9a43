import { expect, test } from 'vitest';
import { type Begun, begunIn } from './begun-signing.ts';

const begun: Begun = {
  transactionId: 't1',
  method: 'app',
  challengeCode: '4821',
  expiresAt: '2026-11-21T12:01:30Z',
  seconds: 90,
  since: 1_000,
};
const minutes = 60_000;

test('DATA-7b: a signing that is under way is found again by the page that takes the place of the one it began in', () => {
  const kept = new Map<string, string>();
  const page = () =>
    begunIn(() => ({
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    }));
  page().keep('d1', begun);
  expect(page().read('d1', 5 * minutes)).toEqual(begun);
  expect(page().read('d2', 5 * minutes)).toBeUndefined();
  expect(page().read('d1', 16 * minutes)).toBeUndefined();
  page().forget('d1');
  expect(page().read('d1', 5 * minutes)).toBeUndefined();
});

test('a tab that may keep nothing, or has something else there, begins anew', () => {
  const refusing = begunIn(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  refusing.keep('d1', begun);
  refusing.forget('d1');
  expect(refusing.read('d1', 1)).toBeUndefined();
  const foreign = begunIn(() => ({
    getItem: () => '{',
    setItem: () => undefined,
    removeItem: () => undefined,
  }));
  expect(foreign.read('d1', 1)).toBeUndefined();
});
