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
import { isOutage } from './faults.ts';
import type { Keys } from './keys/keys.ts';
import { createRecords } from './records.ts';
import { noteDevice } from './security/devices.ts';
import { issuerOf, type Settings } from './settings.ts';

/** Scopes and the claims that each one opens. */
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
  /** Shows a fault on a page of its own: `error` is a code of OAuth or OpenID Connect. */
  renderError(ctx: KoaContextWithOIDC, error: string, cause: Error): void;
};

/** The connection that a request asks for, or its client's default; undefined when the client may not use it. */
export const connectionOf = (client: IdentityClient, asked: unknown): Connection | undefined =>
  asked === undefined ? client.connections[0] : client.connections.find((name) => name === asked);

/** The sign-in session of a token, told by its hash: what is begun in one session is gone on with in no other. */
export const sessionOf = (uid: string | undefined): { sid?: string } =>
  uid === undefined ? {} : { sid: hash('sha256', uid, 'base64url').slice(0, 22) };

const day = 24 * 60 * 60;
/** How long a sign-in may be under way. */
const interactionSeconds = 60 * 60;

/**
 * The OpenID provider: authorisation code with PKCE, RS256, JWT access tokens for the API's audience, rotated refresh
 * tokens (rules AUTH-2 to AUTH-4, AUTH-14, AUTH-17). It keeps nothing in memory, so that it can be made anew when keys
 * change. Its own times come from `Date`; `clock` must agree with that.
 */
