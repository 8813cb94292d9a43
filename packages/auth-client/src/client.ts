import type { Answer } from './authorization-response.ts';
import { sessionCache } from './cache.ts';
import { AuthError, asAuthError, isRecoverable, timeoutError } from './errors.ts';
import { acquireLock, type LockParts } from './lock.ts';
import { createProtocol, type Transaction } from './protocol.ts';
import { type CookieJar, memoryStore, type Store } from './storage.ts';
import { requestTokens } from './token-request.ts';
import type { AuthClient, AuthOptions, AuthSession, AuthUser, LoginOptions } from './types.ts';
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

const defaultScope = 'openid profile email';
/**
 * Attempts to get the lock, 5 s each: together a little less than the timeout of a frame another tab may be waiting
 * for.
 */
const lockTries = 10;

/** Merges scopes in order, without duplicates. */
const mergeScopes = (...scopes: (string | undefined)[]): string =>
  [...new Set(scopes.flatMap((scope) => scope?.split(/\s+/) ?? []))].filter(Boolean).join(' ');

/** Creates a client. Throws `AuthError` if the browser or the options are unsuitable (AUTH-7). */
export const createClient = (options: AuthOptions, parts: AuthParts): AuthClient => {
  const { cacheLocation = 'memory', useRefreshTokens = false, authorizeTimeoutInSeconds = 60 } = options;
  if (!parts.crypto) {
    throw new AuthError('configuration', 'For security reasons, window.crypto is required for sign-in');
  }
  if (!parts.crypto.subtle) throw new AuthError('configuration', 'Sign-in must run on a secure origin');
  if (cacheLocation !== 'memory' && cacheLocation !== 'localstorage') {
    throw new AuthError('configuration', 'Invalid cache location');
  }

  const { clientId, audience } = options;
  const scope = mergeScopes(defaultScope, useRefreshTokens ? 'offline_access' : '', options.scope);
  const isShared = cacheLocation === 'localstorage';
  const cache = sessionCache(
    isShared ? parts.local : memoryStore(),
    { clientId, audience, scope },
    parts.now,
  );
  const transactionCookie = `hofn.${clientId}.transaction`;
  const signedInCookie = `hofn.${clientId}.is.authenticated`;
  const milliseconds = authorizeTimeoutInSeconds * 1_000;
  // If sessions are kept in memory, a worker holds the refresh token out of the page's reach.
  const worker = useRefreshTokens && !isShared ? parts.worker() : undefined;
  const protocol = createProtocol({
    options,
    scope,
    now: parts.now,
    fetch: parts.fetch,
    request: (url, fields) =>
      worker ? worker.request(url, fields) : requestTokens(url, fields, parts.fetch),
  });

  /** The only place where a user becomes signed in (rule AUTH-20). */
  const accept = (session: AuthSession): void => {
    cache.set(session);
    parts.cookies.set(signedInCookie, 'true');
  };

  const loginFields = ({ language, prompt, screenHint }: LoginOptions) => ({
    ui_locales: language?.slice(0, 2).toLowerCase(),
    prompt,
    screen_hint: screenHint,
  });

  const readTransaction = (): Transaction | undefined => {
    try {
      return JSON.parse(parts.cookies.get(transactionCookie) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  };

  const renewByFrame = async (): Promise<AuthSession> => {
    const transaction = protocol.begin(options.redirectUri);
    const url = await protocol.authorizeUrl(transaction, { prompt: 'none', response_mode: 'web_message' });
    return protocol.redeem(await parts.page.frame(url, milliseconds), transaction);
  };

  /** Whether the provider's own session may still work after this refusal of the refresh token (rule AUTH-8b). */
  const canRetryByFrame = (error: unknown): boolean =>
    error instanceof AuthError &&
    (error.code === 'missing_refresh_token' ||
      error.code === 'invalid_grant' ||
      error.code === 'invalid_scope');

  const renew = async (): Promise<AuthSession> => {
    const before = cache.last();
    const refreshToken = before?.refresh_token;
    if (!worker && !refreshToken) return renewByFrame();
    try {
      const after = await protocol.refresh(refreshToken);
      if (before && before.decodedToken.claims.sub !== after.decodedToken.claims.sub) {
        throw new AuthError('invalid_token', 'The renewed id token has another subject');
      }
      // Without rotation the provider returns no new one.
      return after.refresh_token || !refreshToken ? after : { ...after, refresh_token: refreshToken };
    } catch (error) {
      if (canRetryByFrame(error)) return renewByFrame();
      throw error;
    }
  };

  const renewUnderLock = async (ignoreCache: boolean): Promise<string> => {
    const initial = cache.last()?.access_token;
    for (let attempt = 0; attempt < lockTries; attempt += 1) {
      const release = await acquireLock(`hofn.lock.${clientId}`, {
        store: parts.local,
        now: parts.now,
        ...parts.lock,
      });
      try {
        // Another tab may have renewed the session meanwhile.
        const cached = cache.get()?.access_token;
        if (cached && (!ignoreCache || cached !== initial)) return cached;
        if (!release) continue;
        const session = await renew();
        accept(session);
        return session.access_token;
      } finally {
        release?.();
      }
    }
    throw timeoutError();
  };

  let renewing: Promise<string> | undefined;

  const getTokenSilently: AuthClient['getTokenSilently'] = async ({ ignoreCache = false } = {}) => {
    const cached = ignoreCache ? undefined : cache.get();
    if (cached) return cached.access_token;
    renewing ??= renewUnderLock(ignoreCache).finally(() => {
      renewing = undefined;
    });
    try {
      return await renewing;
    } catch (error) {
      throw asAuthError(error, 'get_access_token_failed', 'Get access token failed');
    }
  };

  const getUser = (): AuthUser | undefined => cache.get()?.decodedToken.user;

  return {
    async loginWithRedirect({ appState, replace = false, ...login } = {}) {
      const transaction = protocol.begin(options.redirectUri, appState);
      const url = await protocol.authorizeUrl(transaction, loginFields(login));
      if (!parts.cookies.set(transactionCookie, JSON.stringify(transaction))) {
        throw new AuthError('cookies_refused', 'The login transaction needs a cookie of at most 4096 bytes');
      }
      parts.page.leave(url, replace);
    },

    async handleRedirectCallback(url = parts.page.address()) {
      const query = new URL(url).searchParams;
      if (!query.size) {
        throw new AuthError('no_query', 'There are no query params available for parsing.');
      }
      const transaction = readTransaction();
      if (!transaction?.code_verifier || !transaction.nonce) {
        throw new AuthError('invalid_state', 'Invalid state');
      }
      // A response with another state must not end the pending transaction.
      if (query.get('state') === transaction.state) parts.cookies.remove(transactionCookie);
      accept(await protocol.redeem(query, transaction));
      return { appState: transaction.appState };
    },

    async loginWithPopup(login = {}) {
      const navigate = parts.page.popup();
      const transaction = protocol.begin(options.redirectUri);
      const url = await protocol.authorizeUrl(transaction, {
        ...loginFields(login),
        response_mode: 'web_message',
      });
      accept(await protocol.redeem(await navigate(url, milliseconds), transaction));
    },

    getTokenSilently,
    getUser,
    isAuthenticated: () => getUser() !== undefined,

    async checkSession() {
      if (cache.get()) return true;
      if (!parts.cookies.get(signedInCookie) && !cache.last()?.refresh_token) return false;
      try {
        await getTokenSilently();
        return true;
      } catch (error) {
        if (isRecoverable(error)) return false;
        throw error;
      }
    },

    onChange: (listener) =>
      parts.page.onStored((key) => {
        if (key === null || key === cache.key) listener(cache.last()?.decodedToken.user);
      }),

    async logout({ localOnly = false, federated = false, returnTo } = {}) {
      if (localOnly && federated) {
        throw new AuthError('configuration', 'Logout is either federated or local only, not both');
      }
      cache.clear();
      parts.cookies.remove(signedInCookie);
      await worker?.forget();
      if (!localOnly) parts.page.leave(protocol.logoutUrl(federated, returnTo));
    },
  };
};
