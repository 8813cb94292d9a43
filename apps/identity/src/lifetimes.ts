import type { Clock } from '@hofn/domain';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { kindOf } from './accounts.ts';
import { interactionSeconds } from './provider-responses.ts';
import type { Settings } from './settings.ts';

const hour = 60 * 60;
const day = 24 * hour;

type TokenSource = { authTime?: number; amr?: string[] };

/** What the token being issued is issued for: an authorization code or a refresh token. */
export const tokenSourceOf = ({ oidc }: KoaContextWithOIDC): TokenSource => {
  const { RefreshToken, AuthorizationCode } = oidc.entities;
  return (RefreshToken ?? AuthorizationCode ?? {}) as TokenSource;
};

/** Seconds left of a sign-in of staff (in seconds since 1970); 0 or less when it is over. */
export const staffSecondsLeft = (settings: Settings, clock: Clock, signedInAt = 0): number =>
  Math.floor(signedInAt) + settings.STAFF_SESSION_HOURS * hour - Math.floor(clock.now().getTime() / 1000);

/**
 * Lifetimes in seconds. Staff have shorter ones (rule HOLD-11): everything ends a fixed time after the sign-in, and a
 * refresh token that is not used for a while has expired.
 */
export const lifetimesOf = (settings: Settings, clock: Clock): Configuration['ttl'] => {
  const refreshSeconds = settings.REFRESH_TOKEN_DAYS * day;
  const sessionSeconds = settings.SESSION_HOURS * hour;
  const isStaff = (accountId: string | undefined) =>
    accountId !== undefined && kindOf(accountId) === 'employee';
  // The provider requires at least a second.
  const left = (signedInAt?: number): number => Math.max(1, staffSecondsLeft(settings, clock, signedInAt));
  const tokenSeconds = (ctx: KoaContextWithOIDC, accountId: string | undefined): number =>
    isStaff(accountId)
      ? Math.min(settings.STAFF_TOKEN_SECONDS, left(tokenSourceOf(ctx).authTime))
      : settings.ACCESS_TOKEN_SECONDS;
  return {
    AccessToken: (ctx, { accountId }) => tokenSeconds(ctx, accountId),
    AuthorizationCode: 60,
    ClientCredentials: settings.CORE_TOKEN_SECONDS,
    IdToken: (ctx) => tokenSeconds(ctx, ctx.oidc.account?.accountId),
    Interaction: interactionSeconds,
    Session: (_ctx, { accountId, loginTs }) => (isStaff(accountId) ? left(loginTs) : sessionSeconds),
    // Outlives every token and session issued under it.
    Grant: refreshSeconds + sessionSeconds,
    RefreshToken: (ctx, token) =>
      isStaff(token.accountId)
        ? Math.min(settings.STAFF_IDLE_MINUTES * 60, left(token.authTime))
        : // A rotated token expires when the first one would have: a stolen family cannot live forever.
          (ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? refreshSeconds),
  };
};
