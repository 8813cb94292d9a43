import { createTranslator } from '@hofn/texts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { expect, test } from 'vitest';
import { kindQuery, kinds } from './filter.ts';
import { kindBesideTitle, kindLabel, titleOf } from './labels.ts';

const t = createTranslator('is', staff) as never;
const line = { kind: 'change', form: null, request: 'cancel', about: 'Heimilistrygging, 2077120' } as const;

test('LIFE-8: a request is named in the queue by what is asked for and its policy; a message by its subject', () => {
  expect(titleOf(t, line)).toBe('Uppsögn: Heimilistrygging, 2077120');
  expect(kindBesideTitle(t, line)).toBeNull();
  expect(titleOf(t, { ...line, about: null })).toBe('Uppsögn');
  const memo = { kind: 'memo', form: null, request: null, about: 'Flutningar' } as const;
  expect([titleOf(t, memo), kindBesideTitle(t, memo)]).toEqual(['Flutningar', 'Skilaboð á Mínum síðum']);
});

test('LIFE-8: the queue is filtered by all requests, or by what is asked for', () => {
  const options = kinds.map((kind) => [kindLabel(t, kind), kindQuery(kind)]);
  expect(options).toContainEqual(['Beiðni um breytingu', { kind: 'change' }]);
  expect(options).toContainEqual(['– Uppsögn', { kind: 'change', request: 'cancel' }]);
  expect(options).toContainEqual(['Tjón', { kind: 'claim' }]);
  expect(kindQuery('')).toEqual({});
});
