import { date, group, image, link, number, one, richText, select, text } from '@hofn/content-types/field.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkData } from './check.ts';

const fields = {
  title: text({ required: true }),
  body: richText(),
  since: number({ min: 1900, max: 2200 }),
  day: date(),
  kind: select(['a', 'b']),
  picture: image(),
  any: link(),
  product: link({ to: ['product'] }),
  rows: group({ label: text({ required: true }), cells: group({ value: number() }) }),
  hero: one({ title: text({ required: true }) }),
};

const reasonsOf = (data: unknown) =>
  checkData(fields, data).faults.map(({ path, reason }) => `${path}: ${reason}`);
const block = (changes: Record<string, unknown> = {}) => ({
  type: 'paragraph',
  text: 'texti',
  spans: [],
  ...changes,
});
const hyperlink = (data: unknown) => block({ spans: [{ start: 0, end: 3, type: 'hyperlink', data }] });

test('a valid document is kept without its empty fields, with its links and words extracted', () => {
  const data = {
    title: 'Æfing',
    body: [hyperlink({ link_type: 'Document', id: 'one' })],
    since: 2020,
    any: { link_type: 'Web', url: 'https://www.vedur.is', target: '_blank' },
    product: { link_type: 'Document', id: 'two' },
    rows: [{ label: 'Þök', cells: [{ value: 1 }] }],
  };
  const checked = checkData(fields, { ...data, kind: '', day: null, hero: [] });
  expect(checked).toEqual({
    data,
    links: [
      { path: 'body[0]', id: 'one', to: undefined },
      { path: 'product', id: 'two', to: ['product'] },
    ],
    words: 'aefing texti thok',
    faults: [],
    missing: [],
  });
});

test.each([
  [{ extra: 1 }, 'extra: unknown'],
  [{ rows: [{ label: 'x', extra: 1 }] }, 'rows[0].extra: unknown'],
  [{ rows: [{ label: 'x', cells: [{ value: 'one' }] }] }, 'rows[0].cells[0].value: number'],
  [{ rows: 'x' }, 'rows: list'],
  [{ rows: ['x'] }, 'rows[0]: object'],
  [{ hero: [{ title: 'a' }, { title: 'b' }] }, 'hero: single'],
  [{ title: 5 }, 'title: text'],
  [{ since: 1899 }, 'since: between'],
  [{ since: Number.NaN }, 'since: number'],
  [{ day: '2026-02-30' }, 'day: day'],
  [{ day: '21.11.2026' }, 'day: day'],
  [{ kind: 'c' }, 'kind: oneOf'],
  [{ picture: { url: '/a.png', alt: 'a', dimensions: { width: 0, height: 1 } } }, 'picture: image'],
  [{ picture: { url: '/a.png', dimensions: { width: 1, height: 1 } } }, 'picture: image'],
  [{ picture: { url: '/a.png', alt: 'a', dimensions: { width: 1, height: 1 }, extra: 1 } }, 'picture: image'],
  [{ product: { link_type: 'Web', url: 'https://www.vedur.is' } }, 'product: linkType'],
  [{ any: 'https://www.vedur.is' }, 'any: link'],
  [{ body: 'text' }, 'body: richText'],
  [{ body: [block({ type: 'script' })] }, 'body: richText'],
  [{ body: [block({ spans: [{ start: 3, end: 2, type: 'em' }] })] }, 'body: richText'],
])('%j is refused', (data, reason) => {
  expect(reasonsOf({ title: 'x', ...data })).toEqual([reason]);
});

describe('a link must not run a script or leave the site unnoticed', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//elsewhere.example',
    '/\\elsewhere.example',
    ' https://x',
    '',
  ])('%j', (url) => {
    expect(reasonsOf({ title: 'x', any: { link_type: 'Web', url } })).toEqual(['any: link']);
    expect(reasonsOf({ title: 'x', body: [hyperlink({ link_type: 'Web', url })] })).toEqual([
      'body: richText',
    ]);
  });
  test.each(['https://www.vedur.is', 'mailto:hofn@hofn.example', 'tel:+3545605000', '/en/terms'])(
    '%s may be',
    (url) => {
      expect(reasonsOf({ title: 'x', any: { link_type: 'Web', url } })).toEqual([]);
    },
  );
});

test('missing fields are reported apart from invalid ones', () => {
  const { faults, missing } = checkData(fields, { rows: [{}], hero: [{}] });
  expect(faults).toEqual([]);
  expect(missing.map(({ path }) => path)).toEqual(['title', 'rows[0].label', 'hero[0].title']);
});

test('any input is accepted or refused, and checking the result again changes nothing', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(fields), 'other'), fc.jsonValue()), (given) => {
      const { data, faults } = checkData(fields, given);
      if (faults.length === 0) expect(checkData(fields, data)).toMatchObject({ data, faults: [] });
      else expect(faults.every(({ path }) => path !== '')).toBe(true);
    }),
  );
});
