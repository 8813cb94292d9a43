import { expect, test } from 'vitest';
import { createOfflineAnswers, maxAgeMs, type OfflineStore } from './offline-answers.ts';

const guðrún = { sub: 'customer-1', name: 'Guðrún' };
const jón = { sub: 'customer-2' };

/** A device with storage, and pages opened on it. */
const device = () => {
  const values = new Map<string, unknown>();
  const logged: string[] = [];
  const d = { now: 1_000, isBlocked: false };
  const access = <T>(run: () => T): Promise<T> =>
    d.isBlocked ? Promise.reject(new DOMException('forbidden', 'SecurityError')) : Promise.resolve(run());
  const store: OfflineStore = {
    get: (name) => access(() => values.get(name)),
    put: (name, value) => access(() => void values.set(name, value)),
    putIfAbsent: (name, value) =>
      access(() => {
        if (!values.has(name)) values.set(name, value);
        return values.get(name);
      }),
    remove: (name) => access(() => void values.delete(name)),
    clear: () => access(() => values.clear()),
  };
  const page = () =>
    createOfflineAnswers({ store, crypto, now: () => d.now, log: (message) => void logged.push(message) });
  /** Everything stored, as read from the disk. */
  const storedBytes = () =>
    [...values]
      .flatMap(([name, value]) => [name, ...Object.values(value as object)])
      .map((part) => (typeof part === 'string' ? part : Buffer.from(part as ArrayBuffer).toString('latin1')))
      .join('\n');
  return Object.assign(d, { values, logged, page, storedBytes });
};

test('PATH-16: a user reads a response in another page, with the time it was received', async () => {
  const d = device();
  await d.page().save(guðrún, 'overview', { premium: 90_000 });
  d.now = 5_000;
  const later = d.page();
  expect(await later.owner()).toEqual(guðrún);
  expect(await later.read(guðrún, 'overview')).toEqual({ value: { premium: 90_000 }, at: 1_000 });
  expect(await later.read(guðrún, 'other')).toBeUndefined();
  expect(await later.read(jón, 'overview')).toBeUndefined();
});

test('PATH-16: nothing is stored in plain text, and the key is not extractable', async () => {
  const d = device();
  await d.page().save(guðrún, '/api/policy/v2/9b1c', { insured: 'Toyota RAV4' });
  expect(d.values.size).toBe(3);
  expect(d.storedBytes()).not.toMatch(/Toyota|9b1c|Guðrún|customer-1/);
  const key = d.values.get('key') as CryptoKey;
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

test('PATH-16: after sign-out nothing can be read, pending writes are dropped, and a copy of the data is useless without its key', async () => {
  const d = device();
  const page = d.page();
  await page.save(guðrún, 'overview', 1);
  const copied = new Map(d.values);
  const underWay = page.save(guðrún, 'late', 2);
  await page.clear();
  await underWay;
  await page.save(guðrún, 'later still', 3);
  expect(d.values.size).toBe(0);
  expect(await d.page().owner()).toBeUndefined();
  // The next sign-in has a new key, which cannot decrypt an older copy.
  copied.delete('key');
  await d.page().save(guðrún, 'new', 4);
  for (const [name, value] of copied) d.values.set(name, value);
  expect(await d.page().read(guðrún, 'overview')).toBeUndefined();
  expect(d.logged).toEqual(['The offline copy could not be read.']);
});

test('PATH-16: a user finds nothing of the previous user', async () => {
  const d = device();
  await d.page().save(guðrún, 'overview', 1);
  await d.page().save(jón, 'overview', 2);
  expect(await d.page().owner()).toEqual(jón);
  expect(await d.page().read(guðrún, 'overview')).toBeUndefined();
});

test('PATH-16: a response stored under another name is not shown', async () => {
  const d = device();
  await d.page().save(guðrún, 'one', 1);
  const one = [...d.values.keys()].at(-1) ?? '';
  await d.page().save(guðrún, 'two', 2);
  const two = [...d.values.keys()].at(-1) ?? '';
  d.values.set(two, d.values.get(one));
  expect(await d.page().read(guðrún, 'two')).toBeUndefined();
});

test('PATH-16: a response is shown for thirty days', async () => {
  const d = device();
  await d.page().save(guðrún, 'overview', 1);
  d.now += maxAgeMs - 1;
  expect(await d.page().read(guðrún, 'overview')).toBeDefined();
  d.now += 1;
  expect(await d.page().read(guðrún, 'overview')).toBeUndefined();
  expect(await d.page().owner()).toBeUndefined();
});

test('PATH-16: what has expired is deleted from the device when the page looks for it, and the key with the last of it', async () => {
  const d = device();
  await d.page().save(guðrún, 'overview', 1);
  d.now += maxAgeMs / 2;
  await d.page().save(guðrún, 'claims', 2);
  expect(d.values.size).toBe(4);
  d.now += maxAgeMs / 2;
  expect(await d.page().owner()).toEqual(guðrún);
  expect(await d.page().read(guðrún, 'overview')).toBeUndefined();
  expect(d.values.size).toBe(3);
  expect(await d.page().read(guðrún, 'claims')).toBeDefined();
  d.now += maxAgeMs / 2;
  expect(await d.page().owner()).toBeUndefined();
  expect(d.values.size).toBe(0);
  // Nobody has signed out, so the next answer is stored.
  await d.page().save(guðrún, 'claims', 3);
  expect(await d.page().owner()).toEqual(guðrún);
});

test('PATH-16: with blocked storage nothing is stored, and nothing else fails', async () => {
  const d = device();
  d.isBlocked = true;
  const page = d.page();
  await page.save(guðrún, 'overview', 1);
  expect(await page.read(guðrún, 'overview')).toBeUndefined();
  await page.clear();
  expect(d.logged).toContain('The offline copy could not be saved.');
  expect(d.logged).toContain('The offline copy could not be deleted.');
});
