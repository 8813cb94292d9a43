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
  override name = 'KeysAway';
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
 * @throws KeysAway if the key is unknown and the provider does not answer
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

/**
 * Creates a verifier of access tokens (RFC 9068): only RS256, `typ` at+jwt, and the given issuer and audience; a staff
 * member's only after two factors. Verified tokens are cached by hash until they expire, for at most a minute; at most
 * 10 000 of them.
 * @returns a function from token to claims, which throws TokenRefused or whatever `keys` throws
 */
export const createTokenCheck = ({
  keys,
  issuer,
  audience,
  clock,
  methodsOfStaff = staffMethods,
}: {
  keys: JWTVerifyGetKey;
  issuer: string;
  audience: string;
  clock: Clock;
  /** A staff token must name one of these methods (rule HOLD-11). */
  methodsOfStaff?: readonly string[];
}): ((token: string) => Promise<TokenClaims>) => {
  const verified = createExpiringCache<TokenClaims>(clock, cacheSize);

  const verify = async (token: string, now: Date) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer,
        audience,
        typ: 'at+jwt',
        requiredClaims: ['sub', 'exp', 'iat'],
        currentDate: now,
      });
      return claimsSchema.parse(payload);
    } catch (error) {
      if (error instanceof KeysUnavailable) throw error;
      throw new TokenRefused('The token is invalid', { cause: error });
    }
  };

  return async (token) => {
    const key = hash('sha256', token, 'base64');
    const cached = verified.get(key);
    if (cached) return cached;
    const now = clock.now();
    const payload = await verify(token, now);
    const { sub, actor_kind: actorKind, sid: session, exp, iat, auth_time: authTime, amr } = payload;
    if (actorKind === 'employee' && !amr.some((method) => methodsOfStaff.includes(method)))
      throw new TokenRefused('A staff member signed in with one factor');
    // Without a time of sign-in a customer's sign-in counts as old, and an employee's as of the token.
    const signedInAt = (authTime ?? (actorKind === 'employee' ? iat : 0)) * 1000;
    const claims = {
      sub,
      actorKind,
      session,
      signedInAt,
      endsAt: exp * 1000,
      isStrong: amr.includes('mfa'),
    };
    verified.set(key, claims, Math.min(now.getTime() + cacheMs, claims.endsAt));
    return claims;
  };
};
