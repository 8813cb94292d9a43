import { hash } from 'node:crypto';
import type { Clock } from '@hofn/domain/clock.ts';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { z } from 'zod';
import { createDiscovery, type DiscoveredProvider } from './discovery.ts';
import { createExpiringCache } from './expiring-cache.ts';
import { SettingsError } from './settings.ts';

/**
 * The claims of an access token that services use; times in ms since 1970, `session` empty if there is none. `isStrong`:
 * signed in with more than a password.
 */
export type TokenClaims = {
  sub: string;
  actorKind: 'customer' | 'employee';
  session: string;
  /** When the user signed in, to the second; when the token was issued, if it does not say. */
  signedInAt: number;
  endsAt: number;
  isStrong: boolean;
};

/** Thrown for an invalid or expired token. */
export class TokenRefused extends Error {
  override name = 'TokenRefused';
}

/** Thrown when a token cannot be verified: its key is unknown and the identity provider does not answer. */
export class KeysUnavailable extends Error {
  override name = 'KeysUnavailable';
}

const claimsSchema = z.object({
  sub: z.string().min(1).max(64),
  exp: z.number(),
  iat: z.number(),
  auth_time: z.number().optional(),
  // `acr`, which some providers have instead, is a text.
  amr: z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(z.string()).default([]),
  ),
  actor_kind: z.enum(['customer', 'employee']),
  sid: z.string().max(100).default(''),
});

/** Names of the claims in an access token, by our names. */
type ClaimNames = Record<'sub' | 'auth_time' | 'amr' | 'actor_kind' | 'sid', string>;

/** How long after signing in a user may change what protects the account (rule HOLD-12). */
export const freshSignInMs = 10 * 60_000;

/** Default of STAFF_AMR: two factors (RFC 8176), as our own provider says. */
export const staffMethods = ['mfa'];

const methodList = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((methods) => methods.every((method) => method !== ''), {
      error: 'must be methods separated by commas, for example mfa',
    });
const claimName = (name: string) => z.string().min(1).max(200).default(name);

/** Types of access tokens (RFC 9068), as compared: in small letters, without `application/`. */
const tokenTypes = ['at+jwt', 'jwt'] as const;

/** Settings of every service that accepts access tokens; the defaults are those of our own provider. */
export const tokenSettings = {
  STAFF_AMR: methodList(staffMethods.join(',')).describe(
    'Sign-in methods (`amr`), comma-separated, of which a staff token must name at least one',
  ),
  CUSTOMER_AMR: methodList('mfa').describe(
    'Sign-in methods, comma-separated, of which a customer’s token must name one to count as a strong sign-in',
  ),
  TOKEN_TYPE: z
    .enum(tokenTypes)
    .default('at+jwt')
    .describe('`typ` of access tokens; jwt only for a provider that cannot mark them as at+jwt'),
  CLAIM_SUBJECT: claimName('sub').describe('Claim with the id of the customer or employee in our database'),
  CLAIM_ACTOR_KIND: claimName('actor_kind').describe('Claim that says customer or employee'),
  CLAIM_METHODS: claimName('amr').describe('Claim with the sign-in methods: a list, or a text such as `acr`'),
  CLAIM_SIGNED_IN_AT: claimName('auth_time').describe('Claim with the time of the sign-in, in seconds'),
  CLAIM_SESSION: claimName('sid').describe('Claim with the id of the sign-in session'),
};
export type TokenSettings = z.output<z.ZodObject<typeof tokenSettings>>;

/** The rules for access tokens that the settings say. */
export const tokenRulesOf = (settings: TokenSettings): TokenRules => ({
  methodsOfStaff: settings.STAFF_AMR,
  strongMethods: settings.CUSTOMER_AMR,
  type: settings.TOKEN_TYPE,
  claimNames: {
    sub: settings.CLAIM_SUBJECT,
    actor_kind: settings.CLAIM_ACTOR_KIND,
    amr: settings.CLAIM_METHODS,
    auth_time: settings.CLAIM_SIGNED_IN_AT,
    sid: settings.CLAIM_SESSION,
  },
});

