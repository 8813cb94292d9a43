import { coversOfHomeLevel } from '@hofn/domain/home-levels.ts';
import { pricedProducts, priceFieldsOf } from '@hofn/domain/price-form.ts';
import {
  type Discount,
  type InstalmentsPerYear,
  type Measure,
  type Risk,
  totalOf,
  withTotal,
} from '@hofn/insurance/rating.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { driveScorePerMonth, rate, sumsOf, tariff } from './rating.ts';
import { referenceProducts } from './reference.ts';

const rated = Object.keys(tariff.products);
const measures: Measure[] = [
  'value',
  'contents',
  'fireValue',
  'sum',
  'payroll',
  'turnover',
  'staff',
  'manYears',
  'travellers',
  'travelDays',
];

const risk: fc.Arbitrary<Risk> = fc.record({
  measures: fc.record(
    Object.fromEntries(
      measures.map((name) => [
        name,
        fc.integer({ min: 0, max: name.endsWith('s') && name !== 'contents' ? 500 : 900_000_000 }),
      ]),
    ) as Record<Measure, fc.Arbitrary<number>>,
  ),
  choices: fc.record(
    Object.fromEntries(
      Object.entries(tariff.factors).map(([name, table]) => [name, fc.constantFrom(...Object.keys(table))]),
    ),
  ),
  covers: fc.subarray(['contents', 'deck', 'hot-tub', 'daily-allowance', 'liability-and-leisure-accidents']),
  discounts: fc.subarray<Discount>(['no-claims', 'loyalty-gold']),
  instalments: fc.constantFrom<InstalmentsPerYear>(1, 3, 6, 9, 12),
});

test('every rated product has a tariff, and every tariff a product', () => {
  const unsold = ['okuvisir', 'roadside', 'natural-catastrophe'];
  expect(rated.length).toBeGreaterThan(0);
  expect([...referenceProducts.keys()].filter((id) => !unsold.includes(id)).sort()).toEqual(rated.sort());
});

describe.each(rated)('the premium of %s', (product) => {
  test('is a positive whole number of krónur, with parts of the right sign', () => {
    fc.assert(
      fc.property(risk, (given_) => {
        const parts = rate(product, given_);
        expect(totalOf(parts)).toBeGreaterThan(0);
        for (const { id, amount } of parts) {
          expect(Number.isSafeInteger(amount)).toBe(true);
          expect(id in tariff.discountPercent ? -amount : amount).toBeGreaterThan(0);
        }
        expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
      }),
    );
  });

  test('never falls when more is insured, and its parts add up to any agreed total', () => {
    fc.assert(
      fc.property(risk, fc.integer({ min: 0, max: 5_000_000 }), (given_, more) => {
        const larger = {
          ...given_,
          measures: Object.fromEntries(
            Object.entries(given_.measures ?? {}).map(([name, amount]) => [name, amount + more]),
          ),
        };
        const total = totalOf(rate(product, given_));
        // Discounts and the fee are rounded separately, so the total may differ by a few krónur.
        expect(totalOf(rate(product, larger))).toBeGreaterThanOrEqual(total - 10);
        expect(totalOf(withTotal(rate(product, given_), total + more))).toBe(total + more);
      }),
    );
  });
});

describe('the tariff', () => {
  test('paying in twelve instalments costs 3.09% more than in one, rounded to whole krónur', () => {
    const base = { measures: { value: 6_000_000 }, choices: { kaskoStep: '90000' } };
    const once = totalOf(rate('kasko', { ...base, instalments: 1 }));
    expect(totalOf(rate('kasko', { ...base, instalments: 12 }))).toBe(Math.round(once * 1.0309));
  });

  test('a higher deductible lowers the premium of comprehensive cover', () => {
    const premiums = ['65000', '90000', '140000', '185000', '250000'].map((kaskoStep) =>
      totalOf(rate('kasko', { measures: { value: 6_000_000 }, choices: { kaskoStep }, instalments: 1 })),
    );
    expect(premiums).toEqual([...premiums].sort((a, b) => b - a));
    expect(new Set(premiums).size).toBe(5);
  });

  test('public charges on a building are 0.66 per mille of its fire assessment value, without discount', () => {
    const parts = rate('property-fire', {
      measures: { fireValue: 42_000_000 },
      discounts: ['loyalty-gold'],
      instalments: 1,
    });
    const charges = parts.filter(({ id }) => id in tariff.publicChargePermille);
    expect(totalOf(charges)).toBe(27_720);
  });

  test('uses the chosen deductible and sum insured', () => {
    const sums = sumsOf('home', {
      measures: { contents: 9_000_000 },
      choices: { level: '4' },
      instalments: 1,
    });
    expect(sums).toEqual({ sumInsured: 9_000_000, deductible: 16_000 });
  });

  test('an unknown choice is refused by name', () => {
    expect(() => rate('kasko', { choices: { area: 'mars' }, instalments: 1 })).toThrow(
      'no factor area: mars',
    );
    expect(() => rate('umbrella', { instalments: 1 })).toThrow('no tariff for the product umbrella');
  });
});

describe('Ökuvísir', () => {
  const score = fc.integer({ min: 0, max: 100 });
  const kilometres = fc.integer({ min: 0, max: 2000 });

  test('a better score or fewer kilometres never cost more', () => {
    fc.assert(
      fc.property(score, score, kilometres, kilometres, (a, b, c, d) => {
        const worst = driveScorePerMonth('liability', Math.min(a, b), Math.max(c, d));
        expect(driveScorePerMonth('liability', Math.max(a, b), Math.min(c, d))).toBeLessThanOrEqual(worst);
      }),
    );
  });

  test('the worst score and 500 km cost the full base price, and further kilometres nothing', () => {
    expect(driveScorePerMonth('liability', 0, 500)).toBe(21_900);
    expect(driveScorePerMonth('liabilityAndKasko', 0, 2000)).toBe(34_900);
  });
});

test('FORM-11: the fields and options of the price forms match the factors of the tariff', () => {
  const ownFields = ['cover', 'sum', 'covers', 'age'];
  for (const product of pricedProducts) {
    const fields = priceFieldsOf(product);
    const factorFields = fields.filter(({ options, name }) => options && !ownFields.includes(name));
    for (const { name, options } of factorFields)
      expect([...(options ?? [])].sort(), `${product} ${name}`).toEqual(
        Object.keys(tariff.factors[name] ?? {}).sort(),
      );
    if (product === tariff.driveScore.product) continue;
    const { factors, measure, extras = [] } = tariff.products[product] ?? { factors: [] };
    const names = fields.map(({ name }) => name);
    for (const name of [...factors, ...(measure ? [measure] : [])]) expect(names, product).toContain(name);
    const priced = extras.flatMap(({ cover }) => (cover ? [cover] : []));
    const asked = fields.find(({ name }) => name === 'covers')?.options ?? [];
    const included = product === 'home' ? coversOfHomeLevel('4') : [];
    expect([...asked, ...included].sort(), product).toEqual(priced.sort());
  }
});
