import type { sessionCache } from './cache.ts';
import { AuthError, asAuthError, timeoutError } from './errors.ts';
import { acquireLock } from './lock.ts';
import type { AuthParts } from './parts.ts';
import type { createProtocol } from './protocol.ts';
import type { AuthClient, AuthSession } from './types.ts';

/**
 * Attempts to get the lock, 5 s each: together a little less than the timeout of a frame another tab may be waiting
 * for.
 */
const lockTries = 10;

/** Whether the provider's own session may still work after this refusal of the refresh token (rule AUTH-8b). */
const canRetryByFrame = (error: unknown): boolean =>
  error instanceof AuthError &&
  (error.code === 'missing_refresh_token' ||
    error.code === 'invalid_grant' ||
    error.code === 'invalid_scope');

/** Renews the session, by the refresh token or in a frame, in one tab at a time (rule AUTH-8). */
export const createRenewal = ({
  lockName,
  redirectUri,
  milliseconds,
  hasWorker,
  cache,
  protocol,
  parts,
  accept,
}: {
  lockName: string;
  redirectUri: string;
  /** Timeout of a frame. */
  milliseconds: number;
  /** Whether a worker holds the refresh token. */
  hasWorker: boolean;
  cache: ReturnType<typeof sessionCache>;
  protocol: ReturnType<typeof createProtocol>;
  parts: Pick<AuthParts, 'page' | 'local' | 'now' | 'lock'>;
  /** Signs the user in with the renewed session. */
  accept: (session: AuthSession) => void;
}): AuthClient['getTokenSilently'] => {
  const renewByFrame = async (): Promise<AuthSession> => {
    if (!protocol.hasMessages)
      throw new AuthError('login_required', 'The identity provider does not support frames');
    const transaction = protocol.begin(redirectUri);
    const url = await protocol.authorizeUrl(transaction, { prompt: 'none', response_mode: 'web_message' });
    return protocol.redeem(await parts.page.frame(url, milliseconds), transaction);
  };

  const renew = async (): Promise<AuthSession> => {
    const before = cache.last();
    const refreshToken = before?.refresh_token;
    if (!hasWorker && !refreshToken) return renewByFrame();
    try {
      const after = await protocol.refresh(refreshToken);
      if (before && before.decodedToken.claims.sub !== after.decodedToken.claims.sub) {
        throw new AuthError('invalid_token', 'The renewed id token has another subject');
      }
      // Without rotation the provider returns no new one.
      return after.refresh_token || !refreshToken ? after : { ...after, refresh_token: refreshToken };
    } catch (error) {
      if (canRetryByFrame(error)) return renewByFrame();
      throw error;
    }
  };

  const renewUnderLock = async (ignoreCache: boolean): Promise<string> => {
    const initial = cache.last()?.access_token;
    for (let attempt = 0; attempt < lockTries; attempt += 1) {
      const release = await acquireLock(lockName, {
        store: parts.local,
        now: parts.now,
        ...parts.lock,
      });
      try {
        // Another tab may have renewed the session meanwhile.
        const cached = cache.get()?.access_token;
        if (cached && (!ignoreCache || cached !== initial)) return cached;
        if (!release) continue;
        const session = await renew();
        accept(session);
        return session.access_token;
      } finally {
        release?.();
      }
    }
    throw timeoutError();
  };

  let renewing: Promise<string> | undefined;

  return async ({ ignoreCache = false } = {}) => {
    const cached = ignoreCache ? undefined : cache.get();
    if (cached) return cached.access_token;
    renewing ??= renewUnderLock(ignoreCache).finally(() => {
      renewing = undefined;
    });
    try {
      return await renewing;
    } catch (error) {
      throw asAuthError(error, 'get_access_token_failed', 'Get access token failed');
    }
  };
};
