import { createHmac, hash } from 'node:crypto';
import type { Db } from '@hofn/database';
import { type Clock, dayOf } from '@hofn/domain';
import type { Logger } from '@hofn/service';
import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { type Connection, findAccount, isStrong, kindOf } from './accounts.ts';
import { clientMetadata, type IdentityClient, originsOf } from './clients.ts';
import {
  auditCoreRefusals,
  clientCredentialsConfiguration,
  coreAudience,
  coreResourceServer,
  coreTokenClaims,
  withCoreClients,
} from './core-clients/client-credentials.ts';
import { createCoreClients } from './core-clients/core-clients.ts';
import type { Keys } from './keys/keys.ts';
import { lifetimesOf, staffSecondsLeft, tokenSourceOf } from './lifetimes.ts';
import { addResponseMiddleware, type RenderError } from './provider-responses.ts';
import { createAdapter } from './records.ts';
import { type Activity, createActivity } from './security/activity.ts';
import { issuerOf, type Settings } from './settings.ts';

/** Claims by scope. */
const claims = {
  openid: ['sub', 'amr'],
  profile: ['name', 'locale', 'roles'],
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
  renderError: RenderError;
};

/** The requested connection, or the client's default; undefined when the client may not use it. */
export const connectionOf = (client: IdentityClient, requested: unknown): Connection | undefined =>
  requested === undefined ? client.connections[0] : client.connections.find((name) => name === requested);

/** The `sid` claim: a hash of the session id, so that services can bind what was started to one session. */
export const sidClaim = (uid: string | undefined): { sid?: string } =>
  uid === undefined ? {} : { sid: hash('sha256', uid, 'base64url').slice(0, 22) };

type ClientOf = (id: string) => IdentityClient;
type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>;

/**
 * The provider's sign-in policy: a session of one kind of account never satisfies the other connection, and one of staff
 * must have two factors and have been used lately (rule HOLD-11).
 */
const signInPolicy = (
  clientOf: ClientOf,
  { activity, clock, settings }: { activity: Activity; clock: Clock; settings: Settings },
) => {
  const policy = interactionPolicy.base();
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
  policy.get('login')?.checks.add(
    new interactionPolicy.Check(
      'sign_in_over',
      'the account has ended, or the staff sign-in has one factor or was not used for a while',
      'login_required',
      async ({ oidc }) => {
        const { accountId, uid, amr, loginTs } = oidc.session ?? {};
        if (accountId === undefined || !uid) return false;
        if (!oidc.account) return true;
        if (kindOf(accountId) !== 'employee') return false;
        if (!isStrong(amr)) return true;
        if (oidc.result?.login) return false;
        // The provider accepts a session for some seconds after its end.
        if (staffSecondsLeft(settings, clock, loginTs) <= 0) return true;
        return !(await activity.isRecent(uid, clock.now()));
      },
    ),
  );
  return policy;
};

/** The scopes in the request's query, before the library removes any. */
const requestedScopes = (ctx: KoaContextWithOIDC): string[] => {
  const { scope } = ctx.query;
  return typeof scope === 'string' ? scope.split(' ') : [];
};

/** The API's access tokens: JWT, for its audience. */
const resourceIndicatorsFor = (settings: Settings): ResourceIndicators => ({
  enabled: true,
  defaultResource: (ctx, client, oneOf) => {
    if (oneOf) return oneOf;
    const core = coreAudience(client, settings);
    if (core) return core;
    const requested = ctx.oidc.params?.audience;
    return typeof requested === 'string' ? requested : [];
  },
  // Otherwise the code grant returns an opaque token, which the API cannot read.
  useGrantedResource: () => true,
  getResourceServerInfo: (ctx, resource, client) => {
    const core = coreResourceServer(ctx, resource, client, settings);
    if (core) return core;
    const { API_AUDIENCE: audience } = settings;
    if (resource !== audience) throw new errors.InvalidTarget('unknown audience');
    return {
      audience,
      scope: scopes.join(' '),
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'RS256' } },
    };
  },
});

/** Request parameters besides the protocol's own. */
const extraParamsFor = (clientOf: ClientOf): Configuration['extraParams'] => ({
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
});

/** The account's grant to the client; a client that does not ask for consent is granted what it requests. */
const loadGrant = async (ctx: KoaContextWithOIDC, clientOf: ClientOf, audience: string) => {
  const { client, session, account, provider, params, result } = ctx.oidc;
  if (!client || !session || !account) return undefined;
  const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const stored = grantId ? await provider.Grant.find(grantId) : undefined;
  // A session taken over by another account must not reuse the previous account's grant.
  const existing = stored?.accountId === account.accountId ? stored : undefined;
  if (clientOf(client.clientId).ask_consent) return existing;
  const grant = existing ?? new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  const requested = String(params?.scope ?? '');
  const granted = new Set(grant.getOIDCScope().split(' '));
  if (!existing || requested.split(' ').some((scope) => !granted.has(scope))) {
    grant.addOIDCScope(requested);
    grant.addResourceScope(audience, requested);
    await grant.save();
  }
  return grant;
};

