import { AuthError } from './errors.ts';

type Key = JsonWebKey & { kid?: string };
type Header = { kid?: string };

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
/** RS256 requires at least this key size (RFC 7518, section 3.3). */
const minBits = 2048;

/**
 * Creates a verifier of id token signatures against the provider's published keys (rule AUTH-5). The keys are cached
 * and fetched again when a token has an unknown key id, because the provider rotates them (rule AUTH-14). Always RS256,
 * whatever the token's header says. Throws `invalid_token`, or `request_error` if the keys cannot be fetched.
 */
export const signatureCheck = (url: string, fetcher: typeof fetch) => {
  let known: Key[] = [];

  const load = async (): Promise<Key[]> => {
    try {
      const answer = await fetcher(url);
      if (!answer.ok) throw new Error(`Status ${answer.status}`);
      return (await answer.json()).keys;
    } catch (cause) {
      throw new AuthError('request_error', `HTTP error. Unable to fetch ${url}`, { cause });
    }
  };

  return async (token: string): Promise<void> => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const { kid }: Header = JSON.parse(new TextDecoder().decode(bytesOf(header)));
    const pick = (): Key | undefined => {
      const matches = known.filter(
        (key) =>
          key.kty === 'RSA' &&
          (key.use ?? 'sig') === 'sig' &&
          (key.alg ?? 'RS256') === 'RS256' &&
          (kid === undefined || key.kid === kid),
      );
      // Without a key id in the token the key must be unambiguous.
      return matches.length === 1 ? matches[0] : undefined;
    };
    if (!pick()) known = await load();
    const { n, e } = pick() ?? {};
    if (!n || !e) throw refused('no published key fits');
    const key = await crypto.subtle.importKey('jwk', { kty: 'RSA', n, e }, algorithm, false, ['verify']);
    const bits = (key.algorithm as RsaHashedKeyAlgorithm).modulusLength;
    const data = new TextEncoder().encode(`${header}.${payload}`);
    if (bits < minBits || !(await crypto.subtle.verify(algorithm, key, bytesOf(signature), data))) {
      throw refused('it does not verify');
    }
  };
};

const refused = (why: string): AuthError =>
  new AuthError('invalid_token', `The id token's signature is refused: ${why}`);

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
