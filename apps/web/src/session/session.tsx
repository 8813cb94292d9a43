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
import type { SessionParts } from './session-parts.ts';
import type { Session, SessionState } from './session-store.ts';

const Parts = createContext<SessionParts | undefined>(undefined);

/**
 * Makes the session available below. The first in a page starts it: someone who is signed in is recognised, and the
 * callback of a login is finished. On the server and in the first render everyone is `authenticating`.
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

/** The parts of the session; throws outside a `SessionProvider`. */
export const useSessionParts = (): SessionParts => {
  const parts = useContext(Parts);
  if (!parts) throw new Error('useSession and useCall need a SessionProvider above them');
  return parts;
};

/** Who is signed in, and the ways in and out. */
export type UseSession = SessionState & Pick<Session, 'login' | 'logout' | 'retry'>;

const waiting: SessionState = { status: 'authenticating' };

export const useSession = (): UseSession => {
  const { session } = useSessionParts();
  const state = useSyncExternalStore(session.subscribe, session.state, () => waiting);
  return { ...state, login: session.login, logout: session.logout, retry: session.retry };
};

/**
 * Shows its children to whoever is signed in (rule PORT-16). Anyone else sees `waiting` on the way to the sign-in
 * page, which comes back to the same path, query and hash; `failed` when the identity service cannot be reached, or has
 * refused them.
 */
export const RequireSession = (props: {
  children: ReactNode;
  waiting: ReactNode;
  /** Leaves for the sign-in page, of which this page takes the place; the one that asks for credentials begins there. */
  begin?: (login: Session['login']) => void;
  /** Shown for a second, before the page loads anew for the user that another tab signed in. */
  otherUser?: ReactNode;
  /** Shown when another tab signed out, with the way to sign in. */
  signedOutElsewhere: (login: () => void) => ReactNode;
  failed: (failure: { error: NonNullable<SessionState['error']>; retry: () => void }) => ReactNode;
}) => {
  const { status, error, notice, login, retry } = useSession();
  const mustLogin = status === 'unauthenticated' && !error && !notice;
  const { begin } = props;
  // What was being typed is there again if the reader stays: it is hidden while nobody is known, and gone with them.
  const [held, setHeld] = useState(false);
  const holds = status === 'authenticated' || (held && !notice);
  if (holds !== held) setHeld(holds);
  useEffect(() => {
    if (!mustLogin) return;
    if (begin) begin(login);
    else void login(undefined, { replace: true });
  }, [mustLogin, login, begin]);
  if (notice === 'otherTab' && props.otherUser) return props.otherUser;
  if (notice === 'signedOutElsewhere')
    return props.signedOutElsewhere(() => void login(undefined, { replace: true }));
  return (
    <>
      {error && props.failed({ error, retry: () => void retry() })}
      {!error && status !== 'authenticated' && props.waiting}
      {holds && <div hidden={status !== 'authenticated'}>{props.children}</div>}
    </>
  );
};
