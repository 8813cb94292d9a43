import { type Db, recordAuditEvent } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import type { Logger } from '@hofn/service';
import { createAddressLimit } from '@hofn/service/address-limit.ts';
import { decodeJwt } from 'jose';
import {
  type Adapter,
  type AdapterPayload,
  type Client,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  type Provider,
  type ResourceServer,
} from 'oidc-provider';
import type { Settings } from '../settings.ts';
import type { CoreClientRecord, CoreClients } from './core-clients.ts';
import { assertionAlgorithms } from './keys.ts';

/** How far ahead an assertion may expire: a copied one is soon worthless. */
const assertionSeconds = 60;

/** Refusals of one address that are audited per minute; all are logged. */
const auditedPerMinute = 30;

const prefix = 'core-';

type Extra = { core_source: string; core_scopes: string };

/** Source and scopes of a client of the core connection; undefined for a client that people sign in with. */
const coreMetadata = (client: Client | undefined): Extra | undefined => {
  const { core_source, core_scopes } = (client ?? {}) as Partial<Extra>;
  return core_source !== undefined && core_scopes !== undefined ? { core_source, core_scopes } : undefined;
};

const metadataOf = ({ id, source, scopes, keys }: CoreClientRecord): AdapterPayload =>
  ({
    client_id: id,
    redirect_uris: [],
    response_types: [],
    grant_types: ['client_credentials'],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys },
    core_source: source,
    core_scopes: scopes.join(' '),
  }) as AdapterPayload;

/** The adapter, which also finds clients of the core connection: in the database at each request. */
export const withCoreClients =
  (create: (model: string) => Adapter, clients: CoreClients) =>
  (model: string): Adapter => {
    const adapter = create(model);
    if (model !== 'Client') return adapter;
    return {
      ...adapter,
      find: async (id) => {
        const client = id.startsWith(prefix) ? await clients.find(id) : undefined;
        return client && metadataOf(client);
      },
    };
  };

const checkAssertion =
  (clock: Clock): NonNullable<Configuration['assertJwtClientAuthClaimsAndHeader']> =>
  async (ctx, claims) => {
    // An assertion for several audiences could be passed on by one of them.
    if (claims.aud !== ctx.oidc.issuer)
      throw new errors.InvalidClientAuth('audience (aud) must be the issuer, as a single string');
    if (Number(claims.exp) > clock.now().getTime() / 1000 + assertionSeconds)
      throw new errors.InvalidClientAuth(`exp must be at most ${assertionSeconds} seconds ahead`);
  };

/** Configuration of the provider for clients of the core connection (rule CORE-1). */
export const clientCredentialsConfiguration = (clock: Clock) =>
  ({
    extraClientMetadata: { properties: ['core_source', 'core_scopes'], validator: () => undefined },
    enabledJWA: { clientAuthSigningAlgValues: [...assertionAlgorithms] },
    assertJwtClientAuthClaimsAndHeader: checkAssertion(clock),
  }) satisfies Configuration;

/**
 * The audience of the client's access token with the scopes that it may have: those it asks for, or all of its own if it
 * asks for none. Undefined for a client that people sign in with.
 */
export const coreResourceServer = (
  ctx: KoaContextWithOIDC,
  resource: string,
  client: Client,
  { CORE_AUDIENCE: audience, CORE_TOKEN_SECONDS }: Settings,
): ResourceServer | undefined => {
  const metadata = coreMetadata(client);
  if (!metadata) return undefined;
  if (resource !== audience) throw new errors.InvalidTarget('unknown audience');
  const { params } = ctx.oidc;
  const scope = metadata.core_scopes;
  if (params && !params.scope) params.scope = scope;
  const requested = String(params?.scope).split(' ');
  if (!requested.some((name) => scope.split(' ').includes(name)))
    throw new errors.InvalidScope('the client has none of these scopes', requested.join(' '));
  return {
    audience,
    scope,
    accessTokenTTL: CORE_TOKEN_SECONDS,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'RS256' } },
  };
};

/** The default audience of a client's access token. */
export const coreAudience = (client: Client, { CORE_AUDIENCE }: Settings): string | undefined =>
  coreMetadata(client) && CORE_AUDIENCE;

/** Claims of a client's access token besides the protocol's own. */
export const coreTokenClaims = ({ oidc }: KoaContextWithOIDC): Record<string, string> | undefined => {
  const metadata = coreMetadata(oidc.client);
  return metadata && { actor_kind: 'service', source: metadata.core_source };
};

/** The client that a request claims to be. */
const claimedClient = ({ params }: KoaContextWithOIDC['oidc']): string | undefined => {
  const { client_id: id, client_assertion: assertion } = params ?? {};
  try {
    return typeof assertion === 'string' ? decodeJwt(assertion).sub : typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
};

/** Logs and audits each token request that is refused to a known client. */
export const auditCoreRefusals = (
  provider: Provider,
  { db, clock, logger, clients }: { db: Db; clock: Clock; logger: Logger; clients: CoreClients },
): void => {
  const limit = createAddressLimit({ name: 'core-refused', most: auditedPerMinute, clock, db });
  const reasons = new WeakMap<object, string>();
  provider.on('grant.error', ({ req }, error) => {
    reasons.set(req, error.error_detail ?? error.error_description ?? error.message);
  });
  provider.use(async (ctx, next) => {
    await next();
    const why = reasons.get(ctx.req);
    const { oidc } = ctx as unknown as Partial<KoaContextWithOIDC>;
    const client = why && oidc ? claimedClient(oidc) : undefined;
    if (!client?.startsWith(prefix) || !(await clients.isKnown(client))) return;
    logger.warn({ audit: 'core client refused', client, why, address: ctx.ip }, 'core client refused');
    if ((await limit(ctx.ip)) > 0) return;
    await recordAuditEvent(db, {
      action: 'core.refused',
      actorKind: 'service',
      actorId: client,
      authority: 'public',
      object: client,
      details: { why },
      address: ctx.ip,
      requestId: String(ctx.res.getHeader('x-request-id') ?? ''),
    });
  });
};
