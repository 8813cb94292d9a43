import { createHmac, hash } from 'node:crypto';
import { loginPath } from '@hofn/contracts/login.ts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import type { Logger } from '@hofn/service';
import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { type Connection, findAccount, kindOf } from './accounts.ts';
import { clientMetadata, type IdentityClient, originsOf } from './clients.ts';
import { isOutage } from './error-pages.ts';
import type { Keys } from './keys/keys.ts';
import { createAdapter } from './records.ts';
import { recordDevice } from './security/devices.ts';
import { issuerOf, type Settings } from './settings.ts';

/** Claims by scope. */
const claims = {
  openid: ['sub', 'amr'],
  profile: ['name', 'locale'],
  email: ['email'],
  acr: null,
  auth_time: null,
  iss: null,
  sid: null,
} as const;
const scopes = ['openid', 'profile', 'email', 'offline_access'];

export type ProviderParts = {
  db: Db;
  clock: Clock;
  settings: Settings;
  clients: ReadonlyMap<string, IdentityClient>;
  keys: Keys;
  logger: Logger;
  /** Renders an error page; `error` is an OAuth or OpenID Connect error code. */
  renderError(ctx: KoaContextWithOIDC, error: string, cause: Error): void;
};

/** The requested connection, or the client's default; undefined when the client may not use it. */
export const connectionOf = (client: IdentityClient, requested: unknown): Connection | undefined =>
  requested === undefined ? client.connections[0] : client.connections.find((name) => name === requested);

/** The `sid` claim: a hash of the session id, so that services can bind what was started to one session. */
export const sidClaim = (uid: string | undefined): { sid?: string } =>
  uid === undefined ? {} : { sid: hash('sha256', uid, 'base64url').slice(0, 22) };

const day = 24 * 60 * 60;
/** How long a customer has to complete a sign-in. */
const interactionSeconds = 60 * 60;

/**
 * The OpenID provider: authorisation code with PKCE, RS256, JWT access tokens for the API's audience, rotated refresh
 * tokens (rules AUTH-2 to AUTH-4, AUTH-14, AUTH-17). It is stateless, so that it can be rebuilt when keys rotate.
 * oidc-provider reads `Date` itself; `clock` must agree with it.
 */
