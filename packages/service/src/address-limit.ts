import { addToCount, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { addressKey } from './address.ts';

const windowMs = 60_000;

/** Counts one call from an IP address. @returns seconds to wait, or 0 when within the limit */
export type AddressLimit = (ip: string) => Promise<number>;

/**
 * Limits calls per minute by IP address (rule HOLD-13).
 * @param options.name identifies the counter; limits with the same name share it
 * @param options.db shares the counter between processes; without it each process counts separately
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
    // If the local count is over the limit, the shared one is too: refuse without a query.
    const isWithin = count <= most && (!db || (await addToCount(db, `${name}:${key}`, windowStart)) <= most);
    return isWithin ? 0 : Math.max(1, Math.ceil((windowStart + windowMs - now) / 1000));
  };
};
