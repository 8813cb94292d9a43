import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tariff } from './rating.ts';
import { totalOf } from './rating.ts';
import { deductiblesOf, partsWithCover, partsWithDeductible, priceOfCover } from './repricing.ts';

const tariff = {
  instalmentFeePercent: { 12: 3 },
  discountPercent: { loyal: 10 },
  publicChargePermille: { catastrophe: 0.25 },
  factors: { step: { 65000: 1.1, 90000: 1, 140000: 0.88 } },
  products: {
    kasko: { factors: ['step'], deductible: { choice: 'step' } },
    home: { factors: [], deductible: 28_000, extras: [{ part: 'liability', flat: 6_000, cover: 'family' }] },
  },
} as unknown as Tariff;
const parts = [
  { id: 'base', amount: 100_000 },
  { id: 'loyal', amount: -10_000 },
  { id: 'catastrophe', amount: 500 },
  { id: 'instalments', amount: 2_700 },
];

test('LIFE-4: another deductible changes base, discount and instalment fee, and no public charge', () => {
  expect(deductiblesOf(tariff, 'kasko')).toEqual([65_000, 90_000, 140_000]);
  expect(deductiblesOf(tariff, 'home')).toEqual([]);
  expect(partsWithDeductible(parts, tariff, { product: 'kasko', from: 90_000, to: 140_000 })).toEqual([
    { id: 'base', amount: 88_000 },
    { id: 'loyal', amount: -8_800 },
    { id: 'catastrophe', amount: 500 },
    { id: 'instalments', amount: 2_376 },
  ]);
  expect(partsWithDeductible(parts, tariff, { product: 'kasko', from: 1, to: 140_000 })).toBeUndefined();
  expect(partsWithDeductible(parts, tariff, { product: 'home', from: 28_000, to: 1 })).toBeUndefined();
});

test('LIFE-4: a cover that is added and removed again leaves the premium as it was', () => {
  expect(priceOfCover(tariff, 'home', 'family')).toBe(6_000);
  expect(priceOfCover(tariff, 'home', 'other')).toBeUndefined();
  const home = { product: 'home', cover: 'family' };
  expect(partsWithCover(parts, tariff, { ...home, cover: 'other', isIncluded: true })).toBeUndefined();
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 2_000_000 }), (base) => {
      const before = [
        { id: 'base', amount: base },
        { id: 'loyal', amount: -Math.round(base / 10) },
        { id: 'instalments', amount: Math.round(base * 0.027) },
      ];
      const added = partsWithCover(before, tariff, { ...home, isIncluded: true }) ?? [];
      expect(totalOf(added)).toBeGreaterThan(totalOf(before));
      const removed = partsWithCover(added, tariff, { ...home, isIncluded: false }) ?? [];
      // Rounding of discount and fee, at most one króna each way.
      expect(Math.abs(totalOf(removed) - totalOf(before))).toBeLessThanOrEqual(4);
    }),
  );
});