/** Setting of every service that knows the identity provider by its issuer. */
export const discoverySettings = {
  IDENTITY_DISCOVERY: z
    .stringbool()
    .default(false)
    .describe('Whether to read the addresses of a provider that is not ours from its discovery document'),
};

/** Finds the key of a token; `known`, for remote keys, resolves once keys have been loaded. */
export type IdentityKeys = JWTVerifyGetKey & { known?(): Promise<void> };

/**
 * The identity provider's public keys, by key id. Reloaded every ten minutes, and when a token has an unknown key id,
 * at most once in 30 s. While the provider does not answer, the known keys remain in use.
 * @throws KeysUnavailable if the key is unknown and the provider does not answer
 */
export const remoteKeys = (url: URL): IdentityKeys => {
  const remote = createRemoteJWKSet(url, { timeoutDuration: 3_000 });
  const find: JWTVerifyGetKey = async (header, token) => {
    try {
      return await remote(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) throw error;
      const known = remote.jwks();
      try {
        if (known) return await createLocalJWKSet(known)(header, token);
      } catch {
        // The key may be a new one that the provider has not been able to publish.
      }
      throw new KeysUnavailable('The identity provider does not answer', { cause: error });
    }
  };
  return Object.assign(find, {
    known: async () => {
      if (!remote.jwks()) await remote.reload();
    },
  });
};

/** The keys of a provider whose discovery document says where they are. @throws KeysUnavailable */
const discoveredKeys = (discover: () => Promise<DiscoveredProvider>): IdentityKeys => {
  let opened: IdentityKeys | undefined;
  const open = async (): Promise<IdentityKeys> => {
    opened ??= remoteKeys(new URL((await discover()).keys));
    return opened;
  };
  const find: JWTVerifyGetKey = async (header, token) => {
    const keys = await open().catch((cause: unknown) => {
      throw new KeysUnavailable('The identity provider cannot be used', { cause });
    });
    return keys(header, token);
  };
  return Object.assign(find, { known: async () => (await open()).known?.() });
};

/**
 * The identity provider's keys, as the settings of a service say where they are. A discovered provider publishes that
 * itself: `deploy/` always sets IDENTITY_KEYS_URL, to our own identity service.
 * @throws SettingsError if our own provider's address lacks its slash
 */
export const identityKeysOf = ({
  IDENTITY_ISSUER: issuer,
  IDENTITY_KEYS_URL: keysUrl,
  IDENTITY_DISCOVERY: isDiscovered,
}: {
  IDENTITY_ISSUER: string;
  IDENTITY_KEYS_URL?: string | undefined;
  IDENTITY_DISCOVERY: boolean;
}): IdentityKeys => {
  if (isDiscovered) return discoveredKeys(createDiscovery(issuer));
  if (keysUrl) return remoteKeys(new URL(keysUrl));
  if (!issuer.endsWith('/')) throw new SettingsError('IDENTITY_ISSUER: must end with a slash');
  return remoteKeys(new URL('.well-known/jwks.json', issuer));
};

const idTokenClaims = ['nonce', 'at_hash', 'c_hash'];

/** Maximum time a verified token is cached. */
const cacheMs = 60_000;
const cacheSize = 10_000;

/** What a service accepts in an access token; by default what our own provider issues. */
export type TokenRules = {
  /** A staff token must name one of these methods (rule HOLD-11). */
  methodsOfStaff?: readonly string[];
  /** Methods of a customer that are more than a password. */
  strongMethods?: readonly string[];
  type?: (typeof tokenTypes)[number];
  claimNames?: ClaimNames;
};

type Verification = {
  keys: JWTVerifyGetKey;
  issuer: string;
  audience: string;
  clock: Clock;
};

/**
 * Creates a verifier of access tokens (RFC 9068): only RS256, the given `typ`, issuer and audience. Verified tokens are
 * cached by hash until they expire, for at most a minute; at most 10 000 of them.
 * @param claimsOf parses the claims; whatever it throws refuses the token
 * @returns a function from token to claims, which throws TokenRefused or whatever `keys` throws
 */
