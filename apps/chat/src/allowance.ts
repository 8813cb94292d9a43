import type { Clock } from '@hofn/domain/clock.ts';

/**
 * Makes a count of how often something happens, by key, in windows of time. It is of this copy alone.
 * @returns whether one more is within the limit; it is then counted
 */
export const createAllowance = (
  clock: Clock,
  { most, windowMs }: { most: number; windowMs: number },
): ((key: string) => boolean) & { secondsLeft(): number } => {
  let window = 0;
  const counts = new Map<string, number>();
  const isWithin = (key: string): boolean => {
    const now = Math.floor(clock.now().getTime() / windowMs);
    if (now !== window) counts.clear();
    window = now;
    const count = counts.get(key) ?? 0;
    if (count >= most) return false;
    counts.set(key, count + 1);
    return true;
  };
  /** Seconds until the window ends and the next one has room. */
  const secondsLeft = (): number => Math.ceil((windowMs - (clock.now().getTime() % windowMs)) / 1000);
  return Object.assign(isWithin, { secondsLeft });
};
