import type { RateClass, TenMinuteLimit } from '@hofn/contracts';
import type { Clock } from '@hofn/domain/clock.ts';

/** Counts per key in time windows. */
export type Counter = {
  /** Adds one to `key` in the window that began at `windowStart` (ms) and returns the count. */
  add(key: string, windowStart: number): number | Promise<number>;
};

/** Counts within this process only. */
export const memoryCounter = (): Counter => {
  let window = 0;
  let counts = new Map<string, number>();
  return {
    add: (key, windowStart) => {
      if (windowStart !== window) {
        window = windowStart;
        counts = new Map();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
  };
};

/** Calls per caller and minute, by class. */
export type Rates = Record<RateClass, number>;

const windowMs = 60_000;

/** Counters of this process, and the one all processes share. */
export type Counters = { own: Counter; shared: Counter };

/**
 * Limits against abuse hold across all processes: guessing, filling storage, writing, harvesting customers through staff
 * views, and expensive work. Each such call costs one upsert, which is little beside its own work. Reads, file parts and
 * calls of other systems are counted per process: that limit only keeps a process from being kept busy, and the bytes of files have a shared
 * limit of their own.
 */
const isShared = (rate: RateClass): boolean => rate !== 'read' && rate !== 'upload' && rate !== 'core';

/**
 * Creates the rate check.
 * @param longer seconds a caller must wait for a longer limit, for calls that have one. Queried once per minute and
 *   caller, because a caller who continues over the limit must not cost the database a query each time.
 * @returns a function that counts one call and returns the seconds to wait for all limits of the call together, or 0
 *   when it is within the limit of its class
 */
export const createRateCheck = (
  rates: Rates,
  counters: Counters,
  clock: Clock,
  longer: (limit: TenMinuteLimit, caller: string) => Promise<number> = async () => 0,
) => {
  let cache = { windowStart: 0, until: new Map<string, Promise<number>>() };

  /** When the longer limit next allows a call, in ms. */
  const longerUntil = (limit: TenMinuteLimit, caller: string, windowStart: number): Promise<number> => {
    if (cache.windowStart !== windowStart) cache = { windowStart, until: new Map() };
    const key = `${limit} ${caller}`;
    const known = cache.until.get(key);
    if (known) return known;
    const until = longer(limit, caller).then((seconds) => clock.now().getTime() + seconds * 1000);
    cache.until.set(key, until);
    return until;
  };

  return async (rate: RateClass, caller: string, limit?: TenMinuteLimit): Promise<number> => {
    const now = clock.now().getTime();
    const windowStart = now - (now % windowMs);
    const key = `${rate}:${caller}`;
    const within = async (counter: Counter) => (await counter.add(key, windowStart)) <= rates[rate];
    // If the local count is over, the shared one is too: refuse without a query.
    if ((await within(counters.own)) && (!isShared(rate) || (await within(counters.shared)))) return 0;
    const until = Math.max(windowStart + windowMs, limit ? await longerUntil(limit, caller, windowStart) : 0);
    return Math.max(1, Math.ceil((until - now) / 1000));
  };
};
