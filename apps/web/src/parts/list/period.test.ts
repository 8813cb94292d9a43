import { expect, test } from 'vitest';
import { daysOf, upsideDown } from './period.ts';

const today = '2026-11-21';

test('a year is all its days, and a period of one’s own is bounded by the days that are chosen', () => {
  const custom = { period: 'custom', from: '2026-02-01', to: '' } as const;
  expect(daysOf({ ...custom, period: 'thisYear' }, today)).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  expect(daysOf({ ...custom, period: 'lastYear' }, today)).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  expect(daysOf({ ...custom, period: 'all' }, today)).toEqual({});
  expect(daysOf(custom, today)).toEqual({ from: '2026-02-01' });
});

test('days are upside down only when both are there and the last is before the first', () => {
  expect(upsideDown({ from: '2026-02-02', to: '2026-02-01' })).toBe(true);
  expect(upsideDown({ from: '2026-02-01', to: '2026-02-01' })).toBe(false);
  expect(upsideDown({ to: '2026-02-01' })).toBe(false);
});
