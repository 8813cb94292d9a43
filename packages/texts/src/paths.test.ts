import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchPath, type PathKey, type PathRow, pathInOtherLanguage, pathOf, paths } from './paths.ts';

/** A row's path with each parameter filled in. */
const filled = (path: string, value = 'a b/þ'): string => path.replace(/:\w+/g, encodeURIComponent(value));

test('LANG-10: keys and paths are unique', () => {
  expect(paths.length).toBeGreaterThan(100);
  const all = paths.flatMap((row) => [row.is, row.en]);
  expect(new Set(all).size).toBe(all.length);
  expect(new Set(paths.map((row) => row.key)).size).toBe(paths.length);
});

describe('LANG-10: each row, in both directions', () => {
  test.each(paths.map((row) => [row.key, row] as const))('LANG-10: %s', (_, row: PathRow) => {
    for (const language of ['is', 'en'] as const) {
      const other = language === 'is' ? 'en' : 'is';
      expect(pathInOtherLanguage(filled(row[language]))).toBe(filled(row[other]));
      expect(matchPath(filled(row[language]))?.row.key).toBe(row.key);
      expect(row[language]).toMatch(/^\/$|^(\/(:\w+|[a-z\d-]+))+$/);
      expect(row.title[language]).not.toBe('');
    }
    expect(row.is.match(/:\w+/g)).toEqual(row.en.match(/:\w+/g));
  });
});

test('LANG-10: no path with parameters matches two rows', () => {
  const shapes = paths
    .flatMap((row) => [row.is, row.en])
    .filter((path) => path.includes(':'))
    .map((path) => new RegExp(`^${path.replace(/:\\w+/g, '[^/]+')}$`));
  expect(shapes.length).toBeGreaterThan(0);
  for (const path of paths.flatMap((row) => [filled(row.is, 'x'), filled(row.en, 'x')])) {
    expect(shapes.filter((shape) => shape.test(path)).length).toBeLessThanOrEqual(1);
  }
});

test('LANG-9: a path with parameters is translated to the other language and back', () => {
  expect(pathInOtherLanguage('/vidskipti/tryggingar/abc-1')).toBe('/en/my-pages/insurance/abc-1');
  expect(pathInOtherLanguage('/en/my-pages/insurance/abc-1')).toBe('/vidskipti/tryggingar/abc-1');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
      fc.pre(!/^\.{1,2}$/.test(id));
      const path = pathOf('portal.policy', 'is', { id });
      expect(matchPath(path)).toMatchObject({ row: { key: 'portal.policy' }, params: { id } });
      expect(pathInOtherLanguage(pathInOtherLanguage(path) ?? '')).toBe(path);
    }),
  );
});

test('LANG-9: an unknown path has no counterpart in the other language', () => {
  for (const path of [
    '/ekki-til',
    '/vidskipti/tryggingar/',
    '/vidskipti/tryggingar/a/b',
    '',
    'vidskipti',
    '/skilmalar/%E0%A4%A',
  ]) {
    expect(pathInOtherLanguage(path)).toBeUndefined();
  }
});

test('PATH-3: an exact path takes precedence over one with a parameter', () => {
  expect(matchPath('/vidskipti/rafraen-skjol/senda-skjal')?.row.key).toBe('portal.memo');
  expect(matchPath('/vidskipti/rafraen-skjol/annad')?.row.key).toBe('portal.document');
});

test('builds a path from its key, and refuses empty values and those that lead elsewhere', () => {
  expect(pathOf('front', 'is')).toBe('/');
  expect(pathOf('front', 'en')).toBe('/en');
  expect(pathOf('termsByCode', 'en', { code: 'BA10' })).toBe('/en/terms/BA10');
  for (const id of ['', '.', '..']) expect(() => pathOf('portal.policy', 'is', { id })).toThrow(RangeError);
  expect(() => pathOf('nowhere' as PathKey & 'front', 'is')).toThrow('no page has the key nowhere');
});

test('an alias refers to a row that is not an alias', () => {
  const aliases = paths.filter((row) => row.aliasOf);
  expect(aliases.length).toBeGreaterThan(0);
  for (const { aliasOf } of aliases) {
    const canonical = paths.find((row) => row.key === aliasOf);
    expect(canonical).toBeDefined();
    expect(canonical?.aliasOf).toBeUndefined();
  }
});
