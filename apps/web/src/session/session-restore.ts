import type { AuthClient } from '@hofn/auth-client';
import { asAuthError, isRecoverable } from '@hofn/auth-client/errors.ts';
import type { SessionContext } from './session-context.ts';
import type { HandleFailure } from './session-failure.ts';

/** The path to return to, if it is on this origin; anything else would be an open redirect. */
const returnPath = (appState: unknown, origin: string): string | undefined => {
  const path = (appState as { returnTo?: unknown } | undefined)?.returnTo;
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined;
  const target = new URL(path, origin);
  return target.origin === origin ? `${target.pathname}${target.search}${target.hash}` : undefined;
};

/** Returns a function that restores the session, or completes a login on the callback page. */
export const createRestore = (
  { parts, state, setState, signedIn, continueOffline }: SessionContext,
  getClient: () => Promise<AuthClient>,
  handleFailure: HandleFailure,
) => {
  /** @returns where to go after the login */
  const completeLogin = async (client: AuthClient, address: URL): Promise<string | undefined> => {
    try {
      const { appState } = await client.handleRedirectCallback(address.href);
      return returnPath(appState, address.origin);
    } catch (error) {
      // Going back to a used callback is not an error if the user is signed in.
      if (!client.isAuthenticated()) throw error;
      return undefined;
    }
  };

  return async (): Promise<void> => {
    const requestedAt = parts.now();
    const address = new URL(parts.page.address());
    const isCallback = parts.isCallback(address.pathname);
    const isAnswered = isCallback && /[?&](code|error)=/.test(address.search);
    try {
      const client = await getClient();
      let returnTo: string | undefined;
      if (isAnswered) returnTo = await completeLogin(client, address);
      else await client.checkSession();
      if (!client.isAuthenticated() && (await continueOffline())) return;
      signedIn(client);
      if (isCallback && state().user) parts.page.replace(returnTo ?? parts.home().signedIn);
    } catch (error) {
      if (!isAnswered && !isRecoverable(error) && (await continueOffline())) return;
      // Show why the login was refused; redirecting again would look like a hanging page.
      if (isAnswered)
        setState({ status: 'unauthenticated', error: asAuthError(error, 'login_failed', 'Login failed') });
      else handleFailure({ error, requestedAt, code: 'login_failed', fallback: 'Login failed' });
    }
  };
};
