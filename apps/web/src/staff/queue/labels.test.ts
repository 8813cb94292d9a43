import { createTranslator } from '@hofn/texts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { expect, test } from 'vitest';
import { kindQuery, kinds } from './filter.ts';
import { headingOf, kindBesideTitle, kindLabel, subjectOf, titleOf } from './labels.ts';

const t = createTranslator('is', staff) as never;
const line = {
  kind: 'change',
  form: null,
  request: 'cancel',
  feedback: null,
  about: 'Heimilistrygging, 2077120',
} as const;

test('LIFE-8: a request is named in the queue by what is asked for and its policy; a message by its subject', () => {
  expect(titleOf(t, line)).toBe('Uppsögn: Heimilistrygging, 2077120');
  expect(kindBesideTitle(t, line)).toBeNull();
  expect(titleOf(t, { ...line, about: null })).toBe('Uppsögn');
  const memo = { kind: 'memo', form: null, request: null, feedback: null, about: 'Flutningar' } as const;
  expect([titleOf(t, memo), kindBesideTitle(t, memo)]).toEqual(['Flutningar', 'Skilaboð á Mínum síðum']);
});

test('LIFE-8: the queue is filtered by all requests, or by what is asked for', () => {
  const options = kinds.map((kind) => [kindLabel(t, kind), kindQuery(kind)]);
  expect(options).toContainEqual(['Beiðni um breytingu', { kind: 'change' }]);
  expect(options).toContainEqual(['– Uppsögn', { kind: 'change', request: 'cancel' }]);
  expect(options).toContainEqual(['Tjón', { kind: 'claim' }]);
  expect(kindQuery('')).toEqual({});
});

test('STAFF-6: a complaint is named as such in the queue, and the filter offers it below the forms', () => {
  const complaint = {
    ...line,
    kind: 'form',
    form: 'communication',
    request: null,
    feedback: 'complaint',
  } as const;
  expect(kindBesideTitle(t, { ...complaint, about: 'Svarið kom seint' })).toBe('Kvörtun');
  expect(titleOf(t, { ...complaint, about: null })).toBe('Kvörtun');
  const options = kinds.map((kind) => [kindLabel(t, kind), kindQuery(kind)]);
  expect(options).toContainEqual(['– Kvörtun', { kind: 'form', feedback: 'complaint' }]);
  expect(options).toContainEqual(['Eyðublað', { kind: 'form' }]);
});

test('STAFF-6: the heading of a case is its kind and sender, and what was written is not repeated there', () => {
  const inquiry = { ...line, kind: 'inquiry', form: 'inquiry', request: null } as const;
  const about = 'Nær kaskó yfir grjótkast sem verður á malarvegi?';
  expect(headingOf(t, { ...inquiry, about, sender: 'Þóra Prófsdóttir' })).toBe(
    'Fyrirspurn: Þóra Prófsdóttir',
  );
  expect(headingOf(t, { ...inquiry, about, sender: null })).toBe('Fyrirspurn: Nafnlaust');
  expect(headingOf(t, { ...line, sender: 'Anna' })).toBe('Uppsögn: Heimilistrygging, 2077120');
  const memo = { ...line, kind: 'memo', request: null, about: 'Flutningar' } as const;
  expect([subjectOf({ ...inquiry, about }), subjectOf(line), subjectOf(memo)]).toEqual([
    null,
    null,
    'Flutningar',
  ]);
});
