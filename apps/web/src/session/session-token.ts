import type { AuthClient } from '@hofn/auth-client';
import { AuthError, isRecoverable } from '@hofn/auth-client/errors.ts';
import type { SessionContext } from './session-context.ts';
import type { HandleFailure } from './session-failure.ts';

/** Returns a function that gets an access token for a call; `ignoreCache` renews it. */
export const createToken = (
  { parts, flags, state, continueOffline, reloadForOtherUser, isOtherUser }: SessionContext,
  getClient: () => Promise<AuthClient>,
  handleFailure: HandleFailure,
) => {
  return async (ignoreCache: boolean): Promise<string | undefined> => {
    const { status, offline } = state();
    // During the redirect to sign-in, a call without a token would be refused.
    if (flags.isLeaving && status === 'authenticating')
      throw new AuthError('leaving', 'The page is being left');
    if (status !== 'authenticated') return undefined;
    if (offline) throw new AuthError('offline', 'There is no network');
    const requestedAt = parts.now();
    try {
      const client = await getClient();
      const value = await client.getTokenSilently({ ignoreCache });
      if (isOtherUser(client.getUser())) {
        reloadForOtherUser();
        throw new AuthError('other_user', 'Another user has signed in');
      }
      return value;
    } catch (error) {
      const isHandled = flags.isLeaving || state().notice !== undefined;
      if (!isHandled && (isRecoverable(error) || !(await continueOffline())))
        handleFailure({
          error,
          requestedAt,
          code: 'get_access_token_failed',
          fallback: 'Get access token failed',
        });
      throw error;
    }
  };
};
