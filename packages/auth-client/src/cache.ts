import type { Store } from './storage.ts';
import type { AuthSession } from './types.ts';

/** Seconds before its expiry from which a token is no longer used (rule AUTH-7b). */
const margin = 60;

type Entry = { body: AuthSession; expiresAt: number };

/** The stored session, shared between calls, pages and tabs. */
export type SessionCache = {
  key: string;
  /** The session, if its access token is valid. */
  get(): AuthSession | undefined;
  /** The last session, even if expired, for its refresh token and user. */
  last(): AuthSession | undefined;
  set(session: AuthSession): void;
  /** Removes all sessions of the client, for any audience and scope. */
  clear(): void;
};

type Which = { clientId: string; audience: string; scope: string };

/** Creates the session cache (rule AUTH-7b); `now` returns milliseconds since 1970. */
export const sessionCache = (store: Store, which: Which, now: () => number): SessionCache => {
  const prefix = `hofn.session::${which.clientId}::`;
  const key = `${prefix}${which.audience}::${which.scope}`;
  const read = (): Entry | undefined => {
    try {
      const entry: Entry | null = JSON.parse(store.get(key) ?? 'null');
      return entry?.body.access_token && entry.body.decodedToken.user.sub ? entry : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    key,
    get() {
      const entry = read();
      return entry && entry.expiresAt > now() / 1000 ? entry.body : undefined;
    },
    last: () => read()?.body,
    set(body) {
      const expiresAt = Math.min(now() / 1000 + body.expires_in, body.decodedToken.claims.exp) - margin;
      store.set(key, JSON.stringify({ body, expiresAt } satisfies Entry));
    },
    clear() {
      for (const name of store.keys()) if (name.startsWith(prefix)) store.remove(name);
    },
  };
};
