import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coversWith, itemsWith, partsOf } from './policy-terms.ts';

const covers = [{ id: 'glass', sumInsured: 100, deductible: 5 }];

test('INS-2: a change of covers adds one, leaves one out, or moves the deductible alone', () => {
  const terms = { covers, deductible: 90_000 };
  const change = { cover: null, deductible: null };
  expect(coversWith(terms, { ...change, act: 'add', cover: 'theft' })).toEqual({
    covers: [...covers, { id: 'theft', sumInsured: null, deductible: null }],
    deductible: 90_000,
  });
  expect(coversWith(terms, { ...change, act: 'remove', cover: 'glass' }).covers).toEqual([]);
  expect(coversWith(terms, { ...change, act: 'deductible', deductible: 0 })).toEqual({
    covers,
    deductible: 0,
  });
  expect(coversWith(terms, null)).toEqual(terms);
});

test('INS-2: figures replace numbers of the same name in what is insured, and nothing else', () => {
  const items = [{ id: '1', facts: { payroll: 1, name: 'Ísver' } }];
  expect(itemsWith(items, { payroll: 9, name: 3, staff: 4 })).toEqual([
    { id: '1', facts: { payroll: 9, name: 'Ísver' } },
  ]);
  expect(itemsWith(items, null)).toEqual(items);
});

test('INS-4: parts of a premium add up to every total', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -50_000, max: 900_000 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 5_000_000_000 }),
      (amounts, total) => {
        const parts = partsOf(
          amounts.map((amount, index) => ({ id: String(index), amount })),
          total,
        );
        expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
      },
    ),
  );
});