/**
 * The account of a session or, with `token`, of a code or refresh token. Staff whose sessions were ended, or who signed in
 * with one factor at an earlier release, have none.
 */
const loadAccount = async (
  { db, clock }: { db: Db; clock: Clock },
  ctx: KoaContextWithOIDC,
  sub: string,
  token: unknown,
) => {
  const { authTime, amr } = (token ?? {}) as { authTime?: number; amr?: string[] };
  if (amr && kindOf(sub) === 'employee' && !isStrong(amr)) return undefined;
  const signedInAt = authTime ?? ctx.oidc.session?.loginTs;
  const today = dayOf(clock.now());
  const account = await findAccount(db, sub, today, signedInAt === undefined ? undefined : signedInAt * 1000);
  if (!account) return undefined;
  const { sub: accountId, name, email, locale, roles } = account;
  return {
    accountId,
    claims: () => ({
      sub: accountId,
      name,
      ...(email && { email }),
      ...(locale && { locale }),
      ...(roles && { roles }),
    }),
  };
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
 * The OpenID provider: authorisation code with PKCE, RS256, JWT access tokens for the API's audience, rotated refresh
 * tokens (rules AUTH-2 to AUTH-4, AUTH-14, AUTH-17). It is stateless, so that it can be rebuilt when keys rotate.
 * oidc-provider reads `Date` itself; `clock` must agree with it.
 */
export const createProvider = (parts: ProviderParts): Provider => {
  const { db, clock, settings, clients, keys, renderError } = parts;
  /** Requests answered with one of our error pages instead of a redirect to the client. */
  const pagesShown = new WeakSet<object>();
  const clientOf = (id: string): IdentityClient => {
    const client = clients.get(id);
    if (!client) throw new errors.InvalidClient('unknown client');
    return client;
  };
  const coreClients = createCoreClients({ db, clock });
  const activity = createActivity(db, settings.STAFF_IDLE_MINUTES);

  const configuration: Configuration = {
    ...clientCredentialsConfiguration(clock),
    adapter: withCoreClients(createAdapter(db, clock), coreClients),
    clients: [...clients.values()].map(clientMetadata),
    clientBasedCORS: (_ctx, origin, { clientId }) => {
      const client = clients.get(clientId);
      return client !== undefined && originsOf(client).includes(origin);
    },
    clientAuthMethods: ['none', 'client_secret_post', 'client_secret_basic', 'private_key_jwt'],
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
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      // We serve logout ourselves at `/v2/logout`.
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      webMessageResponseMode: { enabled: true, ack: 'individual-draft-01' },
      resourceIndicators: resourceIndicatorsFor(settings),
    },
    extraParams: extraParamsFor(clientOf),
    interactions: {
      policy: signInPolicy(clientOf, { activity, clock, settings }),
      url: (_ctx, { uid }) => `/interaction/${uid}`,
    },
    loadExistingGrant: (ctx) => loadGrant(ctx, clientOf, settings.API_AUDIENCE),
    findAccount: (ctx, sub, token) => loadAccount({ db, clock }, ctx, sub, token),
    extraTokenClaims: (ctx, token) => {
      if (token.kind === 'ClientCredentials') return coreTokenClaims(ctx);
      if (!('accountId' in token) || !token.accountId) return undefined;
      const { amr, authTime } = tokenSourceOf(ctx);
      return {
        actor_kind: kindOf(token.accountId),
        ...sidClaim(token.sessionUid),
        ...(amr && { amr }),
        ...(authTime !== undefined && { auth_time: authTime }),
      };
    },
    issueRefreshToken: (_ctx, { clientId }, source) =>
      clientOf(clientId).refresh_tokens && source.scopes.has('offline_access'),
    rotateRefreshToken: true,
    ttl: lifetimesOf(settings, clock),
    renderError: (ctx, { error }, cause) => {
      pagesShown.add(ctx.req);
      renderError(ctx, error, cause);
    },
  };

  const provider = new Provider(issuerOf(settings), configuration);
  // The routes put the issuer's host and protocol into the headers that this makes the library read.
  provider.proxy = true;
  deriveSuccessors(provider, keys.successor[0] ?? '');
  auditCoreRefusals(provider, { ...parts, clients: coreClients });
  addResponseMiddleware(provider, { ...parts, activity }, pagesShown);
  return provider;
};
