import { expect, test } from 'vitest';
import { addressKey } from './address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('HOLD-13: %s counts as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

test('HOLD-13: all addresses of one /64 count together, those of another separately', () => {
  const keysOf = (network: string) =>
    ['::1', ':ffff:1:2:3', ':0:0:0:9'].map((host) => addressKey(`${network}${host}`));
  expect(new Set([...keysOf('2001:db8:7:1'), ...keysOf('2001:db8:7:1')]).size).toBe(1);
  expect(new Set([...keysOf('2001:db8:7:1'), ...keysOf('2001:db8:7:2')]).size).toBe(2);
});
