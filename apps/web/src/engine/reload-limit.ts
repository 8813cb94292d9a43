import type { Clock } from '@hofn/domain/clock.ts';

/** How long a path that was loaded by direct navigation is not loaded so again, in milliseconds (rule PATH-8). */
export const directPauseMs = 10_000;

/**
 * Keeps a page that fails to load from being loaded by direct navigation over and over (rule PATH-8). The time of the
 * last one is in session storage, since memory does not outlive a direct navigation.
 */
export const createDirectLimit = (storage: Pick<Storage, 'getItem' | 'setItem'>, clock: Clock) => ({
  /** Whether `path` may be loaded by direct navigation now; counts as one when it may. */
  take(path: string): boolean {
    const name = `@@direct|${path}`;
    const now = clock.now().getTime();
    try {
      const last = storage.getItem(name);
      if (last !== null && now - Number(last) < directPauseMs) return false;
      storage.setItem(name, String(now));
      return true;
    } catch {
      // Without storage nothing can be counted, and a page that never opens is better than one that loads for ever.
      return false;
    }
  },
});
