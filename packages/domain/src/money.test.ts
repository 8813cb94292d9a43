import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseIsk, roundIsk, splitIsk } from './money.ts';

test('fractions of a króna are rounded, halves away from zero', () => {
  expect([0.4, 0.5, 1.5, -0.4, -0.5, -1.5].map(roundIsk)).toEqual([0, 1, 2, 0, -1, -2]);
});

test('an amount is parsed as people write it in either language', () => {
  for (const text of ['1234567', '1.234.567', '1,234,567', ' 1 234 567 ', '1.234.567 kr.', '1234567kr'])
    expect(parseIsk(text), text).toBe(1_234_567);
  expect(parseIsk('0')).toBe(0);
  for (const text of ['', 'kr.', '-5', '1,5', '12.34', '1.2345', '1.234,50', 'þúsund', '9'.repeat(20)])
    expect(parseIsk(text), text).toBeUndefined();
});

test('the parts add up to the amount, and none is more than a króna off its share', () => {
  const weights = fc
    .array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 24 })
    .filter((list) => list.some((weight) => weight > 0));
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), weights, (total, list) => {
      const parts = splitIsk(total, list);
      const totalWeight = list.reduce((sum, weight) => sum + weight, 0);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
      for (const [index, part] of parts.entries()) {
        expect(Number.isInteger(part)).toBe(true);
        expect(Math.abs(part - (total * (list[index] ?? 0)) / totalWeight)).toBeLessThan(1.000_001);
      }
    }),
  );
});

test('the rounding remainder goes to the first instalments', () => {
  expect(splitIsk(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(splitIsk(-100, [1, 1, 1])).toEqual([-34, -33, -33]);
  expect(splitIsk(0, [1, 2])).toEqual([0, 0]);
});

test('fractional amounts and unusable weights throw', () => {
  expect(() => splitIsk(1.5, [1])).toThrow(RangeError);
  expect(() => splitIsk(Number.NaN, [1])).toThrow(RangeError);
  expect(() => splitIsk(1, [])).toThrow(RangeError);
  expect(() => splitIsk(1, [0, 0])).toThrow(RangeError);
  expect(() => splitIsk(1, [2, -1])).toThrow(RangeError);
});
