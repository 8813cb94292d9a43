import { addToCount, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { addressKey } from './address.ts';

const windowMs = 60_000;

/** Counts one call of an address. @returns seconds to wait, or 0 when it is within the limit */
export type AddressLimit = (ip: string) => Promise<number>;

/**
 * Makes a limit of calls a minute by address (rule HOLD-13).
 * @param parts.name what is counted; limits of one name are one limit
 * @param parts.db where all copies count together; without it each copy counts for itself
 */
export const createAddressLimit = ({
  name,
  most,
  clock,
  db,
}: {
  name: string;
  most: number;
  clock: Clock;
  db?: Db;
}): AddressLimit => {
  let window = 0;
  const counts = new Map<string, number>();
  return async (ip) => {
    const now = clock.now().getTime();
    const windowStart = now - (now % windowMs);
    if (windowStart !== window) counts.clear();
    window = windowStart;
    const key = addressKey(ip);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    // An address over our own count is over that of all copies: it is refused without a query.
    const isWithin = count <= most && (!db || (await addToCount(db, `${name}:${key}`, windowStart)) <= most);
    return isWithin ? 0 : Math.max(1, Math.ceil((windowStart + windowMs - now) / 1000));
  };
};
