import type { AuthClient, AuthUser } from '@hofn/auth-client';
import type { SessionContext } from './session-context.ts';

/**
 * Returns a function that creates the sign-in client once, and follows changes of the session in other tabs. A failure is
 * not cached, so that a retry can succeed.
 */
export const createClientSource = (context: SessionContext): (() => Promise<AuthClient>) => {
  const { parts, flags, state, setState, signedOut, reloadForOtherUser, isOtherUser } = context;
  let clientPromise: Promise<AuthClient> | undefined;

  /** Called when another tab changed the shared session. */
  const onSharedSessionChange = (user: AuthUser | undefined): void => {
    const { notice, status, user: currentUser } = state();
    if (flags.isLeaving || notice === 'otherTab') return;
    if (isOtherUser(user)) reloadForOtherUser();
    // The page may still show the previous user's data.
    else if (user && notice) parts.page.reload();
    else if (user && !currentUser) setState({ status: 'authenticated', user });
    else if (user) return;
    else {
      flags.isSignedOutElsewhere = true;
      // While the session is being restored, `restore` shows the notice.
      if (status === 'authenticated') signedOut();
    }
  };

  return () => {
    clientPromise ??= parts
      .client()
      .then((client) => {
        client.onChange(onSharedSessionChange);
        return client;
      })
      .catch((error: unknown) => {
        clientPromise = undefined;
        throw error;
      });
    return clientPromise;
  };
};
