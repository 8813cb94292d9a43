import { expect, test } from 'vitest';
import { addDays, type PolicyDays, policyStatus } from './status.ts';

const today = '2026-11-21';
const policy: PolicyDays = {
  validFrom: '2026-03-01',
  validTo: '2027-02-28',
  renews: true,
  cancelledOn: null,
  lapsedOn: null,
  suspendedOn: null,
};
const statusOf = (changed: Partial<PolicyDays>) => policyStatus({ ...policy, ...changed }, today);

test('a policy is in force from its first day to its last', () => {
  expect(statusOf({})).toBe('active');
  expect(statusOf({ validFrom: today })).toBe('active');
  expect(statusOf({ validFrom: '2026-11-22' })).toBe('pending');
  expect(statusOf({ validTo: today, renews: false })).toBe('active');
  expect(statusOf({ validTo: '2026-11-20' })).toBe('expired');
});

test('a policy that renews says so from thirty days before its end', () => {
  expect(statusOf({ validTo: '2026-12-21' })).toBe('renewing');
  expect(statusOf({ validTo: '2026-12-22' })).toBe('active');
  expect(statusOf({ validTo: '2026-12-21', renews: false })).toBe('active');
});

test('a notice of cancellation shows at once, and stays when the policy has ended', () => {
  expect(statusOf({ cancelledOn: '2026-11-20', validTo: '2026-12-31' })).toBe('cancelled');
  expect(statusOf({ cancelledOn: '2026-05-20', validTo: '2026-06-30' })).toBe('cancelled');
});

test('unpaid premium outweighs all else, from its day', () => {
  expect(statusOf({ lapsedOn: today, cancelledOn: '2026-11-01' })).toBe('lapsed');
  expect(statusOf({ lapsedOn: '2026-11-22' })).toBe('active');
});

test('a pause shows while it lasts', () => {
  expect(statusOf({ suspendedOn: today })).toBe('suspended');
  expect(statusOf({ suspendedOn: '2026-11-22' })).toBe('active');
});

test('days are counted over the ends of months, of years and of February', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2027-03-01', -1)).toBe('2027-02-28');
});
