import type { Clock } from '@hofn/domain/clock.ts';

/**
 * Creates a fixed-window rate limit by key, within this replica.
 * @returns a function that counts one use and returns whether it is within the limit
 */
export const createRateLimit = (
  clock: Clock,
  { max, windowMs }: { max: number; windowMs: number },
): ((key: string) => boolean) & { secondsLeft(): number } => {
  let window = 0;
  const counts = new Map<string, number>();
  const isWithin = (key: string): boolean => {
    const now = Math.floor(clock.now().getTime() / windowMs);
    if (now !== window) counts.clear();
    window = now;
    const count = counts.get(key) ?? 0;
    if (count >= max) return false;
    counts.set(key, count + 1);
    return true;
  };
  /** Seconds until the next window. */
  const secondsLeft = (): number => Math.ceil((windowMs - (clock.now().getTime() % windowMs)) / 1000);
  return Object.assign(isWithin, { secondsLeft });
};
