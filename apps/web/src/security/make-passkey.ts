import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { importOnDemand } from '../engine/chunks.ts';

const loadLibrary = importOnDemand(() => import('@simplewebauthn/browser'));

/**
 * Result of creating a passkey: `stopped` if the user cancelled, `had` if the device already has a passkey, `otherHost` if
 * the host that passkeys belong to (PASSKEY_HOST) is not above the page's.
 */
export type PasskeyResult = { credential: { id: string } } | 'stopped' | 'had' | 'unsupported' | 'otherHost';

/** Asks the device for a passkey. The library is loaded on first use. */
export const makePasskey = async (options: unknown): Promise<PasskeyResult> => {
  const { browserSupportsWebAuthn, startRegistration, WebAuthnError } = await loadLibrary();
  if (!browserSupportsWebAuthn()) return 'unsupported';
  try {
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
    return { credential: await startRegistration({ optionsJSON }) };
  } catch (error) {
    const code = error instanceof WebAuthnError ? error.code : undefined;
    if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'had';
    return code === 'ERROR_INVALID_RP_ID' || code === 'ERROR_INVALID_DOMAIN' ? 'otherHost' : 'stopped';
  }
};
