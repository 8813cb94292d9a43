import { expect, test } from 'vitest';
import { type StartedSigning, startedSigningsIn } from './started-signings.ts';

const started: StartedSigning = {
  transactionId: 't1',
  method: 'app',
  challengeCode: '4821',
  expiresAt: '2026-11-21T12:01:30Z',
  seconds: 90,
  since: 1_000,
};
const minutes = 60_000;

test('DATA-7b: a signing in progress is resumed by the page that replaces the one it began on', () => {
  const storage = new Map<string, string>();
  const openPage = () =>
    startedSigningsIn(() => ({
      getItem: (name) => storage.get(name) ?? null,
      setItem: (name, value) => void storage.set(name, value),
      removeItem: (name) => void storage.delete(name),
    }));
  openPage().save('d1', started);
  expect(openPage().read('d1', 5 * minutes)).toEqual(started);
  expect(openPage().read('d2', 5 * minutes)).toBeUndefined();
  expect(openPage().read('d1', 16 * minutes)).toBeUndefined();
  openPage().remove('d1');
  expect(openPage().read('d1', 5 * minutes)).toBeUndefined();
});

test('no signing is restored from denied or corrupt storage', () => {
  const deniedStorage = startedSigningsIn(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  deniedStorage.save('d1', started);
  deniedStorage.remove('d1');
  expect(deniedStorage.read('d1', 1)).toBeUndefined();
  const corruptStorage = startedSigningsIn(() => ({
    getItem: () => '{',
    setItem: () => undefined,
    removeItem: () => undefined,
  }));
  expect(corruptStorage.read('d1', 1)).toBeUndefined();
});
