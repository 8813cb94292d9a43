import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import type { Logger } from '@hofn/service';
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransportFuture,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { type Connection, kindOf } from '../accounts.ts';
import type { Random } from '../passwords.ts';
import { createPasskeyChanges } from './changes.ts';
import { createPasskeyStore, type PasskeyRow } from './store.ts';

/** Lifetime of a challenge. */
const challengeMs = 5 * 60_000;
/** More devices than anybody has. */
const maxPasskeys = 20;

export type PasskeyParts = {
  db: Db;
  clock: Clock;
  random: Random;
  logger: Logger;
  /** WebAuthn relying party id: the host of the sign-in pages and the portal, or a parent domain of both. */
  rpId: string;
  /** Origin of the sign-in pages. */
  signInOrigin: string;
  /** Origins of the portals, where customers and staff enrol passkeys. */
  portalOrigin: string;
  staffOrigin: string;
};

type AddOutcome = { ok: true; passkey: PasskeyRow } | { ok: false; reason: 'passkeyFailed' | 'tooMany' };

/**
 * Passkeys (rule AUTH-10e): discoverable WebAuthn credentials with user verification. Each challenge can be answered
 * once, by the sign-in or the session it was created for.
 */
export const createPasskeys = (parts: PasskeyParts) => {
  const { db, clock, random, logger, rpId, signInOrigin, portalOrigin, staffOrigin } = parts;
  const store = createPasskeyStore(db);
  const challengeExpiry = () => new Date(clock.now().getTime() + challengeMs);
  /** The library throws on malformed responses: treat those like a failed verification. */
  const orRefused = <Answer>(verified: Promise<Answer>): Promise<Answer | undefined> =>
    verified.catch((error: unknown) => {
      logger.info({ err: error }, 'passkey refused');
      return undefined;
    });

  return {
    ...createPasskeyChanges(db),

    /** WebAuthn creation options, bound to the caller's session. */
    registrationOptions: async (
      { sub, session }: { sub: string; session: string },
      account: { name: string; label: string },
    ): Promise<PublicKeyCredentialCreationOptionsJSON> => {
      const existing = await store.list(sub);
      const options = await generateRegistrationOptions({
        rpName: 'Höfn',
        rpID: rpId,
        userName: account.label,
        userDisplayName: account.name,
        userID: Uint8Array.from(Buffer.from(sub)),
        challenge: Uint8Array.from(random(32)),
        attestationType: 'none',
        // One passkey per device.
        excludeCredentials: existing.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await store.putChallenge('PasskeyEnrolment', `${sub} ${session}`, options.challenge, challengeExpiry());
      return options;
    },

    /** @param onAdded called in the transaction, to record it and notify the owner */
    add: async (
      { sub, session }: { sub: string; session: string },
      { name, credential }: { name: string; credential: object },
      onAdded: (tx: Db, id: string) => Promise<void>,
    ): Promise<AddOutcome> => {
      const now = clock.now();
      const expectedChallenge = await store.takeChallenge('PasskeyEnrolment', `${sub} ${session}`, now);
      if (expectedChallenge === undefined) return { ok: false, reason: 'passkeyFailed' };
      if ((await store.count(sub)) >= maxPasskeys) return { ok: false, reason: 'tooMany' };
      const verified = await orRefused(
        verifyRegistrationResponse({
          response: credential as RegistrationResponseJSON,
          expectedChallenge,
          // Staff enrol their first one on our own pages, behind an administrator's link.
          expectedOrigin: kindOf(sub) === 'employee' ? [signInOrigin, staffOrigin] : portalOrigin,
          expectedRPID: rpId,
          requireUserVerification: true,
        }),
      );
      if (!verified?.verified) return { ok: false, reason: 'passkeyFailed' };
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
      const passkey = {
        owner: sub,
        id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports,
        name,
        createdAt: now,
        usedAt: null,
      };
      return db.transaction(async (tx): Promise<AddOutcome> => {
        if (!(await createPasskeyStore(tx).add(passkey))) return { ok: false, reason: 'passkeyFailed' };
        await onAdded(tx, id);
        return { ok: true, passkey };
      });
    },

    /** WebAuthn request options, bound to one open sign-in. */
    authenticationOptions: async (uid: string): Promise<PublicKeyCredentialRequestOptionsJSON> => {
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        userVerification: 'required',
        challenge: Uint8Array.from(random(32)),
      });
      await store.putChallenge('PasskeySignIn', uid, options.challenge, challengeExpiry());
      return options;
    },

    /** Verifies the authenticator's response. @returns the owner of the passkey */
    signIn: async (uid: string, connection: Connection, credential: unknown): Promise<string | undefined> => {
      const now = clock.now();
      const expectedChallenge = await store.takeChallenge('PasskeySignIn', uid, now);
      const response = credential as Partial<AuthenticationResponseJSON> | null;
      if (expectedChallenge === undefined || typeof response?.id !== 'string') return undefined;
      const key = await store.byId(connection, response.id);
      if (!key) return undefined;
      const verified = await orRefused(
        verifyAuthenticationResponse({
          response: response as AuthenticationResponseJSON,
          expectedChallenge,
          expectedOrigin: signInOrigin,
          expectedRPID: rpId,
          requireUserVerification: true,
          credential: {
            id: key.id,
            publicKey: Uint8Array.from(Buffer.from(key.publicKey, 'base64url')),
            counter: key.counter,
            transports: key.transports as AuthenticatorTransportFuture[],
          },
        }),
      );
      if (!verified?.verified) return undefined;
      if (await store.recordUse(key, verified.authenticationInfo.newCounter, now)) return key.owner;
      logger.warn({ audit: 'passkey copied', sub: key.owner }, 'signature counter did not increase');
      return undefined;
    },
  };
};
export type Passkeys = ReturnType<typeof createPasskeys>;
