import type { Clock } from '@hofn/domain/clock.ts';

/** What was found lately, by key; the oldest goes first when there is no room. Each entry holds until its own time. */
export type Memory<Value> = {
  get(key: string): Value | undefined;
  /** @param until in ms since 1970 */
  set(key: string, value: Value, until: number): void;
};

export const createMemory = <Value>(clock: Clock, size: number): Memory<Value> => {
  const entries = new Map<string, { value: Value; until: number }>();
  return {
    get: (key) => {
      const entry = entries.get(key);
      return entry && entry.until > clock.now().getTime() ? entry.value : undefined;
    },
    set: (key, value, until) => {
      entries.delete(key);
      // A Map keeps the order of insertion, so the first is the oldest.
      const [oldest] = entries.keys();
      if (entries.size >= size && oldest !== undefined) entries.delete(oldest);
      entries.set(key, { value, until });
    },
  };
};
