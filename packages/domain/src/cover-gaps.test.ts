import { expect, test } from 'vitest';
import { gapOn, gapsAfter } from './cover-gaps.ts';

const today = '2026-11-27';
const gap = { from: '2026-11-08', to: '2026-11-26' };
const lapsed = { lapsedOn: '2026-11-08', gaps: [] };

test('LIFE-40: a lapse that ends with a later period leaves a gap, which stays until a period covers its days', () => {
  expect(gapsAfter(lapsed, { validFrom: today }, today)).toEqual([gap]);
  // Undone from its first day, still lapsed, or one that lay ahead.
  expect(gapsAfter(lapsed, { validFrom: '2026-04-08' }, today)).toEqual([]);
  expect(gapsAfter(lapsed, { validFrom: '2026-11-08' }, today)).toEqual([]);
  expect(gapsAfter({ lapsedOn: '2026-12-01', gaps: [] }, { validFrom: '2027-04-08' }, today)).toEqual([]);

  const reinstated = { lapsedOn: null, gaps: [gap] };
  expect(gapsAfter(reinstated, { validFrom: today }, today)).toEqual([gap]);
  expect(gapsAfter(reinstated, { validFrom: '2027-04-08' }, '2027-04-08')).toEqual([gap]);
  expect(gapsAfter(reinstated, { validFrom: '2026-11-20' }, today)).toEqual([{ ...gap, to: '2026-11-19' }]);
  expect(gapsAfter(reinstated, { validFrom: '2026-11-08' }, today)).toEqual([]);
  // A second lapse adds its own, once.
  const again = { lapsedOn: '2027-01-10', gaps: [gap] };
  const both = [gap, { from: '2027-01-10', to: '2027-01-31' }];
  expect(gapsAfter(again, { validFrom: '2027-02-01' }, '2027-02-01')).toEqual(both);
  expect(gapsAfter({ ...again, gaps: both }, { validFrom: '2027-02-01' }, '2027-02-01')).toEqual(both);
});

test('LIFE-40: both the first and the last day of a gap are in it', () => {
  expect(['2026-11-07', '2026-11-08', '2026-11-26', '2026-11-27'].map((day) => gapOn([gap], day))).toEqual([
    undefined,
    gap,
    gap,
    undefined,
  ]);
});
