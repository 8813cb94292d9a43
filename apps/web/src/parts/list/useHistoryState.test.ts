import { expect, test } from 'vitest';
import { ownerOf, readListStates, withListState } from './useHistoryState.ts';

test('a history entry stores each list by name, beside the engine’s own state', () => {
  const engineState = { key: 'a1', over: 'http://localhost/' };
  const entry = withListState(
    withListState(engineState, 'gudrun', 'filter', { search: 'bíll' }),
    'gudrun',
    'pages',
    ['c'],
  );
  expect(entry).toMatchObject(engineState);
  expect(readListStates(entry, 'gudrun')).toEqual({ filter: { search: 'bíll' }, pages: ['c'] });
  expect(readListStates(null, 'gudrun')).toEqual({});
});

test('one user’s search is not shown to the next user who signs in', () => {
  const entry = withListState(null, 'gudrun', 'filter', { search: 'bíll' });
  expect(readListStates(entry, 'jon')).toEqual({});
  expect(readListStates(withListState(entry, 'jon', 'pages', []), 'gudrun')).toEqual({});
});

test('HOLD-2: a user’s own search is not shown while they act for someone else', () => {
  const entry = withListState(null, ownerOf('gudrun', 'gudrun'), 'filter', { search: 'bíll' });
  expect(readListStates(entry, ownerOf('gudrun', 'felag'))).toEqual({});
  expect(readListStates(entry, ownerOf('gudrun', 'gudrun'))).toEqual({ filter: { search: 'bíll' } });
});
