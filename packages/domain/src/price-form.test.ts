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

test('FORM-11: an answer that the product does not ask for is not kept', () => {
  const home = { contents: '9.000.000', area: 'town', claims: 'none', level: '2' };
  const kept = { ...home, contents: '9000000' };
  expect(cleanPriceForm('home', { ...home, covers: ['liability-and-leisure-accidents'] })).toEqual(kept);
});

test('FORM-11: every product has required fields', () => {
  for (const product of pricedProducts) {
    const faults = priceFaults(product, emptyPriceForm(product));
    expect(faults.length, product).toBeGreaterThan(0);
    expect(new Set(faults.map(({ reason }) => reason)), product).toEqual(new Set(['required']));
  }
});
