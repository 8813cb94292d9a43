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
import type { Random } from '../passwords.ts';
import { createPasskeyStore, type PasskeyRow } from './store.ts';

/** How long a challenge waits for its answer. */
const challengeMs = 5 * 60_000;
/** More than anybody has devices. */
const mostPasskeys = 20;

export type PasskeyParts = {
  db: Db;
  clock: Clock;
  random: Random;
  logger: Logger;
  /** Host that keys are for; of the sign-in pages and of the portal, or a domain above both. */
  rpId: string;
  /** Origin of the sign-in pages, where one signs in, and of the portal, where keys are made. */
  signInOrigin: string;
  portalOrigin: string;
};

type Added = { ok: true; passkey: PasskeyRow } | { ok: false; why: 'passkeyFailed' | 'tooMany' };

/**
 * Makes passkeys (rule AUTH-10e): WebAuthn credentials that name their own account and ask for finger, face or PIN. Each
 * challenge is answered once, by the sign-in or the session it was made for.
 */
export const createPasskeys = (parts: PasskeyParts) => {
  const { db, clock, random, logger, rpId, signInOrigin, portalOrigin } = parts;
  const store = createPasskeyStore(db);
  const challengeUntil = () => new Date(clock.now().getTime() + challengeMs);
  /** What is no answer of a key at all throws within the library, and is refused as a wrong one is. */
  const held = <Answer>(verified: Promise<Answer>): Promise<Answer | undefined> =>
    verified.catch((error: unknown) => {
      logger.info({ err: error }, 'passkey refused');
      return undefined;
    });

  return {
    list: store.list,
    remove: store.remove,

    /** What a browser makes a key by, for the session that asks. */
    enrolment: async (
      { sub, session }: { sub: string; session: string },
      account: { name: string; label: string },
    ): Promise<PublicKeyCredentialCreationOptionsJSON> => {
      const had = await store.list(sub);
      const options = await generateRegistrationOptions({
        rpName: 'Höfn',
        rpID: rpId,
        userName: account.label,
        userDisplayName: account.name,
        userID: Uint8Array.from(Buffer.from(sub)),
        challenge: Uint8Array.from(random(32)),
        attestationType: 'none',
        // One key in each device.
        excludeCredentials: had.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await store.putChallenge('PasskeyEnrolment', `${sub} ${session}`, options.challenge, challengeUntil());
      return options;
    },

    add: async (
      { sub, session }: { sub: string; session: string },
      { name, credential }: { name: string; credential: object },
    ): Promise<Added> => {
      const now = clock.now();
      const expectedChallenge = await store.takeChallenge('PasskeyEnrolment', `${sub} ${session}`, now);
      if (expectedChallenge === undefined) return { ok: false, why: 'passkeyFailed' };
      if ((await store.howMany(sub)) >= mostPasskeys) return { ok: false, why: 'tooMany' };
      const verified = await held(
        verifyRegistrationResponse({
          response: credential as RegistrationResponseJSON,
          expectedChallenge,
          expectedOrigin: portalOrigin,
          expectedRPID: rpId,
          requireUserVerification: true,
        }),
      );
      if (!verified?.verified) return { ok: false, why: 'passkeyFailed' };
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
      const passkey = {
        customerId: sub,
        id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports,
        name,
        createdAt: now,
        usedAt: null,
      };
      return (await store.add(passkey)) ? { ok: true, passkey } : { ok: false, why: 'passkeyFailed' };
    },

    /** What a browser signs in by, for one sign-in under way. */
    challenge: async (uid: string): Promise<PublicKeyCredentialRequestOptionsJSON> => {
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        userVerification: 'required',
        challenge: Uint8Array.from(random(32)),
      });
      await store.putChallenge('PasskeySignIn', uid, options.challenge, challengeUntil());
      return options;
    },

    /** @returns whose key answered, if it holds */
    signIn: async (uid: string, answer: unknown): Promise<string | undefined> => {
      const now = clock.now();
      const expectedChallenge = await store.takeChallenge('PasskeySignIn', uid, now);
      const response = answer as Partial<AuthenticationResponseJSON> | null;
      if (expectedChallenge === undefined || typeof response?.id !== 'string') return undefined;
      const key = await store.byId(response.id);
      if (!key) return undefined;
      const verified = await held(
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
      if (await store.used(key.id, verified.authenticationInfo.newCounter, now)) return key.customerId;
      logger.warn({ audit: 'passkey copied', sub: key.customerId }, 'counter did not go on');
      return undefined;
    },
  };
};
export type Passkeys = ReturnType<typeof createPasskeys>;
