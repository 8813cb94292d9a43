import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** A software authenticator with one P-256 key that always verifies its user. */
export const createAuthenticator = (host = 'localhost') => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  let step = 1;
  /** Authenticator data (WebAuthn 6.1): hash of the host, flags, signature counter. */
  const authenticatorData = (flags: number, rest: Uint8Array = new Uint8Array()) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, rest]);
  };
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    id: encoded(id),
    /** Sets the counter back, like a cloned key. */
    rewind: (to: number) => {
      counter = to;
    },
    /** Leaves the counter at 0, like synced passkeys. */
    stopCounting: () => {
      step = 0;
    },
    create: (challenge: string, origin: string) => {
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(cose)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authenticatorData(0b0100_0101, attested))],
      ]);
      return {
        id: encoded(id),
        rawId: encoded(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: encoded(clientData('webauthn.create', challenge, origin)),
          attestationObject: encoded(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
          transports: ['internal'],
        },
      };
    },
    get: (challenge: string, origin: string, flags = 0b0000_0101) => {
      counter += step;
      const data = authenticatorData(flags);
      const client = clientData('webauthn.get', challenge, origin);
      return {
        id: encoded(id),
        rawId: encoded(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          authenticatorData: encoded(data),
          clientDataJSON: encoded(client),
          signature: encoded(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
      };
    },
  };
};
