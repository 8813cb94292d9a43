import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, in any notation. */
const groupsOf = (address: string): string[] => {
  // URL normalizes all notations, including an IPv4 suffix, which becomes hexadecimal.
  const normalized = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after] = normalized.split('::').map((part) => (part === '' ? [] : part.split(':')));
  if (after === undefined) return [...before];
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
};

/**
 * The key for rate limits by IP address (rule HOLD-13). An IPv6 subscriber has a whole /64 network, so the network
 * counts rather than the address. IPv4 counts by address, also when mapped into IPv6 (`::ffff:203.0.113.7`).
 */
export const addressKey = (ip: string): string => {
  const [address = ''] = ip.split('%', 1);
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff') {
    const [high, low] = [groups[6], groups[7]].map((group) => Number.parseInt(group ?? '0', 16));
    return [high, low].flatMap((part = 0) => [part >> 8, part & 0xff]).join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
};
