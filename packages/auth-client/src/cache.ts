import type { Store } from './storage.ts';
import type { AuthSession } from './types.ts';

/** Seconds that a token is let go before it runs out (rule AUTH-7b). */
const margin = 60;

type Entry = { body: AuthSession; expiresAt: number };

/** What is kept between calls, pages and tabs. */
export type SessionCache = {
  key: string;
  /** The session while its access token holds. */
  get(): AuthSession | undefined;
  /** The session whether it holds or not, for its refresh token and for whose it was. */
  last(): AuthSession | undefined;
  set(session: AuthSession): void;
  /** Forgets every session of the client, whatever its audience and scope. */
  clear(): void;
};

type Which = { clientId: string; audience: string; scope: string };

/** Makes the cache; `now` gives milliseconds since 1970 (rule AUTH-7b). */
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
