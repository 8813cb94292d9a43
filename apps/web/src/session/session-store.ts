import type { AuthClient, AuthUser, RedirectOptions } from '@hofn/auth-client';
import { AuthError, asAuthError, isRecoverable } from '@hofn/auth-client/errors.ts';
import type { CallSession } from './api.ts';
import type { Kept } from './device-copies.ts';

export type SessionState = {
  status: 'unauthenticated' | 'authenticating' | 'authenticated';
  /** Claims about who signed in; `sub` is the customer id. */
  user?: AuthUser;
  /** Why nobody is signed in, where that is not simply so: the identity service is down, or a login failed. */
  error?: AuthError;
  /** There is no network: what this person saw last is shown, from the device (rule PATH-16). */
  offline?: true;
  /**
   * `otherTab`: another tab signed in someone else, and the page is about to load anew. `signedOutElsewhere`: another
   * tab signed out. Nobody is led to sign-in then: the provider's own session may still be ending, and would sign them
   * in again without a word.
   */
  notice?: 'otherTab' | 'signedOutElsewhere';
};

/** The session as the page sees it. */
export type Session = {
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Finds out who is signed in, or finishes a login when the page is its callback. Does so once. */
  start(): Promise<void>;
  /** Asks again after a failure. */
  retry(): Promise<void>;
  /**
   * Leaves for the sign-in page; `returnTo` is a path of this origin with query and hash, this page unless told.
   * With `replace` this page does not stay in the history, so that a step back does not lead to sign-in again.
   */
  login(
    returnTo?: string,
    options?: Pick<RedirectOptions, 'replace' | 'prompt' | 'screenHint'>,
  ): Promise<void>;
  logout(): Promise<void>;
  /** What the client of the API needs. */
  calls: CallSession;
};

type Parts = {
  client: () => Promise<AuthClient>;
  page: {
    /** Whole address of the page. */
    address(): string;
    reload(): void;
    /** Goes to a path of this origin, taking the place of the present one in the history. */
    replace(path: string): void;
  };
  /** Outlives a reload of the tab, and nothing else. Either method may throw. */
  tab: Pick<Storage, 'getItem' | 'setItem'>;
  language: () => string;
  /** Whether the page is where the provider sends its answer to. */
  isCallback: (path: string) => boolean;
  /** Where a login ends that no page asked for, and where a logout does. */
  home: () => { signedIn: string; signedOut: string };
  /** Rejects when the sign-in page cannot be reached, so that nobody is sent to a browser's error page. */
  knock: () => Promise<unknown>;
  /** Tells the API that the person leaves; its failure does not hold them. */
  farewell?: () => Promise<void>;
  /** Forgets what is kept in this browser of whoever was signed in (rules HELP-8 and PAY-14): see `onSignOut`. */
  forgetUser?: () => void;
  /** What is kept on the device, where anything is. */
  kept?: Pick<Kept, 'owner' | 'forget'>;
  /** Whether our own server can be reached. */
  reachable?: () => Promise<boolean>;
  now: () => number;
  later: (run: () => void, milliseconds: number) => void;
};

const reloadMark = 'hofn.session.reloadedAt';
/** AUTH-12a: at most one reload in this time, in milliseconds. */
const reloadPause = 10_000;
/** How long a reload may take before the reader is told what it was for, in milliseconds. */
const reloadPatience = 5_000;
/** AUTH-12b: how long the reader sees why before the page loads anew. */
const otherUserPause = 1_000;
/** How long to wait for the API to hear of a logout, and for what is kept to go, before leaving anyway. */
const farewellPause = 2_000;
/** Longest `returnTo` that is kept whole: it travels in a cookie of 4096 bytes, percent-encoded twice at most. */
const longestReturn = 1_000;

