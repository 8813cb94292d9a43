import { setTimeout } from 'node:timers/promises';

/** Pause between two looks at the feed while requests wait, in milliseconds. */
const lookEveryMs = 250;

/**
 * Wakes requests that wait for the next event. However many wait, a process asks the database four times a second, and
 * not at all while none waits. Polling, because notifications do not pass through poolers.
 * @param lastPlace reads the place of the newest event
 */
export const createFeedWatch = (lastPlace: () => Promise<number>) => {
  const waiting = new Set<{ place: number; wake: () => void }>();
  let isLooking = false;

  const look = async (): Promise<void> => {
    isLooking = true;
    while (waiting.size > 0) {
      // On an error all are woken: they read the feed themselves, and answer with the error that they get.
      const last = await lastPlace().catch(() => Number.POSITIVE_INFINITY);
      for (const { place, wake } of waiting) if (last > place) wake();
      if (waiting.size > 0) await setTimeout(lookEveryMs);
    }
    isLooking = false;
  };

  return {
    /** Resolves when there is an event after `place`, `ms` have passed, or `signal` is aborted. */
    waitBeyond: (place: number, ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const wake = () => {
          waiting.delete(entry);
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const entry = { place, wake };
        const timer = globalThis.setTimeout(wake, ms);
        signal.addEventListener('abort', wake);
        waiting.add(entry);
        if (!isLooking) void look();
      }),
  };
};
