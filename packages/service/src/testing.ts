import type { Clock } from '@hofn/domain/clock.ts';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';

/** The fixed time of tests. */
export const noon = '2026-11-21T12:00:00Z';
export const fixedClock = (instant = noon): Clock & { set(instant: string): void } => {
  let now = new Date(instant);
  return {
    now: () => now,
    set: (next) => {
      now = new Date(next);
    },
  };
};

/** An identity provider's signing key, and tokens signed with it. */
export const createIssuer = async (issuer = 'http://localhost:8081/') => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' };
  const jwks = { keys: [jwk] };
  /** Signs an access token for `sub`; `claims` and `header` override those of a valid token. */
  const token = (
    sub: string,
    claims: Record<string, unknown> = {},
    header: { [Name in keyof JWTHeaderParameters]?: JWTHeaderParameters[Name] | undefined } = {},
    key: Parameters<SignJWT['sign']>[0] = privateKey,
  ) => {
    const issuedAt = Date.parse(noon) / 1000;
    return new SignJWT({
      iss: issuer,
      aud: 'https://api.hofn.example',
      sub,
      iat: issuedAt,
      exp: issuedAt + 600,
      scope: 'openid profile email',
      actor_kind: 'customer',
      auth_time: issuedAt,
      // Strong, so that tests may move the clock; those about the age of a sign-in set their own.
      amr: ['mca', 'mfa'],
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'test', ...header } as JWTHeaderParameters)
      .sign(key);
  };
  return {
    jwks,
    publicKey,
    keys: createLocalJWKSet(jwks),
    token,
    /** Signs an access token of another system, the client `core-kerfi` of the source `kerfi`. */
    serviceToken: (scopes: readonly string[], claims: Record<string, unknown> = {}) =>
      token('core-kerfi', {
        aud: 'https://core.hofn.example',
        scope: scopes.join(' '),
        actor_kind: 'service',
        source: 'kerfi',
        auth_time: undefined,
        amr: undefined,
        ...claims,
      }),
  };
};
export type Issuer = Awaited<ReturnType<typeof createIssuer>>;
