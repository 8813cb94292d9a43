import { sessionCache } from './cache.ts';
import { AuthError, isRecoverable } from './errors.ts';
import type { AuthParts } from './parts.ts';
import { createProtocol, type Transaction } from './protocol.ts';
import { createRenewal } from './renewal.ts';
import { memoryStore } from './storage.ts';
import { requestTokens } from './token-request.ts';
import type { AuthClient, AuthOptions, AuthSession, AuthUser, LoginOptions } from './types.ts';

const defaultScope = 'openid profile email';

/** Merges scopes in order, without duplicates. */
const mergeScopes = (...scopes: (string | undefined)[]): string =>
  [...new Set(scopes.flatMap((scope) => scope?.split(/\s+/) ?? []))].filter(Boolean).join(' ');

const loginFields = ({ language, prompt, screenHint }: LoginOptions) => ({
  ui_locales: language?.slice(0, 2).toLowerCase(),
  prompt,
  screen_hint: screenHint,
});

/** A transaction stored as JSON; undefined when there is none or it is broken. */
const parseTransaction = (stored: string | undefined): Transaction | undefined => {
  try {
    return JSON.parse(stored ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
};

/** @throws AuthError if the browser or an option is unsuitable (AUTH-7) */
const assertSuitable = ({ crypto }: AuthParts, cacheLocation: string): void => {
  if (!crypto) {
    throw new AuthError('configuration', 'For security reasons, window.crypto is required for sign-in');
  }
  if (!crypto.subtle) throw new AuthError('configuration', 'Sign-in must run on a secure origin');
  if (cacheLocation !== 'memory' && cacheLocation !== 'localstorage') {
    throw new AuthError('configuration', 'Invalid cache location');
  }
};

/** Creates a client. Throws `AuthError` if the browser or the options are unsuitable (AUTH-7). */
export const createClient = (options: AuthOptions, parts: AuthParts): AuthClient => {
  const { cacheLocation = 'memory', useRefreshTokens = false, authorizeTimeoutInSeconds = 60 } = options;
  assertSuitable(parts, cacheLocation);

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
  const isStandard = options.provider !== undefined;
  const protocol = createProtocol({
    options,
    scope,
    now: parts.now,
    fetch: parts.fetch,
    request: (url, fields) =>
      worker
        ? worker.request(url, fields, isStandard)
        : requestTokens(url, fields, parts.fetch, { isForm: isStandard }),
  });

  /** The only place where a user becomes signed in (rule AUTH-20). */
  const accept = (session: AuthSession): void => {
    cache.set(session);
    parts.cookies.set(signedInCookie, 'true');
  };

  const getTokenSilently = createRenewal({
    lockName: `hofn.lock.${clientId}`,
    redirectUri: options.redirectUri,
    milliseconds,
    hasWorker: worker !== undefined,
    cache,
    protocol,
    parts,
    accept,
  });

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
      const transaction = parseTransaction(parts.cookies.get(transactionCookie));
      if (!transaction?.code_verifier || !transaction.nonce) {
        throw new AuthError('invalid_state', 'Invalid state');
      }
      // A response with another state must not end the pending transaction.
      if (query.get('state') === transaction.state) parts.cookies.remove(transactionCookie);
      accept(await protocol.redeem(query, transaction));
      return { appState: transaction.appState };
    },

    async loginWithPopup(login = {}) {
      if (!protocol.hasMessages)
        throw new AuthError('login_required', 'The identity provider does not support popups');
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
      const idToken = cache.last()?.id_token;
      cache.clear();
      parts.cookies.remove(signedInCookie);
      await worker?.forget();
      const address = protocol.logoutUrl(federated, returnTo, idToken) ?? returnTo;
      if (!localOnly && address) parts.page.leave(address);
    },
  };
};
