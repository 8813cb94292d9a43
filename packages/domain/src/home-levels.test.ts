import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coversOfHomeLevel, estimateContents, homeLevels, homeLiability } from './home-levels.ts';
import { priceFaults } from './price-form.ts';

const tariff = JSON.parse(
  readFileSync(new URL('../../database/src/seed/data/tariff.json', import.meta.url), 'utf8'),
) as { products: { home: { deductible: { amounts: Record<string, number> } } } };

test('LIFE-39: the levels compared are those of the tariff, with its deductibles', () => {
  expect(Object.fromEntries(homeLevels.map(({ level, deductible }) => [level, deductible]))).toEqual(
    tariff.products.home.deductible.amounts,
  );
});

test('LIFE-39: the terms include liability and leisure accidents from the level that the comparison does', () => {
  const terms = readFileSync(new URL('../../../content/termsDocument/GH10.json', import.meta.url), 'utf8');
  expect(terms).toContain('From level 2, personal liability and leisure accident cover are included.');
  const including = homeLevels.filter(({ hasLiability }) => hasLiability).map(({ level }) => level);
  expect(including).toEqual(['2', '3', '4']);
  expect(homeLevels.map(({ level }) => coversOfHomeLevel(level))).toEqual([
    [],
    ...including.map(() => [homeLiability]),
  ]);
});

test('LIFE-39: an estimate of the contents by area and people is an amount that can be insured', () => {
  expect(estimateContents(100, 3)).toBe(8_300_000);
  for (const [area, people] of [
    [15, 1],
    [1000, 20],
  ] as const) {
    const contents = String(estimateContents(area, people));
    const faults = priceFaults('home', { contents, area: 'capital', claims: 'none', level: '2' });
    expect(faults, contents).toEqual([]);
  }
  for (const [area, people] of [
    [14, 1],
    [1001, 1],
    [100, 0],
    [Number.NaN, 2],
  ] as const)
    expect(estimateContents(area, people)).toBeUndefined();
});
