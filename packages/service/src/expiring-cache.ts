import type { Clock } from '@hofn/domain/clock.ts';

/** A bounded cache with an expiry per entry; when full, the oldest entry is evicted. */
export type ExpiringCache<Value> = {
  get(key: string): Value | undefined;
  /** @param until expiry in ms since 1970 */
  set(key: string, value: Value, until: number): void;
};

export const createExpiringCache = <Value>(clock: Clock, size: number): ExpiringCache<Value> => {
  const entries = new Map<string, { value: Value; until: number }>();
  return {
    get: (key) => {
      const entry = entries.get(key);
      return entry && entry.until > clock.now().getTime() ? entry.value : undefined;
    },
    set: (key, value, until) => {
      entries.delete(key);
      // A Map keeps insertion order, so the first entry is the oldest.
      const [oldest] = entries.keys();
      if (entries.size >= size && oldest !== undefined) entries.delete(oldest);
      entries.set(key, { value, until });
    },
  };
};
