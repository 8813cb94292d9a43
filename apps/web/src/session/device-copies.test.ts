import { expect, test } from 'vitest';
import { createKept, type KeptStore, keptFor } from './device-copies.ts';

const guðrún = { sub: 'customer-1', name: 'Guðrún' };
const jón = { sub: 'customer-2' };

/** A device: what is written on it, and a page that opens on it. */
const device = () => {
  const values = new Map<string, unknown>();
  const logged: string[] = [];
  const d = { now: 1_000, broken: false };
  const may = <T>(work: () => T): Promise<T> =>
    d.broken ? Promise.reject(new DOMException('forbidden', 'SecurityError')) : Promise.resolve(work());
  const store: KeptStore = {
    get: (name) => may(() => values.get(name)),
    put: (name, value) => may(() => void values.set(name, value)),
    first: (name, value) =>
      may(() => {
        if (!values.has(name)) values.set(name, value);
        return values.get(name);
      }),
    clear: () => may(() => values.clear()),
  };
  const page = () =>
    createKept({ store, crypto, now: () => d.now, log: (message) => void logged.push(message) });
  /** All that is written, as one who reads the disk would see it. */
  const written = () =>
    [...values]
      .flatMap(([name, value]) => [name, ...Object.values(value as object)])
      .map((part) => (typeof part === 'string' ? part : Buffer.from(part as ArrayBuffer).toString('latin1')))
      .join('\n');
  return Object.assign(d, { values, logged, page, written });
};

test('PATH-16: an answer is read back by its person in another page, with the time it was received', async () => {
  const d = device();
  await d.page().keep(guðrún, 'overview', { premium: 90_000 });
  d.now = 5_000;
  const later = d.page();
  expect(await later.owner()).toEqual(guðrún);
  expect(await later.read(guðrún, 'overview')).toEqual({ value: { premium: 90_000 }, at: 1_000 });
  expect(await later.read(guðrún, 'other')).toBeUndefined();
  expect(await later.read(jón, 'overview')).toBeUndefined();
});

test('PATH-16: nothing of it stands on the device in clear, and its key shows its bytes to no script', async () => {
  const d = device();
  await d.page().keep(guðrún, '/api/policy/v2/9b1c', { insured: 'Toyota RAV4' });
  expect(d.values.size).toBe(3);
  expect(d.written()).not.toMatch(/Toyota|9b1c|Guðrún|customer-1/);
  const key = d.values.get('key') as CryptoKey;
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

test('PATH-16: after sign-out nothing can be read, what was under way is not kept, and a copy of the data alone opens nothing', async () => {
  const d = device();
  const page = d.page();
  await page.keep(guðrún, 'overview', 1);
  const copied = new Map(d.values);
  const underWay = page.keep(guðrún, 'late', 2);
  await page.forget();
  await underWay;
  await page.keep(guðrún, 'later still', 3);
  expect(d.values.size).toBe(0);
  expect(await d.page().owner()).toBeUndefined();
  // Whoever signs in next has a new key: what was copied before stays shut.
  copied.delete('key');
  await d.page().keep(guðrún, 'new', 4);
  for (const [name, value] of copied) d.values.set(name, value);
  expect(await d.page().read(guðrún, 'overview')).toBeUndefined();
  expect(d.logged).toEqual(['What was kept on the device cannot be read.']);
});

test('PATH-16: who signs in after another person finds nothing of theirs', async () => {
  const d = device();
  await d.page().keep(guðrún, 'overview', 1);
  await d.page().keep(jón, 'overview', 2);
  expect(await d.page().owner()).toEqual(jón);
  expect(await d.page().read(guðrún, 'overview')).toBeUndefined();
});

test('PATH-16: an answer put in the place of another is not shown', async () => {
  const d = device();
  await d.page().keep(guðrún, 'one', 1);
  const one = [...d.values.keys()].at(-1) ?? '';
  await d.page().keep(guðrún, 'two', 2);
  const two = [...d.values.keys()].at(-1) ?? '';
  d.values.set(two, d.values.get(one));
  expect(await d.page().read(guðrún, 'two')).toBeUndefined();
});

test('PATH-16: an answer is shown for thirty days', async () => {
  const d = device();
  await d.page().keep(guðrún, 'overview', 1);
  d.now += keptFor - 1;
  expect(await d.page().read(guðrún, 'overview')).toBeDefined();
  d.now += 1;
  expect(await d.page().read(guðrún, 'overview')).toBeUndefined();
  expect(await d.page().owner()).toBeUndefined();
});

test('PATH-16: a device that forbids storage keeps nothing, and nothing else fails', async () => {
  const d = device();
  d.broken = true;
  const page = d.page();
  await page.keep(guðrún, 'overview', 1);
  expect(await page.read(guðrún, 'overview')).toBeUndefined();
  await page.forget();
  expect(d.logged).toContain('Nothing could be kept on the device.');
  expect(d.logged).toContain('What was kept on the device could not be removed.');
});
