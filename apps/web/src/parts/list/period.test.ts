import { expect, test } from 'vitest';
import { daysOf, isInverted } from './period.ts';

const today = '2026-11-21';

test('a year includes all its days, and a custom period is bounded by the chosen days', () => {
  const custom = { period: 'custom', from: '2026-02-01', to: '' } as const;
  expect(daysOf({ ...custom, period: 'thisYear' }, today)).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  expect(daysOf({ ...custom, period: 'lastYear' }, today)).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  expect(daysOf({ ...custom, period: 'all' }, today)).toEqual({});
  expect(daysOf(custom, today)).toEqual({ from: '2026-02-01' });
});

test('a period is inverted only when both days are set and the last is before the first', () => {
  expect(isInverted({ from: '2026-02-02', to: '2026-02-01' })).toBe(true);
  expect(isInverted({ from: '2026-02-01', to: '2026-02-01' })).toBe(false);
  expect(isInverted({ to: '2026-02-01' })).toBe(false);
});
