import { expect, test } from 'vitest';
import { collectionOf } from './collection.ts';

const instalment = { dueDate: '2026-12-01', finalDueDate: '2026-12-15' };

test.each([
  ['ccard', { day: '2026-12-01', from: 'card' }],
  ['bank', { day: '2026-12-15', from: 'account' }],
  ['claim', { day: '2026-12-15', from: 'customer' }],
] as const)('LIFE-30: an instalment paid by %s is collected on %o', (method, expected) => {
  expect(collectionOf({ ...instalment, method })).toEqual(expected);
});

test('LIFE-30: an instalment that was refused is left to the customer until the final due date', () => {
  for (const method of ['ccard', 'bank', 'claim'] as const)
    expect(collectionOf({ ...instalment, method, refused: true })).toEqual({
      day: '2026-12-15',
      from: 'customer',
    });
});
