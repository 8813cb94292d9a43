import { createPublicKey, generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, type JWK } from 'jose';

/** Algorithms that sign assertions of clients (rule CORE-1). */
export const assertionAlgorithms = ['ES256', 'PS256', 'EdDSA'] as const;
export type AssertionAlgorithm = (typeof assertionAlgorithms)[number];

const smallestModulus = 2048;

/** A key that cannot be registered; the message is for the person who registers it. */
export class KeyRefused extends Error {
  override name = 'KeyRefused';
}

const algorithmOf = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) => {
  if (type === 'ed25519') return 'EdDSA';
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return 'ES256';
  if (type === 'rsa' && (details?.modulusLength ?? 0) >= smallestModulus) return 'PS256';
  throw new KeyRefused(`The key must be of P-256, Ed25519, or RSA with at least ${smallestModulus} bits.`);
};

const readKey = (text: string): KeyObject => {
  if (text.includes('PRIVATE KEY')) throw new KeyRefused('This is a private key. Register the public one.');
  if (!text.trimStart().startsWith('{')) return createPublicKey(text);
  const jwk = JSON.parse(text) as JsonWebKey;
  if (jwk.d !== undefined) throw new KeyRefused('This is a private key. Register the public one.');
  return createPublicKey({ key: jwk, format: 'jwk' });
};

/**
 * Reads a public key from a JWK or PEM file.
 * @returns the public JWK with its algorithm, and its thumbprint (RFC 7638) as `kid`
 * @throws KeyRefused
 */
export const parsePublicKey = async (text: string): Promise<JWK & { kid: string }> => {
  let key: KeyObject;
  try {
    key = readKey(text);
  } catch (error) {
    if (error instanceof KeyRefused) throw error;
    throw new KeyRefused('The file has no public key as JWK or PEM.', { cause: error });
  }
  const alg = algorithmOf(key);
  const jwk = key.export({ format: 'jwk' }) as JWK;
  return { ...jwk, alg, use: 'sig', kid: await calculateJwkThumbprint(jwk) };
};

const generate = promisify(generateKeyPair);

const generators: Record<AssertionAlgorithm, () => Promise<{ privateKey: KeyObject }>> = {
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
  PS256: () => generate('rsa', { modulusLength: 3072 }),
  EdDSA: () => generate('ed25519'),
};

/** Generates a key pair, as JWKs. */
export const newKeyPair = async (
  algorithm: AssertionAlgorithm,
): Promise<{ privateJwk: JWK; publicJwk: JWK & { kid: string } }> => {
  const { privateKey } = await generators[algorithm]();
  const publicKey = createPublicKey(privateKey);
  const publicJwk = await parsePublicKey(JSON.stringify(publicKey.export({ format: 'jwk' })));
  const { alg, use, kid } = publicJwk;
  return {
    privateJwk: { ...(privateKey.export({ format: 'jwk' }) as JWK), alg, use, kid } as JWK,
    publicJwk,
  };
};
