import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareIcelandic, foldForSearch } from './collation.ts';

const oracle = new Intl.Collator('is');
const alphabet = 'aábcdðeéfghiíjklmnoópqrstuúvwxyýzþæö';
const letters = [...alphabet, ...alphabet.toUpperCase()];

test('LANG-8: a list sorts by the Icelandic alphabet', () => {
  const sorted = 'Anna Ásta Davíð Ðan Eva Ewa Yrsa Ýmir Zóphonías Þór Ævar Özur'.split(' ');
  expect([...sorted].reverse().sort(compareIcelandic)).toEqual(sorted);
});

test('LANG-8: orders every two letters like Node’s collator', () => {
  for (const a of letters) {
    for (const b of letters)
      expect([a, b, Math.sign(compareIcelandic(a, b))]).toEqual([a, b, oracle.compare(a, b)]);
  }
});

test('LANG-8: orders all ASCII signs and digits like Node’s collator', () => {
  const signs = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  for (const a of signs) {
    for (const b of signs)
      expect([a, b, Math.sign(compareIcelandic(a, b))]).toEqual([a, b, oracle.compare(a, b)]);
  }
});

test('LANG-8: orders names, sentences and numbers like Node’s collator', () => {
  const unit = fc.constantFrom(
    ...letters,
    ...' -.0123456789',
    'ä',
    'ø',
    'å',
    'ü',
    'ñ',
    'č',
    'È',
    'Ä',
    'Ø',
    'Å',
  );
  const text = fc.string({ unit, maxLength: 8 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareIcelandic(a, b))).toBe(oracle.compare(a, b));
    }),
    { numRuns: 5000 },
  );
});

test('LANG-8: among equal letters a foreign accent takes precedence over case, in any position', () => {
  const alike = ['aAàÀ', 'oOôÔ', 'uUüÜ', 'æÆäÄ', 'öÖøØ'].map((letters) => [...letters]);
  const pair = fc
    .constantFrom(...alike)
    .chain((same) => fc.tuple(fc.constantFrom(...same), fc.constantFrom(...same)));
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 5 }), (pairs) => {
      const [a, b] = [0, 1].map((side) => pairs.map((both) => both[side]).join('')) as [string, string];
      expect(Math.sign(compareIcelandic(a, b))).toBe(oracle.compare(a, b));
    }),
    { numRuns: 2000 },
  );
});

test('LANG-8: texts with a common prefix are ordered by what follows', () => {
  const unit = fc.constantFrom(...letters, ' ');
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 4 }),
      fc.string({ unit, maxLength: 4 }),
      fc.string({ unit, maxLength: 4 }),
      (start, a, b) => {
        expect(Math.sign(compareIcelandic(start + a, start + b))).toBe(oracle.compare(start + a, start + b));
      },
    ),
    { numRuns: 5000 },
  );
});

test('LANG-8: the order is total and antisymmetric for any text', () => {
  const text = fc.string({ unit: 'binary', maxLength: 6 });
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      expect(Math.sign(compareIcelandic(a, b))).toBe(-Math.sign(compareIcelandic(b, a)) || 0);
      if (compareIcelandic(a, b) <= 0 && compareIcelandic(b, c) <= 0)
        expect(compareIcelandic(a, c)).toBeLessThanOrEqual(0);
    }),
    { numRuns: 2000 },
  );
});

test('LANG-8: a decomposed letter sorts like the composed one', () => {
  expect(compareIcelandic('A\u0301sta', 'Ásta')).toBe(0);
  expect(compareIcelandic('A\u0301sta', 'Azra')).toBeGreaterThan(0);
});

test('search folding removes accents and case from Icelandic words', () => {
  expect(foldForSearch('Þórður Æðey ÖXI Ólafía')).toBe('thordur aedey oxi olafia');
  expect(foldForSearch('A\u0301sta')).toBe('asta');
  expect(foldForSearch('Jørgen Ångström Straße')).toBe('jorgen angstrom strasse');
});
