import type { CountedInTen, RateClass } from '@hofn/contracts';
import type { Clock } from '@hofn/domain/clock.ts';

/** Counts per key in windows of time. */
export type Counter = {
  /** Adds one to `key` in the window that began at `windowStart` (ms), and gives the count. */
  add(key: string, windowStart: number): number | Promise<number>;
};

/** Counts for one copy of the service alone. */
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

/** Calls that one caller may make in a minute, by class. */
export type Rates = Record<RateClass, number>;

const windowMs = 60_000;

/** Where calls are counted: by each copy for itself, and what is shared by all of them together too. */
export type Counters = { own: Counter; shared: Counter };

/**
 * Limits against abuse are the same whatever the number of copies: trying, filling up, writing, harvesting customers one view
 * after the other, and what takes work to make. Each such call costs one upsert more, which is little beside its own work.
 * Reads and parts of files are counted in each copy: that limit keeps one copy from being kept busy, there are `n` copies to
 * keep busy, and the bytes of files have a limit of their own that is shared.
 */
const isShared = (rate: RateClass): boolean => rate !== 'read' && rate !== 'upload';

/**
 * Makes the check of how often a caller calls.
 * @param longer the seconds that a caller waits for a limit over a longer time, of calls that have one. It is asked once a
 *   minute and caller, because a caller who goes on over the limit must not cost the database a query each time.
 * @returns a function that counts one call and gives the seconds to wait for all limits of the call together, or 0 when it
 *   is within the limit of its class
 */
export const createRateCheck = (
  rates: Rates,
  counters: Counters,
  clock: Clock,
  longer: (limit: CountedInTen, caller: string) => Promise<number> = async () => 0,
) => {
  let asked = { windowStart: 0, until: new Map<string, Promise<number>>() };

  /** When the longer limit has room again, in ms. */
  const longerUntil = (limit: CountedInTen, caller: string, windowStart: number): Promise<number> => {
    if (asked.windowStart !== windowStart) asked = { windowStart, until: new Map() };
    const key = `${limit} ${caller}`;
    const known = asked.until.get(key);
    if (known) return known;
    const until = longer(limit, caller).then((seconds) => clock.now().getTime() + seconds * 1000);
    asked.until.set(key, until);
    return until;
  };

  return async (rate: RateClass, caller: string, limit?: CountedInTen): Promise<number> => {
    const now = clock.now().getTime();
    const windowStart = now - (now % windowMs);
    const key = `${rate}:${caller}`;
    const within = async (counter: Counter) => (await counter.add(key, windowStart)) <= rates[rate];
    // What is over the limit by our own count is over that of all, and whoever calls on costs the database nothing.
    if ((await within(counters.own)) && (!isShared(rate) || (await within(counters.shared)))) return 0;
    const until = Math.max(windowStart + windowMs, limit ? await longerUntil(limit, caller, windowStart) : 0);
    return Math.max(1, Math.ceil((until - now) / 1000));
  };
};
