import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { importOnDemand } from '../engine/chunks.ts';

const loadLibrary = importOnDemand(() => import('@simplewebauthn/browser'));

/** Result of creating a passkey: `stopped` if the user cancelled, `had` if the device already has a passkey. */
export type PasskeyResult = { credential: { id: string } } | 'stopped' | 'had' | 'unsupported';

/** Asks the device for a passkey. The library is loaded on first use. */
export const makePasskey = async (options: unknown): Promise<PasskeyResult> => {
  const { browserSupportsWebAuthn, startRegistration, WebAuthnError } = await loadLibrary();
  if (!browserSupportsWebAuthn()) return 'unsupported';
  try {
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
    return { credential: await startRegistration({ optionsJSON }) };
  } catch (error) {
    const isRegistered =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    return isRegistered ? 'had' : 'stopped';
  }
};
