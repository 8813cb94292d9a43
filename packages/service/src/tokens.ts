import { hash } from 'node:crypto';
import type { Clock } from '@hofn/domain/clock.ts';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { createExpiringCache } from './expiring-cache.ts';

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
  amr: z.array(z.string()).default([]),
  actor_kind: z.enum(['customer', 'employee']),
  sid: z.string().max(100).default(''),
});

/** How long after signing in a user may change what protects the account (rule HOLD-12). */
export const freshSignInMs = 10 * 60_000;

/** Default of STAFF_AMR: two factors (RFC 8176), as our own provider says. */
export const staffMethods = ['mfa'];

/** Setting of every service that staff call. */
export const staffMethodSettings = {
  STAFF_AMR: z
    .string()
    .default(staffMethods.join(','))
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((methods) => methods.every((method) => method !== ''), {
      error: 'must be methods separated by commas, for example mfa',
    })
    .describe('Sign-in methods (`amr`), comma-separated, of which a staff token must name at least one'),
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

/** Maximum time a verified token is cached. */
const cacheMs = 60_000;
const cacheSize = 10_000;

type Verification = {
  keys: JWTVerifyGetKey;
  issuer: string;
  audience: string;
  clock: Clock;
};

/**
 * Creates a verifier of access tokens (RFC 9068): only RS256, `typ` at+jwt, and the given issuer and audience. Verified
 * tokens are cached by hash until they expire, for at most a minute; at most 10 000 of them.
 * @param claimsOf parses the claims; whatever it throws refuses the token
 * @returns a function from token to claims, which throws TokenRefused or whatever `keys` throws
 */
const createVerifier = <Claims extends { endsAt: number }>(
  { keys, issuer, audience, clock }: Verification,
  claimsOf: (payload: unknown) => Claims,
): ((token: string) => Promise<Claims>) => {
  const verified = createExpiringCache<Claims>(clock, cacheSize);

  const verify = async (token: string, now: Date): Promise<Claims> => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer,
        audience,
        typ: 'at+jwt',
        requiredClaims: ['sub', 'exp', 'iat'],
        currentDate: now,
      });
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
  ...verification
}: Verification & {
  /** A staff token must name one of these methods (rule HOLD-11). */
  methodsOfStaff?: readonly string[];
}): ((token: string) => Promise<TokenClaims>) =>
  createVerifier(verification, (payload) => {
    const {
      sub,
      actor_kind: actorKind,
      sid: session,
      exp,
      iat,
      auth_time: authTime,
      amr,
    } = claimsSchema.parse(payload);
    if (actorKind === 'employee' && !amr.some((method) => methodsOfStaff.includes(method)))
      throw new TokenRefused('A staff member signed in with one factor');
    // Without a time of sign-in a customer's sign-in counts as old, and an employee's as of the token.
    const signedInAt = (authTime ?? (actorKind === 'employee' ? iat : 0)) * 1000;
    return { sub, actorKind, session, signedInAt, endsAt: exp * 1000, isStrong: amr.includes('mfa') };
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