export const createProvider = (parts: ProviderParts): Provider => {
  const { db, clock, settings, clients, keys, renderError } = parts;
  const { API_AUDIENCE: audience, ACCESS_TOKEN_SECONDS: tokenSeconds } = settings;
  /** Requests answered with one of our error pages instead of a redirect to the client. */
  const pagesShown = new WeakSet<object>();
  const clientOf = (id: string): IdentityClient => {
    const client = clients.get(id);
    if (!client) throw new errors.InvalidClient('unknown client');
    return client;
  };

  const policy = interactionPolicy.base();
  // A session of one kind of account never satisfies the other connection.
  policy.get('login')?.checks.add(
    new interactionPolicy.Check(
      'connection_mismatch',
      'another kind of account is signed in',
      'login_required',
      ({ oidc }) => {
        const { accountId } = oidc.session ?? {};
        const client = clientOf(oidc.params?.client_id as string);
        return accountId !== undefined && kindOf(accountId) !== connectionOf(client, oidc.params?.connection);
      },
    ),
  );

  const configuration: Configuration = {
    adapter: createAdapter(db, clock),
    clients: [...clients.values()].map(clientMetadata),
    clientBasedCORS: (_ctx, origin, { clientId }) => originsOf(clientOf(clientId)).includes(origin),
    clientAuthMethods: ['none', 'client_secret_post', 'client_secret_basic'],
    responseTypes: ['code'],
    scopes,
    claims,
    // Put profile claims into the id token: Auth0-style clients read them only from there.
    conformIdTokenClaims: false,
    jwks: { keys: keys.token },
    pkce: { required: (_ctx, { clientAuthMethod }) => clientAuthMethod === 'none' },
    cookies: {
      keys: settings.COOKIE_KEYS ?? keys.cookie,
      names: { session: 'hofn_session', interaction: 'hofn_interaction', resume: 'hofn_resume' },
      // Session cookies: the request's parameters need to survive the sign-in page and no longer.
      long: { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true },
    },
    routes: {
      authorization: '/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      userinfo: '/userinfo',
      jwks: '/.well-known/jwks.json',
      end_session: '/session/end',
    },
    features: {
      devInteractions: { enabled: false },
      // We serve logout ourselves at `/v2/logout`.
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      webMessageResponseMode: { enabled: true, ack: 'individual-draft-01' },
      resourceIndicators: {
        enabled: true,
        defaultResource: (ctx, _client, oneOf) => {
          if (oneOf) return oneOf;
          const requested = ctx.oidc.params?.audience;
          return typeof requested === 'string' ? requested : [];
        },
        // Otherwise the code grant returns an opaque token, which the API cannot read.
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== audience) throw new errors.InvalidTarget('unknown audience');
          return {
            audience,
            scope: scopes.join(' '),
            accessTokenFormat: 'jwt',
            accessTokenTTL: tokenSeconds,
            jwt: { sign: { alg: 'RS256' } },
          };
        },
      },
    },
    extraParams: {
      audience: null,
      screen_hint: null,
      connection: (ctx, requested) => {
        const client = clientOf(ctx.oidc.params?.client_id as string);
        if (!connectionOf(client, requested)) {
          throw new errors.InvalidRequest(`connection must be one of ${client.connections.join(', ')}`);
        }
        // The library drops offline_access without prompt=consent; here the client's configuration decides.
        const { params } = ctx.oidc;
        if (params && client.refresh_tokens && requestedScopes(ctx).includes('offline_access')) {
          params.scope = [...new Set([...String(params.scope ?? '').split(' '), 'offline_access'])]
            .join(' ')
            .trim();
        }
      },
    },
    interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async (ctx) => {
      const { client, session, account, provider, params, result } = ctx.oidc;
      if (!client || !session || !account) return undefined;
      const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
      const stored = grantId ? await provider.Grant.find(grantId) : undefined;
      // A session taken over by another account must not reuse the previous account's grant.
      const existing = stored?.accountId === account.accountId ? stored : undefined;
      if (clientOf(client.clientId).ask_consent) return existing;
      const grant =
        existing ?? new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
      const requested = String(params?.scope ?? '');
      const granted = new Set(grant.getOIDCScope().split(' '));
      if (!existing || requested.split(' ').some((scope) => !granted.has(scope))) {
        grant.addOIDCScope(requested);
        grant.addResourceScope(audience, requested);
        await grant.save();
      }
      return grant;
    },
    findAccount: async (_ctx, sub) => {
      const account = await findAccount(db, sub);
      if (!account) return undefined;
      const { sub: accountId, name, email, locale } = account;
      return {
        accountId,
        claims: () => ({ sub: accountId, name, ...(email && { email }), ...(locale && { locale }) }),
      };
    },
    extraTokenClaims: (_ctx, token) =>
      'accountId' in token && token.accountId
        ? { actor_kind: kindOf(token.accountId), ...sidClaim(token.sessionUid) }
        : undefined,
    issueRefreshToken: (_ctx, { clientId }, source) =>
      clientOf(clientId).refresh_tokens && source.scopes.has('offline_access'),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: tokenSeconds,
      AuthorizationCode: 60,
      IdToken: tokenSeconds,
      Interaction: interactionSeconds,
      Session: settings.SESSION_HOURS * 60 * 60,
      // Outlives every token and session issued under it.
      Grant: settings.REFRESH_TOKEN_DAYS * day + settings.SESSION_HOURS * 60 * 60,
      // A rotated token expires when the first one would have: a stolen family cannot live forever.
      RefreshToken: (ctx) =>
        ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? settings.REFRESH_TOKEN_DAYS * day,
    },
    renderError: (ctx, { error }, cause) => {
      pagesShown.add(ctx.req);
      renderError(ctx, error, cause);
    },
  };

  const provider = new Provider(issuerOf(settings), configuration);
  provider.proxy = settings.TRUSTED_PROXIES !== undefined;
  deriveSuccessors(provider, keys.successor[0] ?? '');
  addResponseMiddleware(provider, parts, pagesShown);
  return provider;
};

