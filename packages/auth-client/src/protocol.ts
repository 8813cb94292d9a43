import * as oauth from 'oauth4webapi';
import { AuthError, asAuthError } from './errors.ts';
import { signatureCheck } from './signature.ts';
import type { TokenAnswer, TokenFields } from './token-request.ts';
import type { AuthOptions, AuthSession, AuthUser, Claims } from './types.ts';

/** State of a login in progress (rule AUTH-18). */
export type Transaction = {
  state: string;
  nonce: string;
  code_verifier: string;
  appState?: unknown;
  scope: string;
  audience: string;
  redirect_uri: string;
};

export type ProtocolParts = {
  options: AuthOptions;
  scope: string;
  /** Milliseconds since 1970. */
  now: () => number;
  fetch: typeof fetch;
  /** Sends a token request; in the page or in the worker. */
  request: (url: string, fields: TokenFields) => Promise<TokenAnswer>;
};

/** The provider's origin; a bare domain means https. */
export const originOf = (domain: string): string =>
  (/^https?:\/\//.test(domain) ? domain : `https://${domain}`).replace(/\/+$/, '');

const isAboutTime = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === oauth.JWT_TIMESTAMP_CHECK;

/**
 * How far this device's clock is ahead of the provider's, by the time at which the id token was just issued. Pages of
 * another origin can read that, but not the response's `Date` header, unless the provider exposes it.
 */
const clockAheadOf = (idToken: string, now: number): number => {
  try {
    const claims = idToken.split('.')[1] ?? '';
    const { iat } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { iat?: unknown };
    return typeof iat === 'number' ? Math.round(now / 1000 - iat) : 0;
  } catch {
    return 0;
  }
};

/**
 * OpenID Connect with the provider. oauth4webapi handles PKCE, state, nonce and the validation of claims; the token
 * request and the signature check are our own (docs/decisions/0010-browser-session.md).
 */
export const createProtocol = ({ options, scope, now, fetch: fetcher, request }: ProtocolParts) => {
  const { clientId, audience, maxAge, provider } = options;
  const origin = originOf(options.domain);
  const server: oauth.AuthorizationServer = { issuer: provider?.issuer ?? `${origin}/` };
  const tokenUrl = provider?.token ?? `${origin}/oauth/token`;
  const checkSignature = signatureCheck(provider?.keys ?? `${origin}/.well-known/jwks.json`, fetcher);
  const clockTolerance = options.leeway ?? 60;

  /** Requests tokens and validates the id token: claims first, then signature (rule AUTH-5). */
  const session = async (fields: TokenFields, nonce?: string): Promise<AuthSession> => {
    const answer = await request(tokenUrl, { client_id: clientId, audience, scope, ...fields });
    const { id_token: token } = answer;
    if (!token) throw new AuthError('missing_id_token', 'ID token is required but missing');
    const client: oauth.Client = {
      client_id: clientId,
      id_token_signed_response_alg: 'RS256',
      [oauth.clockTolerance]: clockTolerance,
      [oauth.clockSkew]: Math.floor(now() / 1000) - Math.floor(Date.now() / 1000),
    };
    const response = new Response(JSON.stringify(answer), {
      headers: { 'Content-Type': 'application/json' },
    });
    try {
      const body =
        nonce === undefined
          ? await oauth.processRefreshTokenResponse(server, client, response)
          : await oauth.processAuthorizationCodeResponse(server, client, response, {
              expectedNonce: nonce,
              ...(maxAge === undefined ? {} : { maxAge }),
            });
      await checkSignature(token);
      const claims = oauth.getValidatedIdTokenClaims(body) as Claims;
      return {
        access_token: body.access_token,
        id_token: token,
        ...(body.refresh_token ? { refresh_token: body.refresh_token } : {}),
        expires_in: body.expires_in ?? 0,
        decodedToken: { claims, user: userOf(claims) },
        scope,
        audience,
        client_id: clientId,
      };
    } catch (error) {
      const clockAheadSeconds = clockAheadOf(token, now());
      if (isAboutTime(error) && Math.abs(clockAheadSeconds) > clockTolerance)
        throw new AuthError('clock_wrong', 'The clock of this device is wrong', {
          cause: error,
          clockAheadSeconds,
        });
      throw asAuthError(error, 'invalid_token', 'Login failed');
    }
  };

  return {
    /** Whether popups and frames work. */
    hasMessages: provider?.hasMessages ?? true,

    /** A new transaction: state, nonce and a verifier of 43 characters, each of 32 random bytes. */
    begin: (redirectUri: string, appState?: unknown): Transaction => ({
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      code_verifier: oauth.generateRandomCodeVerifier(),
      ...(appState === undefined ? {} : { appState }),
      scope,
      audience,
      redirect_uri: redirectUri,
    }),

    /** The authorization URL for a page, popup or frame (rules AUTH-2a, AUTH-2b). */
    async authorizeUrl(transaction: Transaction, more: Record<string, string | undefined>): Promise<string> {
      const url = new URL(provider?.authorization ?? `${origin}/authorize`);
      const fields: Record<string, string | undefined> = {
        client_id: clientId,
        response_type: 'code',
        response_mode: 'query',
        redirect_uri: transaction.redirect_uri,
        scope: transaction.scope,
        audience: transaction.audience,
        resource: options.resource,
        state: transaction.state,
        nonce: transaction.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(transaction.code_verifier),
        code_challenge_method: 'S256',
        connection: options.connection,
        max_age: maxAge?.toString(),
        ...more,
      };
      for (const [name, value] of Object.entries(fields)) if (value) url.searchParams.set(name, value);
      return url.href;
    },

    /**
     * Turns an authorization response into a session. The state is checked before anything else in the response is
     * used.
     */
    async redeem(answer: URLSearchParams, transaction: Transaction): Promise<AuthSession> {
      const { appState } = transaction;
      if (answer.get('state') !== transaction.state) {
        throw new AuthError('invalid_state', 'Invalid state', { appState });
      }
      const error = answer.get('error');
      if (error) throw new AuthError(error, answer.get('error_description') || 'Login failed', { appState });
      const code = answer.get('code');
      // RFC 9207: a response from another issuer is refused.
      if (!code || (answer.get('iss') ?? server.issuer) !== server.issuer) {
        throw new AuthError('login_failed', 'Login failed', { appState });
      }
      const { redirect_uri, code_verifier, nonce } = transaction;
      return session({ grant_type: 'authorization_code', code, redirect_uri, code_verifier }, nonce);
    },

    /** Renews by refresh token; without one the worker adds its own. */
    refresh: (refreshToken: string | undefined): Promise<AuthSession> =>
      session({
        grant_type: 'refresh_token',
        redirect_uri: options.redirectUri,
        ...(refreshToken ? { refresh_token: refreshToken } : {}),
      }),

    /** The provider's logout URL (rule AUTH-4); undefined if it has none. */
    logoutUrl(federated: boolean, returnTo: string | undefined, idToken?: string): string | undefined {
      if (provider) {
        if (!provider.endSession) return undefined;
        const url = new URL(provider.endSession);
        url.searchParams.set('client_id', clientId);
        if (returnTo) url.searchParams.set('post_logout_redirect_uri', returnTo);
        // Without it the provider asks whether to sign out.
        if (idToken) url.searchParams.set('id_token_hint', idToken);
        return url.href;
      }
      const url = new URL(`${origin}/v2/logout`);
      url.searchParams.set('client_id', clientId);
      if (returnTo) url.searchParams.set('returnTo', returnTo);
      if (federated) url.searchParams.set('federated', '');
      return url.href;
    },
  };
};

export type Protocol = ReturnType<typeof createProtocol>;

/** Claims about the token, not about the user. */
const protocolClaims = new Set(
  'iss aud exp nbf iat jti azp nonce auth_time at_hash c_hash s_hash acr amr sid'.split(' '),
);

const userOf = (claims: Claims): AuthUser => ({
  ...Object.fromEntries(Object.entries(claims).filter(([name]) => !protocolClaims.has(name))),
  sub: claims.sub,
});
