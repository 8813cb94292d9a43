import type { Answer } from './authorization-response.ts';
import type { LockParts } from './lock.ts';
import type { CookieJar, Store } from './storage.ts';
import type { RefreshWorker } from './worker-port.ts';

/** Browser dependencies of the client; tests pass their own. */
export type AuthParts = {
  crypto: Pick<Crypto, 'subtle'> | undefined;
  fetch: typeof fetch;
  cookies: CookieJar;
  local: Store;
  /** Milliseconds since 1970. */
  now: () => number;
  lock: Pick<LockParts, 'wait' | 'every' | 'newOwner'>;
  page: {
    address(): string;
    /** `replace`: replaces the current history entry. */
    leave(url: string, replace?: boolean): void;
    /** Opens a popup immediately; the returned function sends it to a URL and resolves with the response. */
    popup(): (url: string, milliseconds: number) => Promise<Answer>;
    frame(url: string, milliseconds: number): Promise<Answer>;
    /** Calls the listener with the key another tab has written or removed; null for all. */
    onStored(listener: (key: string | null) => void): () => void;
  };
  worker: () => RefreshWorker;
};
