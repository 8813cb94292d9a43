import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { later } from '../../engine/chunks.ts';

const loadLibrary = later(() => import('@simplewebauthn/browser'));

/** How making a key ended; `stopped` is the reader's own doing, or a device that has one already. */
export type Made = { credential: { id: string } } | 'stopped' | 'had' | 'unsupported';

/** Asks the device for a passkey. The library is fetched when it is first asked for. */
export const makePasskey = async (options: unknown): Promise<Made> => {
  const { browserSupportsWebAuthn, startRegistration, WebAuthnError } = await loadLibrary();
  if (!browserSupportsWebAuthn()) return 'unsupported';
  try {
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
    return { credential: await startRegistration({ optionsJSON }) };
  } catch (error) {
    const had = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    return had ? 'had' : 'stopped';
  }
};
