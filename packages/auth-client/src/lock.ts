import type { Store } from './storage.ts';

/** Times of the lock between tabs, in milliseconds (rule AUTH-9b). */
export const lockTimes = { acquire: 5_000, refresh: 1_000, stale: 5_000 } as const;

/** How long a claim rests before it counts: two tabs may write at once, and each sees the other only a little later. */
const settle = 25;

export type LockParts = {
  store: Store;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Resolves after so many milliseconds. */
  wait: (milliseconds: number) => Promise<void>;
  /** Calls again and again, and returns what ends it. */
  every: (milliseconds: number, run: () => void) => () => void;
  /** A name that no other tab has. */
  newOwner: () => string;
};

type Claim = { owner: string; at: number };

/**
 * A lock that one tab of the browser holds at a time. The holder marks it anew each second; one that is not marked for
 * 5 s belongs to a tab that is gone. Answers what releases it, or nothing when 5 s did not suffice.
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
    const held = read();
    // A claim of the future is a clock that was set back, one without a time is no claim: nobody marks these anew.
    if (!held || !(Math.abs(now() - held.at) < lockTimes.stale)) {
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
