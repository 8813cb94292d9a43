import type { AuthClient, AuthUser } from '@hofn/auth-client';
import type { AuthError } from '@hofn/auth-client/errors.ts';
import type { OfflineAnswers } from './offline-answers.ts';
import { createStore } from './store.ts';

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
   * user in again. `signedOutIdle`: this tab signed out because nobody used it.
   */
  notice?: 'otherTab' | 'signedOutElsewhere' | 'signedOutIdle';
  /** After `signedOutIdle`: the path that the user was at, to return to. */
  returnTo?: string;
};

export type Dependencies = {
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
  home: () => { signedIn: string; signedOut: string; signedOutIdle: string };
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

const idleKey = 'hofn.session.idleAt';

/** How long the notice about another user is shown before the page reloads, in milliseconds (rule AUTH-12b). */
const otherUserDelay = 1_000;

/** The state of a session with the transitions that all its parts use. */
export const createSessionContext = (parts: Dependencies) => {
  const store = createStore<SessionState>({ status: 'authenticating' });
  const { state, subscribe } = store;
  const flags = {
    /** The page is being left, by a redirect or a reload. */
    isLeaving: false,
    /** Another tab has signed out since this page loaded. */
    isSignedOutElsewhere: false,
  };

  /** Where the user was when this tab signed out because nobody used it; kept across the redirect. */
  const idleNote = {
    read: (): string | undefined => {
      try {
        return parts.tab.getItem(idleKey) || undefined;
      } catch {
        return undefined;
      }
    },
    write: (path: string): void => {
      try {
        parts.tab.setItem(idleKey, path);
      } catch {
        // Without storage the page leads to sign-in at once, and cannot say why.
      }
    },
  };

  const setState = (next: SessionState): void => {
    // Signed out, and not merely unreachable.
    if (next.status === 'unauthenticated' && !next.error) void parts.offlineAnswers?.clear();
    store.set(next);
  };

  const signedOut = (): void => {
    const returnTo = idleNote.read();
    setState({
      status: 'unauthenticated',
      ...(returnTo !== undefined && { notice: 'signedOutIdle' as const, returnTo }),
      ...(flags.isSignedOutElsewhere && { notice: 'signedOutElsewhere' as const }),
    });
  };

  const signedIn = (client: AuthClient): void => {
    const user = client.getUser();
    if (user) {
      idleNote.write('');
      setState({ status: 'authenticated', user });
    } else signedOut();
  };

  const isOtherUser = (user: AuthUser | undefined): boolean => {
    const current = state().user;
    return current !== undefined && user !== undefined && user.sub !== current.sub;
  };

  /** Continues with the stored responses of their owner. False if online, or if nothing is stored. */
  const continueOffline = async (): Promise<boolean> => {
    const user = await parts.offlineAnswers?.owner();
    if (!user || isOtherUser(user)) return false;
    if (await parts.isReachable?.()) return false;
    setState({ status: 'authenticated', user, offline: true });
    return true;
  };

  const reloadForOtherUser = (): void => {
    if (state().notice) return;
    void parts.offlineAnswers?.clear();
    parts.forgetUser?.();
    setState({ status: 'authenticating', notice: 'otherTab' });
    parts.schedule(parts.page.reload, otherUserDelay);
  };

  return {
    parts,
    flags,
    idleNote,
    state,
    subscribe,
    setState,
    signedIn,
    signedOut,
    continueOffline,
    reloadForOtherUser,
    isOtherUser,
    /** Whether the page is the login callback. */
    isOnCallback: (): boolean => parts.isCallback(new URL(parts.page.address()).pathname),
  };
};
export type SessionContext = ReturnType<typeof createSessionContext>;