/** Makes the session. Nothing is asked for before `start`. */
export const createSession = (parts: Parts): Session => {
  let state: SessionState = { status: 'authenticating' };
  let started: Promise<void> | undefined;
  let leaving = false;
  /** Another tab has signed out since this page was loaded, or asked to sign in. */
  let gone = false;
  let opened: Promise<AuthClient> | undefined;
  const listeners = new Set<() => void>();

  const set = (next: SessionState): void => {
    state = next;
    // Signed out, here or elsewhere, and not only out of reach.
    if (next.status === 'unauthenticated' && !next.error) void parts.kept?.forget();
    for (const listener of listeners) listener();
  };

  const signedIn = (client: AuthClient): void => {
    const user = client.getUser();
    if (user) set({ status: 'authenticated', user });
    else signedOut();
  };

  const signedOut = (): void =>
    set({ status: 'unauthenticated', ...(gone && { notice: 'signedOutElsewhere' as const }) });

  /** Without a network, the person whose answers are kept goes on with these. False when there is a network, or nobody. */
  const goOnOffline = async (): Promise<boolean> => {
    const user = await parts.kept?.owner();
    if (!user || (state.user && state.user.sub !== user.sub)) return false;
    if (await parts.reachable?.()) return false;
    set({ status: 'authenticated', user, offline: true });
    return true;
  };

  const otherUser = (): void => {
    if (state.notice) return;
    void parts.kept?.forget();
    parts.forgetUser?.();
    set({ status: 'authenticating', notice: 'otherTab' });
    parts.later(parts.page.reload, otherUserPause);
  };

  /** Another tab wrote the shared session. */
  const changed = (user: AuthUser | undefined): void => {
    if (leaving || state.notice === 'otherTab') return;
    if (state.user && user && user.sub !== state.user.sub) otherUser();
    // The page may hold what the one before them saw.
    else if (user && state.notice) parts.page.reload();
    else if (user && !state.user) set({ status: 'authenticated', user });
    else if (user) return;
    else {
      gone = true;
      // A page that is still finding out who is there says so once it knows.
      if (state.status === 'authenticated') signedOut();
    }
  };

  /** The client, made once; a failure to make it is forgotten, so that a retry tries again. */
  const open = (): Promise<AuthClient> => {
    opened ??= parts
      .client()
      .then((client) => {
        client.onChange(changed);
        return client;
      })
      .catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
    return opened;
  };

  const begin = async (): Promise<void> => {
    const askedAt = parts.now();
    const address = new URL(parts.page.address());
    const isCallback = parts.isCallback(address.pathname);
    const answered = isCallback && /[?&](code|error)=/.test(address.search);
    try {
      const client = await open();
      let returnTo: string | undefined;
      if (answered) {
        try {
          const { appState } = await client.handleRedirectCallback(address.href);
          returnTo = returnPath(appState, address.origin);
        } catch (error) {
          // An answer that was used before, come back to by the history, is no failure to whoever it signed in.
          if (!client.isAuthenticated()) throw error;
        }
      } else await client.checkSession();
      if (!client.isAuthenticated() && (await goOnOffline())) return;
      signedIn(client);
      if (isCallback && state.user) parts.page.replace(returnTo ?? parts.home().signedIn);
    } catch (error) {
      if (!answered && !isRecoverable(error) && (await goOnOffline())) return;
      // Whoever was refused at the sign-in page is told so; to be led there again would look like a page that hangs.
      if (answered)
        set({ status: 'unauthenticated', error: asAuthError(error, 'login_failed', 'Login failed') });
      else failed(error, askedAt, 'login_failed', 'Login failed');
    }
  };

  const failed = (error: unknown, askedAt: number, code: string, fallback: string): void => {
    if (leaving) return;
    const problem = asAuthError(error, code, fallback);
    if (isRecoverable(problem)) {
      signedOut();
      return;
    }
    const told = (): void => set({ status: 'unauthenticated', error: problem });
    if (!reloadMayHelp(problem) || !takeReload(askedAt)) {
      told();
      return;
    }
    // Nothing is said of a failure that the reload takes away, unless the reader kept a form that it would have lost.
    leaving = true;
    set({ status: 'authenticating' });
    parts.later(() => {
      leaving = false;
      told();
    }, reloadPatience);
    parts.page.reload();
  };

  /** Not for a callback, whose address cannot be used again, nor for a browser that cannot sign in at all. */
  const reloadMayHelp = (error: AuthError): boolean =>
    error.code !== 'configuration' && !parts.isCallback(new URL(parts.page.address()).pathname);

  /**
   * AUTH-12a. Takes the one reload that this time allows, if it is still there. Counts from the start of the failed
   * fetch, not from its end: one that times out after 30 s in every new page would else reload for ever. A tab that cannot keep the mark does not reload at all, for the same reason.
   */
  const takeReload = (askedAt: number): boolean => {
    try {
      const last = Number(parts.tab.getItem(reloadMark) ?? Number.NEGATIVE_INFINITY);
      if (askedAt - last < reloadPause) return false;
      parts.tab.setItem(reloadMark, String(parts.now()));
      return true;
    } catch {
      return false;
    }
  };

  const token = async (ignoreCache: boolean): Promise<string | undefined> => {
    // On the way to the sign-in page a call that is made without a token would be refused.
    if (leaving && state.status === 'authenticating')
      throw new AuthError('leaving', 'The page is being left');
    if (state.status !== 'authenticated') return undefined;
    if (state.offline) throw new AuthError('offline', 'There is no network');
    const askedAt = parts.now();
    try {
      const client = await open();
      const value = await client.getTokenSilently({ ignoreCache });
      const user = client.getUser();
      if (state.user && user && user.sub !== state.user.sub) {
        otherUser();
        throw new AuthError('other_user', 'Another user has signed in');
      }
      return value;
    } catch (error) {
      if (!leaving && !state.notice && (isRecoverable(error) || !(await goOnOffline())))
        failed(error, askedAt, 'get_access_token_failed', 'Get access token failed');
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
      started ??= begin();
      return started;
    },
    retry: () => {
      leaving = false;
      // What the provider answered cannot be asked again; what can is to sign in.
      if (state.error && parts.isCallback(new URL(parts.page.address()).pathname)) {
        return session.login(undefined, { replace: true });
      }
      set({ status: 'authenticating' });
      started = begin();
      return started;
    },
    async login(returnTo, options = {}) {
      // The first to ask leads: a second transaction would make the first one's answer worthless.
      if (leaving) return;
      leaving = true;
      const address = new URL(parts.page.address());
      const here = parts.isCallback(address.pathname)
        ? parts.home().signedIn
        : `${address.pathname}${address.search}${address.hash}`;
      const path = returnTo ?? here;
      set({ status: 'authenticating' });
      try {
        const client = await open();
        await parts.knock();
        await client.loginWithRedirect({
          ...options,
          language: parts.language(),
          appState: { returnTo: path.length > longestReturn ? path.split(/[?#]/)[0] : path },
        });
      } catch (error) {
        leaving = false;
        set({ status: 'unauthenticated', error: asAuthError(error, 'login_failed', 'Login failed') });
      }
    },
    async logout() {
      if (leaving) return;
      leaving = true;
      const told = parts.farewell?.().catch(() => undefined);
      const forgotten = parts.kept?.forget();
      parts.forgetUser?.();
      // A browser's database that hangs must not keep anyone signed in: the next page without a session clears it too.
      const pause = new Promise<void>((resolve) => parts.later(resolve, farewellPause));
      await Promise.race([Promise.all([told, forgotten]), pause]);
      set({ status: 'authenticating' });
      try {
        const client = await open();
        await client.logout({ returnTo: new URL(parts.home().signedOut, parts.page.address()).href });
      } catch (error) {
        leaving = false;
        set({ status: 'unauthenticated', error: asAuthError(error, 'logout_failed', 'Logout failed') });
      }
    },
    calls: {
      token: () => token(false),
      async refused(refusedToken) {
        if (state.user && subjectOf(refusedToken) !== state.user.sub) {
          otherUser();
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

/** The path to return to, if the state names one of this origin; anything else would be an open redirect. */
const returnPath = (appState: unknown, origin: string): string | undefined => {
  const path = (appState as { returnTo?: unknown } | undefined)?.returnTo;
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined;
  const target = new URL(path, origin);
  return target.origin === origin ? `${target.pathname}${target.search}${target.hash}` : undefined;
};

/** Who a token is about, without checking it: only the services do that. */
const subjectOf = (token: string): string | undefined => {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const subject: unknown = JSON.parse(atob(payload)).sub;
    return typeof subject === 'string' ? subject : undefined;
  } catch {
    return undefined;
  }
};
