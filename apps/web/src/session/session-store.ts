import type { AuthClient, AuthUser, RedirectOptions } from '@hofn/auth-client';
import { AuthError, asAuthError, isRecoverable } from '@hofn/auth-client/errors.ts';
import type { CallSession } from './api.ts';
import { createIdentityCheck, type IdentityCheck } from './identity-check.ts';
import type { OfflineAnswers } from './offline-answers.ts';

export type SessionState = {
  status: 'unauthenticated' | 'authenticating' | 'authenticated';
  /** Claims of the ID token; `sub` is the customer id. */
  user?: AuthUser;
  /** Set if nobody is signed in because of a failure: the identity service is down, or a login failed. */
  error?: AuthError;
  /** Offline: the responses stored on the device are shown (rule PATH-16). */
  offline?: true;
  /**
   * `otherTab`: another user signed in in another tab, and the page is about to reload. `signedOutElsewhere`: another tab
   * signed out. Don't redirect to sign-in then: the provider's session may still be ending, and would silently sign the
   * user in again.
   */
  notice?: 'otherTab' | 'signedOutElsewhere';
};

/** The session as the page sees it. */
export type Session = {
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Restores the session, or completes a login on the callback page. Runs once. */
  start(): Promise<void>;
  /** Restores the session again after a failure. */
  retry(): Promise<void>;
  /**
   * Redirects to the sign-in page. `returnTo` is a path of this origin with query and hash; default: this page. With
   * `replace`, this page is removed from the history, so that Back does not lead to sign-in again.
   */
  login(
    returnTo?: string,
    options?: Pick<RedirectOptions, 'replace' | 'prompt' | 'screenHint'>,
  ): Promise<void>;
  logout(): Promise<void>;
  /**
   * Signs the same user in again, in a popup. Must be called from a click, or the browser blocks the popup.
   * Throws `AuthError` when that fails or the popup is closed.
   */
  signInAgain(): Promise<void>;
  /** What asks the user to confirm who they are; undefined until a call needs it. */
  identityCheck: IdentityCheck;
  /** For the API client. */
  calls: CallSession;
};

type Dependencies = {
  client: () => Promise<AuthClient>;
  page: {
    /** Full URL of the page. */
    address(): string;
    reload(): void;
    /** Navigates to a path of this origin, replacing the current history entry. */
    replace(path: string): void;
  };
  /** Session storage. Either method may throw. */
  tab: Pick<Storage, 'getItem' | 'setItem'>;
  language: () => string;
  /** Whether the path is the login callback. */
  isCallback: (path: string) => boolean;
  /** Where a login without `returnTo` ends, and where a logout ends. */
  home: () => { signedIn: string; signedOut: string };
  /** Rejects if the sign-in page is unreachable, so that nobody is redirected to a browser error page. */
  checkIdentityReachable: () => Promise<unknown>;
  /** Notifies the API of the logout, which continues even if this fails. */
  notifyLogout?: () => Promise<void>;
  /** Clears what this browser stores of the user (rules HELP-8 and PAY-14): see `onSignOut`. */
  forgetUser?: () => void;
  /** Responses stored on the device; undefined for staff. */
  offlineAnswers?: Pick<OfflineAnswers, 'owner' | 'clear'>;
  /** Whether our own web server responds. */
  isReachable?: () => Promise<boolean>;
  now: () => number;
  schedule: (run: () => void, milliseconds: number) => void;
};

const reloadKey = 'hofn.session.reloadedAt';
/** At most one reload per this many milliseconds (rule AUTH-12a). */
const minReloadInterval = 10_000;
/** How long to wait for a reload before showing the error that caused it, in milliseconds. */
const reloadTimeout = 5_000;
/** How long the notice about another user is shown before the page reloads, in milliseconds (rule AUTH-12b). */
const otherUserDelay = 1_000;
/** How long a logout waits for the API and for deleting offline data, in milliseconds. */
const logoutTimeout = 2_000;
/** Longest `returnTo` whose query is kept: it is stored in a cookie of 4096 bytes, percent-encoded up to twice. */
const maxReturnLength = 1_000;

