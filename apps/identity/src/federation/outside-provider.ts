import { readFileSync } from 'node:fs';
import type { Clock } from '@hofn/domain';
import { SettingsError } from '@hofn/service';
import { importJWK, type JWK } from 'jose';
import * as openid from 'openid-client';
import type { Settings } from '../settings.ts';
import { federationIssuerOf, rolesOf } from './settings.ts';
import type { OutsideIdentity } from './staff-accounts.ts';

/** What must be remembered between the authorization request and its response. */
export type OutsideTransaction = {
  state: string;
  nonce: string;
  verifier: string;
  /** Whether the employee had to sign in there again, so that an open session there was not enough. */
  isFresh: boolean;
};

/** Why there is no identity: the provider refused or the employee gave up, it did not answer, or its answer is invalid. */
export class OutsideSignInFailed extends Error {
  override name = 'OutsideSignInFailed';
  readonly reason: 'declined' | 'down' | 'invalid';
  constructor(reason: OutsideSignInFailed['reason'], cause: unknown) {
    super(`The sign-in at the outside provider failed: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Discovery is repeated after this time, so that a changed endpoint needs no restart. */
const discoveryMs = 60 * 60_000;
/** Age in seconds up to which a sign-in counts as fresh. */
const freshSeconds = 5 * 60;
const timeoutSeconds = 5;

/** @throws SettingsError when the file cannot be read or has no private key */
const readClientKey = async (file: string): Promise<openid.ClientAuth> => {
  try {
    const jwk = JSON.parse(readFileSync(file, 'utf8')) as JWK;
    const key = await importJWK(jwk, jwk.alg);
    if (!(key instanceof CryptoKey) || key.type !== 'private') throw new Error('not a private key');
    return openid.PrivateKeyJwt(jwk.kid === undefined ? key : { key, kid: jwk.kid });
  } catch (error) {
    throw new SettingsError(
      `FEDERATION_CLIENT_KEY_FILE: ${file} has no private key as a JWK with alg: ${(error as Error).message}`,
    );
  }
};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    error.name === 'TypeError' ||
    error.name === 'TimeoutError' ||
    code === 'OAUTH_TIMEOUT' ||
    (error instanceof openid.ResponseBodyError && error.status >= 500) ||
    (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && error.cause instanceof Response && error.cause.status >= 500)
  );
};

/**
 * The insurer's OpenID provider, of which we are a client: code flow with PKCE, state and nonce.
 * @returns undefined without FEDERATION_ISSUER
 * @throws SettingsError when the client key is unusable
 */
export const createOutsideProvider = async (settings: Settings, redirectUri: string, clock: Clock) => {
  const issuer = federationIssuerOf(settings);
  const { FEDERATION_CLIENT_ID: clientId, FEDERATION_CLIENT_KEY_FILE: keyFile } = settings;
  if (issuer === undefined || clientId === undefined) return undefined;
  const clientAuth =
    keyFile === undefined
      ? openid.ClientSecretPost(settings.FEDERATION_CLIENT_SECRET)
      : await readClientKey(keyFile);

  let discovered: { configuration: openid.Configuration; at: number } | undefined;
  const configuration = async (): Promise<openid.Configuration> => {
    const now = clock.now().getTime();
    if (discovered && now - discovered.at < discoveryMs) return discovered.configuration;
    const latest = await openid.discovery(new URL(issuer), clientId, undefined, clientAuth, {
      timeout: timeoutSeconds,
      // Production refuses an issuer without TLS.
      ...(issuer.startsWith('http:') && { execute: [openid.allowInsecureRequests] }),
    });
    discovered = { configuration: latest, at: now };
    return latest;
  };
  const orFailed = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof openid.AuthorizationResponseError)
        throw new OutsideSignInFailed('declined', error);
      throw new OutsideSignInFailed(isOutage(error) ? 'down' : 'invalid', error);
    }
  };

  return {
    issuer,

    /** Starts a sign-in. @throws OutsideSignInFailed `down` */
    begin: (isFresh: boolean, language: string): Promise<{ url: URL; transaction: OutsideTransaction }> =>
      orFailed(async () => {
        const verifier = openid.randomPKCECodeVerifier();
        const transaction = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          verifier,
          isFresh,
        };
        const url = openid.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: settings.FEDERATION_SCOPES,
          state: transaction.state,
          nonce: transaction.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ui_locales: language,
          ...(isFresh && { prompt: 'login', max_age: String(freshSeconds) }),
        });
        return { url, transaction };
      }),

    /**
     * Exchanges the response for who signed in.
     * @param query of the response, as received
     * @throws OutsideSignInFailed
     */
    complete: (
      query: string,
      { state, nonce, verifier, isFresh }: OutsideTransaction,
    ): Promise<OutsideIdentity> =>
      orFailed(async () => {
        const tokens = await openid.authorizationCodeGrant(
          await configuration(),
          new URL(`${redirectUri}?${query}`),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
            // The browser can remove `prompt` from our request, but not change what the ID token says.
            ...(isFresh && { maxAge: freshSeconds }),
          },
        );
        const claims = tokens.claims();
        const subject = text(claims?.[settings.FEDERATION_SUBJECT_CLAIM]);
        if (!claims || subject === undefined)
          throw new Error(`the ID token has no ${settings.FEDERATION_SUBJECT_CLAIM}`);
        return {
          issuer,
          subject,
          username: text(claims.preferred_username),
          name: text(claims.name),
          email: text(claims.email),
          roles: rolesOf(settings, claims[settings.FEDERATION_ROLES_CLAIM]),
        };
      }),
  };
};
export type OutsideProvider = NonNullable<Awaited<ReturnType<typeof createOutsideProvider>>>;
