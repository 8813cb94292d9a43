import { expect, test } from 'vitest';
import { connectionOf, isStaffHost } from './staff-host.ts';

const hosts: [string, boolean][] = [
  ['staff.hofn.example', true],
  ['staff-staging.hofn.example', true],
  ['staff-test.hofn.example', true],
  ['staff.localhost', true],
  ['Staff.Hofn.Example', true],
  ['staff', false],
  ['staffing.hofn.example', false],
  ['staff-dev.hofn.example', false],
  ['www.staff.hofn.example', false],
  ['hofn.example', false],
  ['localhost', false],
];

test.each(hosts)('STAFF-1: %s is the staff portal: %s, with its own identity connection', (host, staff) => {
  expect(isStaffHost(host)).toBe(staff);
  expect(connectionOf(host, { customer: 'c', employee: 'e' })).toBe(staff ? 'e' : 'c');
});
