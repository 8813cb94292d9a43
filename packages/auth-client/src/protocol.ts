import * as oauth from 'oauth4webapi';
import { AuthError, asAuthError } from './errors.ts';
import type { TokenAnswer, TokenFields } from './token-request.ts';
import type { AuthOptions, AuthSession, AuthUser, Claims } from './types.ts';

/** What must be known when the provider answers (rule AUTH-18). */
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

/** A provider's identifier without its slash: the domain as https unless it says otherwise. */
export const originOf = (domain: string): string =>
  (/^https?:\/\//.test(domain) ? domain : `https://${domain}`).replace(/\/+$/, '');

/** Plain http is for the machine itself, where no network lies between. */
const isLoopback = (url: URL): boolean => /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(url.hostname);

/** OpenID Connect with the provider: addresses out, answers in, everything checked by oauth4webapi. */
export const createProtocol = ({ options, scope, now, fetch: fetcher, request }: ProtocolParts) => {
  const origin = originOf(options.domain);
  const server: oauth.AuthorizationServer = {
    issuer: `${origin}/`,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    jwks_uri: `${origin}/.well-known/jwks.json`,
  };
  const insecure = { [oauth.allowInsecureRequests]: isLoopback(new URL(origin)) };

  const client = (): oauth.Client => ({
    client_id: options.clientId,
    id_token_signed_response_alg: 'RS256',
    [oauth.clockTolerance]: options.leeway ?? 60,
    [oauth.clockSkew]: Math.round((now() - Date.now()) / 1000),
  });

  /** Checks an id token by its claims and its signature (rule AUTH-5), and gives the session. */
  const session = async (response: Response, nonce: string | undefined): Promise<AuthSession> => {
    try {
      const { maxAge } = options;
      const body =
        nonce === undefined
          ? await oauth.processRefreshTokenResponse(server, client(), response)
          : await oauth.processAuthorizationCodeResponse(server, client(), response, {
              expectedNonce: nonce,
              ...(maxAge === undefined ? {} : { maxAge }),
            });
      await oauth.validateApplicationLevelSignature(server, response, {
        ...insecure,
        [oauth.customFetch]: (url, { headers, signal }) => fetcher(url, { headers, signal: signal ?? null }),
      });
      const claims = oauth.getValidatedIdTokenClaims(body) as Claims;
      return {
        access_token: body.access_token,
        id_token: body.id_token as string,
        ...(body.refresh_token ? { refresh_token: body.refresh_token } : {}),
        expires_in: body.expires_in ?? 0,
        decodedToken: { claims, user: userOf(claims) },
        scope,
        audience: options.audience,
        client_id: options.clientId,
      };
    } catch (error) {
      throw asAuthError(error, 'invalid_token', 'Login failed');
    }
  };

  /** Hands oauth4webapi's token request to our own post: JSON, three attempts, perhaps in the worker (rule AUTH-3). */
  const sender = () => ({
    ...insecure,
    [oauth.customFetch]: async (url: string, init: oauth.CustomFetchOptions<'POST', URLSearchParams>) => {
      const body = await request(url, Object.fromEntries(init.body));
      if (!body.id_token) throw new AuthError('missing_id_token', 'ID token is required but missing');
      return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
    },
  });

  return {
    origin,

    /** A new transaction: state, nonce and a verifier of 43 characters, each of 32 random bytes. */
    begin: (redirectUri: string, appState?: unknown): Transaction => ({
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      code_verifier: oauth.generateRandomCodeVerifier(),
      ...(appState === undefined ? {} : { appState }),
      scope,
      audience: options.audience,
      redirect_uri: redirectUri,
    }),

    /** Where to send a person, a window or a frame (rules AUTH-2a, AUTH-2b). */
    async authorizeUrl(transaction: Transaction, more: Record<string, string | undefined>): Promise<string> {
      const url = new URL(server.authorization_endpoint as string);
      const fields: Record<string, string | undefined> = {
        client_id: options.clientId,
        response_type: 'code',
        response_mode: 'query',
        redirect_uri: transaction.redirect_uri,
        scope: transaction.scope,
        audience: transaction.audience,
        state: transaction.state,
        nonce: transaction.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(transaction.code_verifier),
        code_challenge_method: 'S256',
        connection: options.connection,
        max_age: options.maxAge?.toString(),
        ...more,
      };
      for (const [name, value] of Object.entries(fields)) if (value) url.searchParams.set(name, value);
      return url.href;
    },

    /** Turns the provider's answer into a session. The state is compared before anything in the answer is believed. */
    async redeem(answer: URLSearchParams, transaction: Transaction): Promise<AuthSession> {
      const { appState } = transaction;
      if (answer.get('state') !== transaction.state) {
        throw new AuthError('invalid_state', 'Invalid state', { appState });
      }
      const error = answer.get('error');
      if (error) throw new AuthError(error, answer.get('error_description') || 'Login failed', { appState });
      let parameters: URLSearchParams;
      try {
        parameters = oauth.validateAuthResponse(server, client(), answer, transaction.state);
      } catch (cause) {
        throw asAuthError(cause, 'login_failed', 'Login failed');
      }
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client(),
        oauth.None(),
        parameters,
        transaction.redirect_uri,
        transaction.code_verifier,
        { ...sender(), additionalParameters: { audience: transaction.audience, scope: transaction.scope } },
      );
      return session(response, transaction.nonce);
    },

    /** Renews by refresh token; the worker puts in its own where the page has none. */
    async refresh(refreshToken: string): Promise<AuthSession> {
      const response = await oauth.refreshTokenGrantRequest(server, client(), oauth.None(), refreshToken, {
        ...sender(),
        additionalParameters: { redirect_uri: options.redirectUri, audience: options.audience, scope },
      });
      return session(response, undefined);
    },

    /** Where to end the session at the provider (rule AUTH-4). */
    logoutUrl(federated: boolean, returnTo: string | undefined): string {
      const url = new URL(`${origin}/v2/logout`);
      url.searchParams.set('client_id', options.clientId);
      if (returnTo) url.searchParams.set('returnTo', returnTo);
      if (federated) url.searchParams.set('federated', '');
      return url.href;
    },
  };
};

export type Protocol = ReturnType<typeof createProtocol>;

/** Claims of the token itself and not of the person. */
const protocolClaims = new Set(
  'iss aud exp nbf iat jti azp nonce auth_time at_hash c_hash s_hash acr amr sid'.split(' '),
);

const userOf = (claims: Claims): AuthUser => ({
  ...Object.fromEntries(Object.entries(claims).filter(([name]) => !protocolClaims.has(name))),
  sub: claims.sub,
});
