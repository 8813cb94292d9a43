import type { Clock } from '@hofn/domain/clock.ts';

/** Minimum time between two direct navigations to a path, in milliseconds (rule PATH-8). */
export const minReloadIntervalMs = 10_000;

/**
 * Prevents a loop of direct navigations to a page that fails to load (rule PATH-8). The time of the last one is in
 * session storage, because memory does not survive a direct navigation.
 */
export const createReloadLimit = (storage: Pick<Storage, 'getItem' | 'setItem'>, clock: Clock) => ({
  /** Whether `path` may be loaded by direct navigation now. If so, the interval starts. */
  take(path: string): boolean {
    const name = `@@direct|${path}`;
    const now = clock.now().getTime();
    try {
      const last = storage.getItem(name);
      if (last !== null && now - Number(last) < minReloadIntervalMs) return false;
      storage.setItem(name, String(now));
      return true;
    } catch {
      // Without storage a loop could not be detected, and an error is better than endless reloads.
      return false;
    }
  },
});
