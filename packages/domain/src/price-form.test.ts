import { expect, test } from 'vitest';
import { cleanPriceForm, emptyPriceForm, pricedProducts, priceFaults } from './price-form.ts';

const life = { sum: '10.000.000', age: '35', smoker: 'no' };

test('FORM-11: an amount or age outside its bounds is reported with the bounds', () => {
  expect(priceFaults('life', life)).toEqual([]);
  expect(priceFaults('life', { ...life, age: '62' })).toEqual([]);
  expect(priceFaults('life', { ...life, age: '63', sum: '999999' })).toEqual([
    { path: 'sum', reason: 'between', params: { min: 1_000_000, max: 100_000_000 } },
    { path: 'age', reason: 'between', params: { min: 18, max: 62 } },
  ]);
  expect(priceFaults('life', { ...life, sum: 'ten' })).toEqual([{ path: 'sum', reason: 'money' }]);
});

test('FORM-11: a conditional field is ignored when its condition is not met', () => {
  const home = {
    contents: '9000000',
    area: 'town',
    claims: 'none',
    covers: ['liability-and-leisure-accidents'],
  };
  expect(cleanPriceForm('home', { ...home, level: '2' })).toMatchObject({ covers: home.covers });
  expect(cleanPriceForm('home', { ...home, level: '1' })).not.toHaveProperty('covers');
});

test('FORM-11: every product has required fields', () => {
  for (const product of pricedProducts) {
    const faults = priceFaults(product, emptyPriceForm(product));
    expect(faults.length, product).toBeGreaterThan(0);
    expect(new Set(faults.map(({ reason }) => reason)), product).toEqual(new Set(['required']));
  }
});
