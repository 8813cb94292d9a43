import { QueryClientProvider } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { openSession } from './open-session.ts';
import type { SessionState } from './session-context.ts';
import type { SessionParts } from './session-parts.ts';
import type { Session } from './session-store.ts';

const Parts = createContext<SessionParts | undefined>(undefined);

/**
 * Provides the session to its children and starts it: restores a signed-in user, or completes a login on the callback
 * page. On the server and in the first render the status is `authenticating`.
 */
export const SessionProvider = (props: { parts?: SessionParts; children: ReactNode }) => {
  const parts = useMemo(() => props.parts ?? openSession(), [props.parts]);
  useEffect(() => {
    void parts.session.start();
  }, [parts]);
  return (
    <Parts value={parts}>
      <QueryClientProvider client={parts.queries}>{props.children}</QueryClientProvider>
    </Parts>
  );
};

/** Throws outside a `SessionProvider`. */
export const useSessionParts = (): SessionParts => {
  const parts = useContext(Parts);
  if (!parts) throw new Error('useSession and useCall need a SessionProvider above them');
  return parts;
};

/** The session's state and actions. */
export type UseSession = SessionState & Pick<Session, 'login' | 'logout' | 'retry'>;

const waiting: SessionState = { status: 'authenticating' };

export const useSession = (): UseSession => {
  const { session } = useSessionParts();
  const state = useSyncExternalStore(session.subscribe, session.state, () => waiting);
  return { ...state, login: session.login, logout: session.logout, retry: session.retry };
};

/**
 * Shows its children to a signed-in user (rule PORT-16). Anyone else sees `waiting` and is redirected to the sign-in
 * page, which returns to the same path, query and hash; or `failed` if the identity service is unreachable or refused
 * the login.
 */
export const RequireSession = (props: {
  children: ReactNode;
  waiting: ReactNode;
  /** Starts the login; default: a redirect that replaces this page in the history. */
  onBegin?: (login: Session['login']) => void;
  /** Shown for a second before the page reloads for the user who signed in in another tab. */
  otherUser?: ReactNode;
  /** Shown after a sign-out in another tab. */
  signedOutElsewhere: (login: () => void) => ReactNode;
  /** Shown after this tab signed out because nobody used it; `login` leads back to where the user was. */
  signedOutIdle?: (login: () => void) => ReactNode;
  failed: (failure: { error: NonNullable<SessionState['error']>; retry: () => void }) => ReactNode;
}) => {
  const { status, error, notice, returnTo, login, retry } = useSession();
  const isIdle = notice === 'signedOutIdle' && props.signedOutIdle !== undefined;
  const mustLogin =
    status === 'unauthenticated' && !error && (!notice || (notice === 'signedOutIdle' && !isIdle));
  const { onBegin } = props;
  // Hidden instead of unmounted while the session is uncertain, so that a half-filled form is not lost.
  const [wasMounted, setWasMounted] = useState(false);
  const isMounted = status === 'authenticated' || (wasMounted && !notice);
  if (isMounted !== wasMounted) setWasMounted(isMounted);
  useEffect(() => {
    if (!mustLogin) return;
    if (onBegin) onBegin(login);
    else void login(undefined, { replace: true });
  }, [mustLogin, login, onBegin]);
  if (notice === 'signedOutIdle' && props.signedOutIdle)
    return props.signedOutIdle(() => void login(returnTo, { replace: true }));
  if (notice === 'otherTab' && props.otherUser) return props.otherUser;
  if (notice === 'signedOutElsewhere')
    return props.signedOutElsewhere(() => void login(undefined, { replace: true }));
  return (
    <>
      {error && props.failed({ error, retry: () => void retry() })}
      {!error && status !== 'authenticated' && props.waiting}
      {isMounted && <div hidden={status !== 'authenticated'}>{props.children}</div>}
    </>
  );
};