const createVerifier = <Claims extends { endsAt: number }>(
  { keys, issuer, audience, clock, type = 'at+jwt' }: Verification & Pick<TokenRules, 'type'>,
  claimsOf: (payload: JWTPayload) => Claims,
): ((token: string) => Promise<Claims>) => {
  const verified = createExpiringCache<Claims>(clock, cacheSize);

  const verify = async (token: string, now: Date): Promise<Claims> => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer,
        audience,
        requiredClaims: ['exp', 'iat'],
        currentDate: now,
      });
      const given = protectedHeader.typ?.toLowerCase().replace(/^application\//, '');
      if (given !== type && given !== 'at+jwt') throw new TokenRefused('The token is of another type');
      // Where access tokens are not marked as such, what only id tokens have tells them apart.
      if (idTokenClaims.some((name) => name in payload)) throw new TokenRefused('The token is an id token');
      return claimsOf(payload);
    } catch (error) {
      if (error instanceof KeysUnavailable || error instanceof TokenRefused) throw error;
      throw new TokenRefused('The token is invalid', { cause: error });
    }
  };

  return async (token) => {
    const key = hash('sha256', token, 'base64');
    const cached = verified.get(key);
    if (cached) return cached;
    const now = clock.now();
    const claims = await verify(token, now);
    verified.set(key, claims, Math.min(now.getTime() + cacheMs, claims.endsAt));
    return claims;
  };
};

/**
 * Creates a verifier of the access tokens of customers and employees; an employee's only after two factors.
 * @returns a function from token to claims, which throws TokenRefused or whatever `keys` throws
 */
export const createTokenCheck = ({
  methodsOfStaff = staffMethods,
  strongMethods = ['mfa'],
  claimNames,
  ...verification
}: Verification & TokenRules): ((token: string) => Promise<TokenClaims>) =>
  createVerifier(verification, (payload) => {
    const renamed = Object.entries(claimNames ?? {}).map(([name, given]) => [name, payload[given]]);
    const {
      sub,
      actor_kind: actorKind,
      sid: session,
      exp,
      iat,
      auth_time: authTime,
      amr,
    } = claimsSchema.parse({ ...payload, ...Object.fromEntries(renamed) });
    const hasOneOf = (methods: readonly string[]) => amr.some((method) => methods.includes(method));
    if (actorKind === 'employee' && !hasOneOf(methodsOfStaff))
      throw new TokenRefused('A staff member signed in with one factor');
    // Without a time of sign-in a customer's sign-in counts as old, and an employee's as of the token.
    const signedInAt = (authTime ?? (actorKind === 'employee' ? iat : 0)) * 1000;
    return { sub, actorKind, session, signedInAt, endsAt: exp * 1000, isStrong: hasOneOf(strongMethods) };
  });

/** The claims of another system's access token; `endsAt` in ms since 1970. */
export type ServiceTokenClaims = { clientId: string; source: string; scopes: string[]; endsAt: number };

/** Longest lifetime of a system's access token, in seconds. */
const serviceTokenSeconds = 600;

const serviceClaimsSchema = z
  .object({
    sub: z.string().min(1).max(64),
    exp: z.number(),
    iat: z.number(),
    actor_kind: z.literal('service'),
    source: z.string().min(1).max(64),
    scope: z.string().min(1).max(2000),
  })
  .refine(({ exp, iat }) => exp - iat <= serviceTokenSeconds);

/**
 * Creates a verifier of the access tokens of other systems (rule CORE-1), which have an audience of their own.
 * @returns a function from token to claims, which throws TokenRefused or whatever `keys` throws
 */
export const createServiceTokenCheck = (
  verification: Verification,
): ((token: string) => Promise<ServiceTokenClaims>) =>
  createVerifier(verification, (payload) => {
    const { sub: clientId, source, scope, exp } = serviceClaimsSchema.parse(payload);
    return { clientId, source, scopes: scope.split(' '), endsAt: exp * 1000 };
  });
