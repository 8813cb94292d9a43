import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SettingsError } from '@hofn/service';
import type { Settings } from './settings.ts';

/** What the core may do: everything that its rules need. */
export const coreClientScopes = [
  'core.customers.write',
  'core.customers.read',
  'core.policies.write',
  'core.billing.read',
  'core.billing.write',
  'core.claims.write',
  'core.claims.read',
  'core.documents.write',
  'core.imports',
  'core.events.read',
  'core.requests.read',
  'core.requests.settle',
] as const;

/** How the core signs in at the identity service. */
export type CoreClient = { clientId: string; privateKey: JsonWebKey };

const readKey = (file: string): JsonWebKey => {
  try {
    const key = JSON.parse(readFileSync(file, 'utf8')) as JsonWebKey;
    const { asymmetricKeyDetails } = createPrivateKey({ key, format: 'jwk' });
    if (asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // Reported below, without what the file contains.
  }
  throw new SettingsError(
    'CORE_KEY_FILE: must name a file with a private P-256 key (ES256) as JWK: npm run core:client -- new-key',
  );
};

/**
 * The client of the settings, with its private key as `npm run core:client -- new-key` writes it.
 * @throws SettingsError when the client is missing, or the file has no private P-256 key
 */
export const readClient = ({
  CORE_CLIENT_ID: clientId,
  CORE_KEY_FILE: file,
}: Pick<Settings, 'CORE_CLIENT_ID' | 'CORE_KEY_FILE'>): CoreClient => {
  if (!clientId) throw new SettingsError('CORE_CLIENT_ID: is missing; npm run core:client -- add prints it');
  return { clientId, privateKey: readKey(file) };
};
