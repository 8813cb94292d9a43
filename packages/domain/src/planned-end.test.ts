import { expect, test } from 'vitest';
import { type AcceptedEnd, plannedEnd } from './planned-end.ts';

const today = '2026-11-23';
const policy = {
  ...{ validFrom: '2026-03-01', validTo: '2027-02-28', renews: true },
  ...{ cancelledOn: null, lapsedOn: null, suspendedOn: null },
};
const accepted = (kind: AcceptedEnd['kind'], effectiveOn: string, isWritten = true): AcceptedEnd => ({
  ...{ kind, effectiveOn, isByHolder: true, isWritten },
});
const cancelled = { ...policy, cancelledOn: '2026-11-20', validTo: '2026-12-31', renews: false };
const suspended = { ...policy, suspendedOn: '2026-12-01' };

test.each([
  ['nothing is planned', policy, null, null],
  ['cancelled by the holder', cancelled, accepted('cancel', '2027-01-01'), ['cancel', '2026-12-31', true]],
  ['withdrawn from', cancelled, accepted('withdraw', '2027-01-01'), ['withdraw', '2026-12-31', true]],
  [
    'withdrawn from by somebody with access',
    cancelled,
    { ...accepted('withdraw', '2027-01-01'), isByHolder: false },
    ['withdraw', '2026-12-31', false],
  ],
  [
    'replaced by the policy of an accepted offer',
    cancelled,
    accepted('replace', '2027-01-01'),
    ['replace', '2026-12-31', true],
  ],
  ['cancelled by us', cancelled, null, ['cancel', '2026-12-31', false]],
  [
    'cancelled by us, after an older request',
    cancelled,
    accepted('cancel', '2026-06-01'),
    ['cancel', '2026-12-31', false],
  ],
  ['to be suspended', suspended, accepted('suspend', '2026-12-01'), ['suspend', '2026-11-30', true]],
  [
    'to be suspended, and then cancelled',
    { ...cancelled, suspendedOn: '2026-12-01' },
    accepted('cancel', '2027-01-01'),
    ['suspend', '2026-11-30', false],
  ],
  [
    'to be suspended, with a cancellation accepted for later',
    suspended,
    accepted('cancel', '2027-03-01', false),
    ['suspend', '2026-11-30', false],
  ],
  [
    'to end before its suspension begins',
    suspended,
    accepted('withdraw', '2026-11-25', false),
    ['withdraw', '2026-11-24', true],
  ],
  ['cancelled while suspended', { ...cancelled, suspendedOn: today }, accepted('cancel', '2027-01-01'), null],
  ['suspended already', { ...policy, suspendedOn: today }, accepted('suspend', today), null],
  [
    'cancelled for the end of the next period',
    policy,
    accepted('cancel', '2028-03-01', false),
    ['cancel', '2028-02-29', true],
  ],
  [
    'accepted by the core, which has not sent the policy',
    policy,
    accepted('cancel', '2026-12-01', false),
    ['cancel', '2026-11-30', true],
  ],
  ['accepted once, and sent since without an end', policy, accepted('cancel', '2026-12-01'), null],
  ['accepted, with the day past', policy, accepted('cancel', '2026-11-01', false), null],
  ['over', { ...cancelled, validTo: '2026-11-22' }, accepted('cancel', '2026-11-23'), null],
] as const)('LIFE-1: a policy that is %s', (_, days, end, expected) => {
  const [kind, lastDay, isRequested] = expected ?? [];
  expect(plannedEnd(days, end, today)).toEqual(expected && { kind, lastDay, isRequested });
});