/**
 * Also sets the interaction cookie on the path of the sign-in calls: the library sets it only on the interaction's own
 * pages. A browser has one such cookie, for the sign-in it started last.
 */
const shareInteractionCookie = (
  provider: Provider,
  ctx: Pick<KoaContextWithOIDC, 'cookies' | 'response'>,
  uid: string | undefined,
) => {
  // A web_message response has no location, contrary to the library's types.
  const location: string | undefined = ctx.response.get('location');
  if (uid === undefined || !location?.endsWith(`/interaction/${uid}`)) return;
  const options = {
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    path: loginPath,
    maxAge: interactionSeconds * 1000,
  } as const;
  // Don't overwrite: the cookie of the interaction's pages has the same name on another path.
  ctx.cookies.set(provider.cookieName('interaction'), uid, { ...options, overwrite: false });
};

/** The scopes in the request's query, before the library removes any. */
const requestedScopes = (ctx: KoaContextWithOIDC): string[] => {
  const { scope } = ctx.query;
  return typeof scope === 'string' ? scope.split(' ') : [];
};

/**
 * Derives a rotated token's successor from it with a secret, so that the same token always gets the same successor and
 * none has to be stored in clear during the ten-second grace period (rule AUTH-14).
 */
const deriveSuccessors = (provider: Provider, secret: string): void => {
  const prototype = provider.RefreshToken.prototype as { generateTokenId?: () => string };
  const generate = prototype.generateTokenId;
  prototype.generateTokenId = function generateTokenId(this: unknown): string {
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    if (rotated) return createHmac('sha256', secret).update(rotated.jti).digest('base64url');
    return generate?.call(this) ?? '';
  };
};

/**
 * Adapts the provider's responses: an outage is 503, the error text is the one that makes older clients fall back to
 * silent sign-in in a frame, and failures are logged.
 */
const addResponseMiddleware = (
  provider: Provider,
  { db, clock, logger, renderError }: ProviderParts,
  shown: WeakSet<object>,
): void => {
  const failed = new WeakMap<object, Error>();
  const log = (error: Error) => logger.error({ err: error }, 'OpenID provider failed');
  provider.on('server_error', (ctx, error) => {
    failed.set(ctx.req, error);
    log(error);
  });
  const events: NodeJS.EventEmitter = provider;
  events.on('error', log);
  provider.on('grant.error', (ctx, error) => {
    const { client, route } = ctx.oidc;
    logger.info(
      { route, client: client?.clientId, error: error.message, why: error.error_detail },
      'refused',
    );
  });
  provider.on('grant.revoked', ({ oidc }) => {
    const { client, account, route } = oidc;
    logger.warn(
      { audit: 'tokens revoked', route, client: client?.clientId, sub: account?.accountId },
      'revoked',
    );
  });
  provider.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      log(cause);
      renderError(ctx as unknown as KoaContextWithOIDC, 'server_error', cause);
    }
    const { oidc } = ctx as unknown as Partial<KoaContextWithOIDC>;
    shareInteractionCookie(provider, ctx, oidc?.entities?.Interaction?.uid);
    const { uid, accountId } = oidc?.session ?? {};
    if (oidc?.result?.login && uid && accountId)
      await recordDevice(db, { uid, accountId, userAgent: ctx.get('user-agent'), now: clock.now() });
    // The page only carries the message; with a 400 the console would show an error for each signed-out visitor.
    if (oidc?.params?.response_mode === 'web_message' && ctx.status === 400 && !shown.has(ctx.req)) {
      ctx.status = 200;
    }
    const body = ctx.body as { error?: unknown; error_description?: string } | undefined;
    if (!body || typeof body !== 'object') return;
    if (body.error === 'server_error') {
      const outage = isOutage(failed.get(ctx.req));
      ctx.status = outage ? 503 : 500;
      ctx.set('retry-after', '10');
      body.error_description = outage
        ? 'the service cannot reach its database; try again in a few seconds'
        : 'the service failed; try again';
    }
    if (body.error === 'invalid_grant' && oidc?.params?.grant_type === 'refresh_token') {
      body.error_description = 'unknown or invalid refresh token';
    }
  });
};
