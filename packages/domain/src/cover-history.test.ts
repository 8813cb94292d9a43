import { expect, test } from 'vitest';
import { earlierCoverOn, suspensionsAfter, wasSuspendedOn } from './cover-history.ts';

const winter = { from: '2026-10-01', to: '2026-11-14' };

test('INS-8: a policy was suspended on the first and last day of an ended suspension, and from the first of one that goes on', () => {
  const ended = { suspendedOn: null, suspensions: [winter] };
  const days = ['2026-09-30', '2026-10-01', '2026-11-14', '2026-11-15'];
  expect(days.map((day) => wasSuspendedOn(ended, day))).toEqual([false, true, true, false]);
  const again = { suspendedOn: '2026-12-01', suspensions: [winter] };
  expect(['2026-11-30', '2026-12-01'].map((day) => wasSuspendedOn(again, day))).toEqual([false, true]);
});

test('INS-8: what a suspension says that a newer version does not have any more is kept, until the day before that arrived', () => {
  const suspended = { suspendedOn: '2026-10-01', suspensions: [] };
  const over = { suspendedOn: null };
  expect(suspensionsAfter(suspended, over, '2026-11-15')).toEqual([winter]);
  expect(suspensionsAfter({ ...over, suspensions: [winter] }, over, '2026-12-01')).toEqual([winter]);
  // It goes on, was taken back on its first day, or had not begun.
  expect(suspensionsAfter(suspended, suspended, '2026-11-15')).toEqual([]);
  expect(suspensionsAfter(suspended, over, '2026-10-01')).toEqual([]);
  expect(suspensionsAfter({ suspendedOn: '2026-12-01', suspensions: [] }, over, '2026-11-15')).toEqual([]);
});

test('INS-8: covers and sums of a day are those of the days before a change, and else today’s', () => {
  const earlier = { from: '2026-03-01', to: '2026-11-14', deductible: 90_000, sumInsured: null, covers: [] };
  expect(earlierCoverOn([earlier], '2026-11-14')).toEqual(earlier);
  expect(earlierCoverOn([earlier], '2026-11-15')).toBeUndefined();
});
