import type { Store } from './storage.ts';

/** Times of the lock between tabs, in milliseconds (rule AUTH-9b). */
export const lockTimes = { acquire: 5_000, refresh: 1_000, stale: 5_000 } as const;

/** Delay before a claim is confirmed: two tabs may write at once, and each sees the other's write a little later. */
const settle = 25;

export type LockParts = {
  store: Store;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Resolves after the given time. */
  wait: (milliseconds: number) => Promise<void>;
  /** Calls `run` repeatedly, and returns a function that stops it. */
  every: (milliseconds: number, run: () => void) => () => void;
  /** An id that is unique to the tab. */
  newOwner: () => string;
};

type Claim = { owner: string; at: number };

/**
 * A lock between the tabs of a browser. The owner refreshes it each second; a lock not refreshed for 5 s belongs to a
 * closed tab. Returns a function that releases it, or undefined if it was not free within 5 s.
 */
export const acquireLock = async (name: string, parts: LockParts): Promise<(() => void) | undefined> => {
  const { store, now, wait } = parts;
  const claim: Claim = { owner: parts.newOwner(), at: now() };
  const giveUpAt = claim.at + lockTimes.acquire;

  const read = (): Claim | undefined => {
    try {
      return JSON.parse(store.get(name) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  };
  const write = (): void => store.set(name, JSON.stringify({ ...claim, at: now() }));
  const isMine = (): boolean => read()?.owner === claim.owner;

  while (now() < giveUpAt) {
    const current = read();
    // A claim from the future means the clock was set back; that and a claim without a time are ignored.
    if (!current || !(Math.abs(now() - current.at) < lockTimes.stale)) {
      write();
      await wait(settle);
      if (isMine()) {
        const stop = parts.every(lockTimes.refresh, () => {
          if (isMine()) write();
          else stop();
        });
        return () => {
          stop();
          if (isMine()) store.remove(name);
        };
      }
    } else await wait(settle * 2);
  }
  return undefined;
};
