import type { AuthClient, RedirectOptions } from '@hofn/auth-client';
import { AuthError, asAuthError } from '@hofn/auth-client/errors.ts';
import type { CallSession } from './api.ts';
import { createIdentityCheck, type IdentityCheck } from './identity-check.ts';
import { createClientSource } from './session-client.ts';
import {
  createSessionContext,
  type Dependencies,
  type SessionContext,
  type SessionState,
} from './session-context.ts';
import { createFailureHandler } from './session-failure.ts';
import { createRestore } from './session-restore.ts';
import { createToken } from './session-token.ts';

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
  /** With `isIdle`, the page after it says that nobody used the session, and leads back to this page. */
  logout(options?: { isIdle?: boolean }): Promise<void>;
  /**
   * Signs the same user in again, in a popup. Must be called from a click, or the browser blocks the popup.
   * Throws `AuthError` when that fails or the popup is closed.
   */
  signInAgain(): Promise<void>;
  /** Connects calls that need a recent sign-in with the dialog that asks for it. */
  identityCheck: IdentityCheck;
  /** For the API client. */
  calls: CallSession;
};

/** How long a logout waits for the API and for deleting offline data, in milliseconds. */
const logoutTimeout = 2_000;
/** Longest `returnTo` whose query is kept: it is stored in a cookie of 4096 bytes, percent-encoded up to twice. */
const maxReturnLength = 1_000;

/** Login and logout, which leave the page. Only the first one redirects: a second would invalidate the first. */
const createRedirects = (
  { parts, flags, idleNote, setState, isOnCallback }: SessionContext,
  getClient: () => Promise<AuthClient>,
): Pick<Session, 'login' | 'logout'> => {
  /** Leaves the page; a failure is shown on it. */
  const leave = async (work: () => Promise<unknown>, code: string, fallback: string): Promise<void> => {
    setState({ status: 'authenticating' });
    try {
      await work();
    } catch (error) {
      flags.isLeaving = false;
      setState({ status: 'unauthenticated', error: asAuthError(error, code, fallback) });
    }
  };
  return {
    async login(returnTo, options = {}) {
      if (flags.isLeaving) return;
      flags.isLeaving = true;
      const { pathname, search, hash } = new URL(parts.page.address());
      const currentPath = isOnCallback() ? parts.home().signedIn : `${pathname}${search}${hash}`;
      const path = returnTo ?? currentPath;
      const redirect = async () => {
        const client = await getClient();
        await parts.checkIdentityReachable();
        await client.loginWithRedirect({
          ...options,
          language: parts.language(),
          appState: { returnTo: path.length > maxReturnLength ? path.split(/[?#]/)[0] : path },
        });
      };
      await leave(redirect, 'login_failed', 'Login failed');
    },
    async logout({ isIdle = false } = {}) {
      if (flags.isLeaving) return;
      flags.isLeaving = true;
      const { pathname, search, hash } = new URL(parts.page.address());
      if (isIdle) idleNote.write(`${pathname}${search}${hash}`);
      const { signedOut, signedOutIdle } = parts.home();
      const returnTo = new URL(isIdle ? signedOutIdle : signedOut, parts.page.address()).href;
      const notified = parts.notifyLogout?.().catch(() => undefined);
      const cleared = parts.offlineAnswers?.clear();
      parts.forgetUser?.();
      // Hanging storage must not prevent the logout; the next page without a session clears it too.
      const timeout = new Promise<void>((resolve) => parts.schedule(resolve, logoutTimeout));
      await Promise.race([Promise.all([notified, cleared]), timeout]);
      const redirect = async () => {
        const client = await getClient();
        await client.logout({ returnTo });
      };
      await leave(redirect, 'logout_failed', 'Logout failed');
    },
  };
};

/** Creates the session. No requests are made before `start`. */
export const createSession = (parts: Dependencies): Session => {
  const context = createSessionContext(parts);
  const { flags, state, subscribe, setState, reloadForOtherUser, isOnCallback } = context;
  const getClient = createClientSource(context);
  const handleFailure = createFailureHandler(context);
  const restore = createRestore(context, getClient, handleFailure);
  const token = createToken(context, getClient, handleFailure);
  const { login, logout } = createRedirects(context, getClient);
  const identityCheck = createIdentityCheck();
  let started: Promise<void> | undefined;
  return {
    state,
    subscribe,
    start: () => {
      started ??= restore();
      return started;
    },
    retry: () => {
      flags.isLeaving = false;
      // A callback URL cannot be used twice, so start a new login.
      if (state().error && isOnCallback()) return login(undefined, { replace: true });
      setState({ status: 'authenticating' });
      started = restore();
      return started;
    },
    login,
    logout,
    async signInAgain() {
      // The client of a signed-in user is loaded, so the popup still opens within the click.
      const client = await getClient();
      await client.loginWithPopup({ prompt: 'login', language: parts.language() });
      if (client.getUser()?.sub === state().user?.sub) return;
      reloadForOtherUser();
      throw new AuthError('other_user', 'Another user has signed in');
    },
    identityCheck,
    calls: {
      confirmIdentity: identityCheck.request,
      token: () => token(false),
      async handleUnauthorized(refusedToken) {
        const { user } = state();
        if (user && subjectOfToken(refusedToken) !== user.sub) {
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