export const createProvider = (parts: ProviderParts): Provider => {
  const { db, clock, settings, clients, keys, renderError } = parts;
  const { API_AUDIENCE: audience, ACCESS_TOKEN_SECONDS: tokenSeconds } = settings;
  /** Requests that a page of ours was shown for, in place of an answer to the client. */
  const shown = new WeakSet<object>();
  const clientOf = (id: string): IdentityClient => {
    const client = clients.get(id);
    if (!client) throw new errors.InvalidClient('unknown client');
    return client;
  };

  const policy = interactionPolicy.base();
  // A session of the other kind never passes a connection, however it came to be.
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
    adapter: createRecords(db, clock),
    clients: [...clients.values()].map(clientMetadata),
    clientBasedCORS: (_ctx, origin, { clientId }) => originsOf(clientOf(clientId)).includes(origin),
    clientAuthMethods: ['none', 'client_secret_post', 'client_secret_basic'],
    responseTypes: ['code'],
    scopes,
    claims,
    // The id token carries the profile, as clients of this kind read it from there alone.
    conformIdTokenClaims: false,
    jwks: { keys: keys.token },
    pkce: { required: (_ctx, { clientAuthMethod }) => clientAuthMethod === 'none' },
    cookies: {
      keys: settings.COOKIE_KEYS ?? keys.cookie,
      names: { session: 'hofn_session', interaction: 'hofn_interaction', resume: 'hofn_resume' },
      // The parameters of a request must survive the way through the sign-in page and no further.
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
      // Logout is `/v2/logout`, which is ours.
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
          const asked = ctx.oidc.params?.audience;
          return typeof asked === 'string' ? asked : [];
        },
        // Else the code grant answers an opaque token, which the API cannot read.
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
      connection: (ctx, asked) => {
        const client = clientOf(ctx.oidc.params?.client_id as string);
        if (!connectionOf(client, asked)) {
          throw new errors.InvalidRequest(`connection must be one of ${client.connections.join(', ')}`);
        }
        // The library keeps offline access for prompt=consent; whether a client may have it is in its configuration.
        const { params } = ctx.oidc;
        if (params && client.refresh_tokens && askedScopes(ctx).includes('offline_access')) {
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
      // A session that changed hands must not bring the grant of the one before.
      const existing = stored?.accountId === account.accountId ? stored : undefined;
      if (clientOf(client.clientId).ask_consent) return existing;
      const grant =
        existing ?? new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
      const asked = String(params?.scope ?? '');
      const had = new Set(grant.getOIDCScope().split(' '));
      if (!existing || asked.split(' ').some((scope) => !had.has(scope))) {
        grant.addOIDCScope(asked);
        grant.addResourceScope(audience, asked);
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
        ? { actor_kind: kindOf(token.accountId), ...sessionOf(token.sessionUid) }
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
      // Outlives every token and session that stands on it.
      Grant: settings.REFRESH_TOKEN_DAYS * day + settings.SESSION_HOURS * 60 * 60,
      // A rotated token ends when the first one would have: a stolen family cannot live on for ever.
      RefreshToken: (ctx) =>
        ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? settings.REFRESH_TOKEN_DAYS * day,
    },
    renderError: (ctx, { error }, cause) => {
      shown.add(ctx.req);
      renderError(ctx, error, cause);
    },
  };

  const provider = new Provider(issuerOf(settings), configuration);
  provider.proxy = settings.TRUSTED_PROXIES !== undefined;
  deriveSuccessors(provider, keys.successor[0] ?? '');
  mendAnswers(provider, parts, shown);
  return provider;
};

/**
 * Sets the cookie of an interaction that has begun for the calls that sign in, too: the library sets it for the
 * interaction's own pages alone. A browser has one such cookie, of the sign-in it began last.
 */
const shareInteraction = (
  provider: Provider,
  ctx: Pick<KoaContextWithOIDC, 'cookies' | 'response'>,
  uid: string | undefined,
) => {
  // An answer by message has no location, whatever the library's types say.
  const location: string | undefined = ctx.response.get('location');
  if (uid === undefined || !location?.endsWith(`/interaction/${uid}`)) return;
  const options = {
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    path: loginPath,
    maxAge: interactionSeconds * 1000,
  } as const;
  // Without overwriting, since the cookie of the interaction's pages has the same name and another path.
  ctx.cookies.set(provider.cookieName('interaction'), uid, { ...options, overwrite: false });
};

/** The scopes that the request itself names, before the library takes any away. */
const askedScopes = (ctx: KoaContextWithOIDC): string[] => {
  const { scope } = ctx.query;
  return typeof scope === 'string' ? scope.split(' ') : [];
};

/**
 * A rotated token's successor is derived from it with a secret, so that the same token always gets the same successor
 * and none has to be kept in clear for the ten seconds in which it may be asked for again (rule AUTH-14).
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
 * Words the provider's faults as clients and people need them: an outage is 503, older clients fall back to the frame
 * only when told that the refresh token is invalid, and what failed stands in the log.
 */
const mendAnswers = (
  provider: Provider,
  { db, clock, logger, renderError }: ProviderParts,
  shown: WeakSet<object>,
): void => {
  const failed = new WeakMap<object, Error>();
  const log = (error: Error) => logger.error({ err: error }, 'fault of the provider');
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
      const fault = error instanceof Error ? error : new Error(String(error));
      log(fault);
      renderError(ctx as unknown as KoaContextWithOIDC, 'server_error', fault);
    }
    const { oidc } = ctx as unknown as Partial<KoaContextWithOIDC>;
    shareInteraction(provider, ctx, oidc?.entities?.Interaction?.uid);
    const { uid, accountId } = oidc?.session ?? {};
    if (oidc?.result?.login && uid && accountId)
      await noteDevice(db, { uid, accountId, userAgent: ctx.get('user-agent'), now: clock.now() });
    // The page only carries the message; as a 400, the browser would report each visitor who is not signed in.
    if (oidc?.params?.response_mode === 'web_message' && ctx.status === 400 && !shown.has(ctx.req)) {
      ctx.status = 200;
    }
    const answer = ctx.body as { error?: unknown; error_description?: string } | undefined;
    if (!answer || typeof answer !== 'object') return;
    if (answer.error === 'server_error') {
      const outage = isOutage(failed.get(ctx.req));
      ctx.status = outage ? 503 : 500;
      ctx.set('retry-after', '10');
      answer.error_description = outage
        ? 'the service cannot reach its database; try again in a few seconds'
        : 'the service failed; try again';
    }
    if (answer.error === 'invalid_grant' && oidc?.params?.grant_type === 'refresh_token') {
      answer.error_description = 'unknown or invalid refresh token';
    }
  });
};
