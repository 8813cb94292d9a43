import { expect, test } from 'vitest';
import { createPositions } from './scroll-positions.ts';
import { scrollTarget } from './scroll-target.ts';

const arrival = { path: '/tryggingar', hash: '', kind: 'push' as const, saved: undefined, state: {} };

test('PATH-12a: a navigation scrolls to the top', () => {
  expect(scrollTarget(arrival)).toEqual({ kind: 'position', y: 0 });
  expect(scrollTarget({ ...arrival, kind: 'replace' })).toEqual({ kind: 'position', y: 0 });
  expect(scrollTarget({ ...arrival, saved: 400 })).toEqual({ kind: 'position', y: 0 });
});

test('PATH-12a: a navigation with a hash scrolls to the element with the decoded id', () => {
  expect(scrollTarget({ ...arrival, hash: '#%C3%A1h%C3%A6tta' })).toEqual({ kind: 'hash', id: 'áhætta' });
  expect(scrollTarget({ ...arrival, hash: '#50%' })).toEqual({ kind: 'hash', id: '50%' });
  expect(scrollTarget({ ...arrival, hash: '#' })).toEqual({ kind: 'position', y: 0 });
});

test('PATH-12a: back and forward restore the position, even with a hash', () => {
  expect(scrollTarget({ ...arrival, kind: 'pop', saved: 400 })).toEqual({ kind: 'position', y: 400 });
  expect(scrollTarget({ ...arrival, kind: 'pop', saved: 0, hash: '#a' })).toEqual({ kind: 'position', y: 0 });
  expect(scrollTarget({ ...arrival, kind: 'pop', hash: '#a' })).toEqual({ kind: 'hash', id: 'a' });
});

test.each(['/jolakula', '/jolakula/7', '/en/jolakula/7'])(
  'PATH-12b: %s keeps the scroll position',
  (path) => {
    expect(scrollTarget({ ...arrival, path })).toEqual({ kind: 'stay' });
    expect(scrollTarget({ ...arrival, path, hash: '#a', kind: 'pop', saved: 9 })).toEqual({ kind: 'stay' });
  },
);

test('PATH-12b: the modal and noScroll flags keep the scroll position', () => {
  expect(scrollTarget({ ...arrival, state: { modal: true } })).toEqual({ kind: 'stay' });
  expect(scrollTarget({ ...arrival, state: { noScroll: true } })).toEqual({ kind: 'stay' });
  expect(scrollTarget({ ...arrival, path: '/um/jolakula' }).kind).toBe('position');
});

test('PATH-12a: positions are saved by history entry, in memory if storage is blocked', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const before = createPositions(storage);
  before.save('/a', 'k1', 120);
  before.store();
  // Simulates a new document, where only storage is left.
  expect(createPositions(storage).read('/a', 'k1')).toBe(120);
  expect(createPositions(storage).read('/a', 'k2')).toBeUndefined();
  const refusing = {
    getItem: () => {
      throw new Error('refused');
    },
    setItem: () => {
      throw new Error('refused');
    },
  };
  const memory = createPositions(refusing);
  memory.save('/a', 'k1', 7);
  expect(memory.read('/a', 'k1')).toBe(7);
  expect(memory.read('/b', 'k1')).toBeUndefined();
  expect(() => memory.store()).not.toThrow();
});

test('PATH-12a: storage has only the newest positions, in one item, and malformed data is ignored', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const before = createPositions(storage);
  for (let at = 0; at < 1000; at += 1) before.save('/a', `k${at}`, at);
  // An entry that is visited again is among the newest.
  before.save('/a', 'k1', 7);
  expect(stored.size).toBe(0);
  before.store();
  expect(stored.size).toBe(1);
  expect([...stored.values()].join('').length).toBeLessThan(2000);
  const after = createPositions(storage);
  expect(after.read('/a', 'k999')).toBe(999);
  expect(after.read('/a', 'k1')).toBe(7);
  expect(after.read('/a', 'k500')).toBeUndefined();
  for (const broken of ['{', '{}', '[1]', 'null'])
    expect(createPositions({ ...storage, getItem: () => broken }).read('/a', 'k1')).toBeUndefined();
});
