import { expect, test } from 'vitest';
import { keptIn, keptWith, ownerOf } from './useHistoryState.ts';

test('an entry of the history keeps each list by its name, beside what the engine keeps there', () => {
  const engine = { key: 'a1', over: 'http://localhost/' };
  const entry = keptWith(keptWith(engine, 'gudrun', 'filter', { search: 'bíll' }), 'gudrun', 'pages', ['c']);
  expect(entry).toMatchObject(engine);
  expect(keptIn(entry, 'gudrun')).toEqual({ filter: { search: 'bíll' }, pages: ['c'] });
  expect(keptIn(null, 'gudrun')).toEqual({});
});

test('what one person looked for is not met by the next who signs in', () => {
  const entry = keptWith(null, 'gudrun', 'filter', { search: 'bíll' });
  expect(keptIn(entry, 'jon')).toEqual({});
  expect(keptIn(keptWith(entry, 'jon', 'pages', []), 'gudrun')).toEqual({});
});

test('HOLD-2: what a person looked for among their own is not met while they act for another', () => {
  const entry = keptWith(null, ownerOf('gudrun', 'gudrun'), 'filter', { search: 'bíll' });
  expect(keptIn(entry, ownerOf('gudrun', 'felag'))).toEqual({});
  expect(keptIn(entry, ownerOf('gudrun', 'gudrun'))).toEqual({ filter: { search: 'bíll' } });
});
