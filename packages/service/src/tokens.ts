import { hash } from 'node:crypto';
import type { Clock } from '@hofn/domain/clock.ts';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { createMemory } from './remember.ts';

/** What an access token says, as far as a service cares; `endsAt` in ms since 1970, `session` empty where it names none. */
export type TokenClaims = {
  sub: string;
  actorKind: 'customer' | 'employee';
  session: string;
  endsAt: number;
};

/** Raised for a token that does not hold, whatever is wrong with it. */
export class TokenRefused extends Error {
  override name = 'TokenRefused';
}

/** Raised when a token cannot be judged: the identity provider is silent, and the token's key is not known yet. */
export class KeysAway extends Error {
  override name = 'KeysAway';
}

const claimsSchema = z.object({
  sub: z.string().min(1).max(64),
  exp: z.number(),
  actor_kind: z.enum(['customer', 'employee']),
  sid: z.string().max(100).default(''),
});

/** Finds the key of a token; `known` settles once there are keys to look in, where they come from elsewhere. */
export type IdentityKeys = JWTVerifyGetKey & { known?(): Promise<void> };

/**
 * The identity provider's public keys, by key id. Asked for once in ten minutes, and once more, at the earliest after
 * 30 s, when a token names a key that is not among them. While the provider is silent the keys known before serve on.
 * @throws KeysAway when the provider is silent and the key is not known
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
        // The key may be a new one that the provider would tell of if it answered.
      }
      throw new KeysAway('The identity provider does not answer', { cause: error });
    }
  };
  return Object.assign(find, {
    known: async () => {
      if (!remote.jwks()) await remote.reload();
    },
  });
};

/** Longest time that a token, once verified, is taken at its word. */
const cacheMs = 60_000;
const cacheSize = 10_000;

/**
 * Makes the check of access tokens (RFC 9068): RS256 alone, `typ` at+jwt, and the issuer and audience given. A verified
 * token is remembered by its hash until it runs out, a minute at the longest; 10 000 of them at the most.
 * @returns a function from token to claims; it throws TokenRefused, or what `keys` throws
 */
export const createTokenCheck = ({
  keys,
  issuer,
  audience,
  clock,
}: {
  keys: JWTVerifyGetKey;
  issuer: string;
  audience: string;
  clock: Clock;
}): ((token: string) => Promise<TokenClaims>) => {
  const known = createMemory<TokenClaims>(clock, cacheSize);

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
      if (error instanceof KeysAway) throw error;
      throw new TokenRefused('The token does not hold', { cause: error });
    }
  };

  return async (token) => {
    const key = hash('sha256', token, 'base64');
    const remembered = known.get(key);
    if (remembered) return remembered;
    const now = clock.now();
    const payload = await verify(token, now);
    const { sub, actor_kind: actorKind, sid: session, exp } = payload;
    const claims = { sub, actorKind, session, endsAt: exp * 1000 };
    known.set(key, claims, Math.min(now.getTime() + cacheMs, claims.endsAt));
    return claims;
  };
};
