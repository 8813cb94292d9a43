import { expect, test } from 'vitest';
import { sensitiveProducts } from './sensitive-claims.ts';

test('ROLE-2: a claim without a line is about an injury or health when its product pays for nothing else', () => {
  expect(sensitiveProducts.toSorted()).toEqual([
    ...['accident', 'child', 'critical-illness', 'employee-accident', 'life', 'sickness'],
  ]);
});