/** Creates the session. No requests are made before `start`. */
export const createSession = (parts: Dependencies): Session => {
  let state: SessionState = { status: 'authenticating' };
  let started: Promise<void> | undefined;
  let isLeaving = false;
  /** Another tab has signed out since this page loaded. */
  let isSignedOutElsewhere = false;
  let clientPromise: Promise<AuthClient> | undefined;
  let loadedClient: AuthClient | undefined;
  const identityCheck = createIdentityCheck();
  const listeners = new Set<() => void>();

  const setState = (next: SessionState): void => {
    state = next;
    // Signed out, and not merely unreachable.
    if (next.status === 'unauthenticated' && !next.error) void parts.offlineAnswers?.clear();
    for (const listener of listeners) listener();
  };

  const signedIn = (client: AuthClient): void => {
    const user = client.getUser();
    if (user) setState({ status: 'authenticated', user });
    else signedOut();
  };

  const signedOut = (): void =>
    setState({
      status: 'unauthenticated',
      ...(isSignedOutElsewhere && { notice: 'signedOutElsewhere' as const }),
    });

  /** Continues with the stored responses of their owner. False if online, or if nothing is stored. */
  const continueOffline = async (): Promise<boolean> => {
    const user = await parts.offlineAnswers?.owner();
    if (!user || (state.user && state.user.sub !== user.sub)) return false;
    if (await parts.isReachable?.()) return false;
    setState({ status: 'authenticated', user, offline: true });
    return true;
  };

  const reloadForOtherUser = (): void => {
    if (state.notice) return;
    void parts.offlineAnswers?.clear();
    parts.forgetUser?.();
    setState({ status: 'authenticating', notice: 'otherTab' });
    parts.schedule(parts.page.reload, otherUserDelay);
  };

  /** Called when another tab changed the shared session. */
  const onSharedSessionChange = (user: AuthUser | undefined): void => {
    if (isLeaving || state.notice === 'otherTab') return;
    if (state.user && user && user.sub !== state.user.sub) reloadForOtherUser();
    // The page may still show the previous user's data.
    else if (user && state.notice) parts.page.reload();
    else if (user && !state.user) setState({ status: 'authenticated', user });
    else if (user) return;
    else {
      isSignedOutElsewhere = true;
      // While the session is being restored, `restore` shows the notice.
      if (state.status === 'authenticated') signedOut();
    }
  };

  /** Creates the client once; a failure is not cached, so that a retry can succeed. */
  const getClient = (): Promise<AuthClient> => {
    clientPromise ??= parts
      .client()
      .then((client) => {
        client.onChange(onSharedSessionChange);
        loadedClient = client;
        return client;
      })
      .catch((error: unknown) => {
        clientPromise = undefined;
        throw error;
      });
    return clientPromise;
  };

  const restore = async (): Promise<void> => {
    const requestedAt = parts.now();
    const address = new URL(parts.page.address());
    const isCallback = parts.isCallback(address.pathname);
    const isAnswered = isCallback && /[?&](code|error)=/.test(address.search);
    try {
      const client = await getClient();
      let returnTo: string | undefined;
      if (isAnswered) {
        try {
          const { appState } = await client.handleRedirectCallback(address.href);
          returnTo = returnPath(appState, address.origin);
        } catch (error) {
          // Going back to a used callback is not an error if the user is signed in.
          if (!client.isAuthenticated()) throw error;
        }
      } else await client.checkSession();
      if (!client.isAuthenticated() && (await continueOffline())) return;
      signedIn(client);
      if (isCallback && state.user) parts.page.replace(returnTo ?? parts.home().signedIn);
    } catch (error) {
      if (!isAnswered && !isRecoverable(error) && (await continueOffline())) return;
      // Show why the login was refused; redirecting again would look like a hanging page.
      if (isAnswered)
        setState({ status: 'unauthenticated', error: asAuthError(error, 'login_failed', 'Login failed') });
      else handleFailure(error, requestedAt, 'login_failed', 'Login failed');
    }
  };

  const handleFailure = (error: unknown, requestedAt: number, code: string, fallback: string): void => {
    if (isLeaving) return;
    const problem = asAuthError(error, code, fallback);
    if (isRecoverable(problem)) {
      signedOut();
      return;
    }
    const showError = (): void => setState({ status: 'unauthenticated', error: problem });
    if (!canReloadHelp(problem) || !claimReload(requestedAt)) {
      showError();
      return;
    }
    // Don't show an error that the reload fixes, unless the user cancels the reload to keep a form.
    isLeaving = true;
    setState({ status: 'authenticating' });
    parts.schedule(() => {
      isLeaving = false;
      showError();
    }, reloadTimeout);
    parts.page.reload();
  };

  /** False on the callback page, whose URL works only once, and in a browser that cannot sign in at all. */
  const canReloadHelp = (error: AuthError): boolean =>
    error.code !== 'configuration' && !parts.isCallback(new URL(parts.page.address()).pathname);

  /**
   * Claims the one reload that rule AUTH-12a allows per interval. The interval is measured from the start of the failed
   * request, not from its end: otherwise a request that times out after 30 s would reload the page for ever. A tab
   * without storage never reloads, for the same reason.
   */
  const claimReload = (requestedAt: number): boolean => {
    try {
      const last = Number(parts.tab.getItem(reloadKey) ?? Number.NEGATIVE_INFINITY);
      if (requestedAt - last < minReloadInterval) return false;
      parts.tab.setItem(reloadKey, String(parts.now()));
      return true;
    } catch {
      return false;
    }
  };

  const token = async (ignoreCache: boolean): Promise<string | undefined> => {
    // During the redirect to sign-in, a call without a token would be refused.
    if (isLeaving && state.status === 'authenticating')
      throw new AuthError('leaving', 'The page is being left');
    if (state.status !== 'authenticated') return undefined;
    if (state.offline) throw new AuthError('offline', 'There is no network');
    const requestedAt = parts.now();
    try {
      const client = await getClient();
      const value = await client.getTokenSilently({ ignoreCache });
      const user = client.getUser();
      if (state.user && user && user.sub !== state.user.sub) {
        reloadForOtherUser();
        throw new AuthError('other_user', 'Another user has signed in');
      }
      return value;
    } catch (error) {
      if (!isLeaving && !state.notice && (isRecoverable(error) || !(await continueOffline())))
        handleFailure(error, requestedAt, 'get_access_token_failed', 'Get access token failed');
      throw error;
    }
  };

  const session: Session = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => {
      started ??= restore();
      return started;
    },
    retry: () => {
      isLeaving = false;
      // A callback URL cannot be used twice, so start a new login.
      if (state.error && parts.isCallback(new URL(parts.page.address()).pathname)) {
        return session.login(undefined, { replace: true });
      }
      setState({ status: 'authenticating' });
      started = restore();
      return started;
    },
    async login(returnTo, options = {}) {
      // Only the first call redirects: a second transaction would invalidate the first.
      if (isLeaving) return;
      isLeaving = true;
      const address = new URL(parts.page.address());
      const currentPath = parts.isCallback(address.pathname)
        ? parts.home().signedIn
        : `${address.pathname}${address.search}${address.hash}`;
      const path = returnTo ?? currentPath;
      setState({ status: 'authenticating' });
      try {
        const client = await getClient();
        await parts.checkIdentityReachable();
        await client.loginWithRedirect({
          ...options,
          language: parts.language(),
          appState: { returnTo: path.length > maxReturnLength ? path.split(/[?#]/)[0] : path },
        });
      } catch (error) {
        isLeaving = false;
        setState({ status: 'unauthenticated', error: asAuthError(error, 'login_failed', 'Login failed') });
      }
    },
    async logout() {
      if (isLeaving) return;
      isLeaving = true;
      const notified = parts.notifyLogout?.().catch(() => undefined);
      const cleared = parts.offlineAnswers?.clear();
      parts.forgetUser?.();
      // Hanging storage must not prevent the logout; the next page without a session clears it too.
      const timeout = new Promise<void>((resolve) => parts.schedule(resolve, logoutTimeout));
      await Promise.race([Promise.all([notified, cleared]), timeout]);
      setState({ status: 'authenticating' });
      try {
        const client = await getClient();
        await client.logout({ returnTo: new URL(parts.home().signedOut, parts.page.address()).href });
      } catch (error) {
        isLeaving = false;
        setState({ status: 'unauthenticated', error: asAuthError(error, 'logout_failed', 'Logout failed') });
      }
    },
    async signInAgain() {
      // Before any `await`, which would make the browser block the popup.
      const client = loadedClient ?? (await getClient());
      await client.loginWithPopup({ prompt: 'login', language: parts.language() });
      if (client.getUser()?.sub === state.user?.sub) return;
      reloadForOtherUser();
      throw new AuthError('other_user', 'Another user has signed in');
    },
    identityCheck,
    calls: {
      confirmIdentity: identityCheck.request,
      token: () => token(false),
      async handleUnauthorized(refusedToken) {
        if (state.user && subjectOfToken(refusedToken) !== state.user.sub) {
          reloadForOtherUser();
          return false;
        }
        return token(true).then(
          (renewed) => renewed !== undefined && renewed !== refusedToken,
          () => false,
        );
      },
    },
  };
  return session;
};

/** The path to return to, if it is on this origin; anything else would be an open redirect. */
const returnPath = (appState: unknown, origin: string): string | undefined => {
  const path = (appState as { returnTo?: unknown } | undefined)?.returnTo;
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined;
  const target = new URL(path, origin);
  return target.origin === origin ? `${target.pathname}${target.search}${target.hash}` : undefined;
};

/** The subject of a token, unverified: only the services verify tokens. */
const subjectOfToken = (token: string): string | undefined => {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const subject: unknown = JSON.parse(atob(payload)).sub;
    return typeof subject === 'string' ? subject : undefined;
  } catch {
    return undefined;
  }
};
