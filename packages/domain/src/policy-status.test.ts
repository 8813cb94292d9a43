import { describe, expect, test } from 'vitest';
import {
  countsInTotals,
  isCovering,
  isCurrent,
  lastDayOfCover,
  type PolicyDays,
  policyStatus,
  statusSince,
} from './policy-status.ts';

const policy: PolicyDays = {
  validFrom: '2026-02-01',
  validTo: '2027-01-31',
  renews: true,
  cancelledOn: null,
  lapsedOn: null,
  suspendedOn: null,
};

describe('DATA-4: the state of a policy follows from its days', () => {
  test.each([
    ['the day before it begins', '2026-01-31', {}, 'pending', true],
    ['its first day', '2026-02-01', {}, 'active', true],
    ['31 days before its end', '2026-12-31', {}, 'active', true],
    ['30 days before its end', '2027-01-01', {}, 'renewing', true],
    ['30 days before its end, when it does not renew', '2027-01-01', { renews: false }, 'active', true],
    ['its last day', '2027-01-31', {}, 'renewing', true],
    ['the day after', '2027-02-01', {}, 'expired', false],
    ['suspended', '2026-06-01', { suspendedOn: '2026-05-01' }, 'suspended', true],
    ['suspended from tomorrow', '2026-06-01', { suspendedOn: '2026-06-02' }, 'active', true],
    [
      'cancelled, cover not over yet',
      '2026-06-01',
      { cancelledOn: '2026-05-20', validTo: '2026-06-30' },
      'cancelled',
      true,
    ],
    [
      'cancelled, cover over',
      '2026-07-01',
      { cancelledOn: '2026-05-20', validTo: '2026-06-30' },
      'cancelled',
      false,
    ],
    ['cancelled before it began', '2026-01-15', { cancelledOn: '2026-01-10' }, 'cancelled', false],
    ['cancelled before it began, later', '2026-06-01', { cancelledOn: '2026-01-10' }, 'cancelled', false],
    ['cancelled on its first day', '2026-06-01', { cancelledOn: '2026-02-01' }, 'cancelled', true],
    ['lapsed for unpaid premium', '2026-06-01', { lapsedOn: '2026-06-01' }, 'lapsed', false],
    [
      'lapsed, then cancelled',
      '2026-06-01',
      { lapsedOn: '2026-05-01', cancelledOn: '2026-05-02' },
      'lapsed',
      false,
    ],
  ] as const)('%s', (_, today, change, status, counts) => {
    expect(policyStatus({ ...policy, ...change }, today)).toBe(status);
    expect(isCurrent({ ...policy, ...change }, today)).toBe(counts);
    expect(countsInTotals({ ...policy, ...change }, today)).toBe(counts && status !== 'cancelled');
  });
});

test.each([
  ['in force', {}, true],
  ['cancelled, on its last day', { cancelledOn: '2026-05-20', validTo: '2026-06-01' }, true],
  ['cancelled, the day after', { cancelledOn: '2026-05-20', validTo: '2026-05-31' }, false],
  ['cancelled before it began', { cancelledOn: '2026-01-31' }, false],
  ['cancelled on its first day', { cancelledOn: '2026-02-01' }, true],
  ['about to begin', { validFrom: '2026-06-02' }, false],
  ['suspended', { suspendedOn: '2026-06-01' }, false],
  ['suspended, then cancelled', { suspendedOn: '2026-05-01', cancelledOn: '2026-05-20' }, false],
  ['cancelled, and suspended from tomorrow', { suspendedOn: '2026-06-02', cancelledOn: '2026-05-20' }, true],
  ['lapsed', { lapsedOn: '2026-06-01' }, false],
] as const)('LIFE-1: a policy that is %s covers a loss today: %j %s', (_, change, covers) => {
  expect(isCovering({ ...policy, ...change }, '2026-06-01')).toBe(covers);
});

test.each([
  [{ cancelledOn: '2026-05-20', validTo: '2026-06-30' }, '2026-05-20'],
  [{ lapsedOn: '2026-05-01', suspendedOn: '2026-04-01' }, '2026-05-01'],
  [{ suspendedOn: '2026-04-01' }, '2026-04-01'],
  [{ suspendedOn: '2026-06-02' }, null],
  [{}, null],
] as const)('LIFE-1: the status of a policy with %j began on %s', (change, since) => {
  expect(statusSince({ ...policy, ...change }, '2026-06-01')).toBe(since);
});

test.each([
  ['in force', {}, '2027-01-31'],
  ['suspended', { suspendedOn: '2026-05-01' }, '2027-01-31'],
  ['suspended, then cancelled', { suspendedOn: '2026-05-01', cancelledOn: '2026-05-20' }, '2026-04-30'],
  ['cancelled, to be suspended', { suspendedOn: '2026-06-02', cancelledOn: '2026-05-20' }, '2027-01-31'],
  [
    'suspended, cancelled before it began',
    { suspendedOn: '2026-05-01', cancelledOn: '2026-01-20' },
    '2027-01-31',
  ],
] as const)('LIFE-40: cover of a policy that is %s ends: %j %s', (_, change, last) => {
  expect(lastDayOfCover({ ...policy, ...change }, '2026-06-01')).toBe(last);
});
