import { AuthError } from './errors.ts';

type Key = JsonWebKey & { kid?: string };
type Header = { kid?: string };

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
/** Shorter keys are not RS256's (RFC 7518, section 3.3). */
const leastBits = 2048;

/**
 * Makes the check of an id token's signature against the keys that the provider publishes (rule AUTH-5). The keys are
 * kept, and asked for anew when a token names one that is not among them: the provider rotates them (rule AUTH-14).
 * Always RS256, whatever the token says of itself. Throws `invalid_token`, or `request_error` when the keys cannot be had.
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
      const fit = known.filter(
        (key) =>
          key.kty === 'RSA' &&
          (key.use ?? 'sig') === 'sig' &&
          (key.alg ?? 'RS256') === 'RS256' &&
          (kid === undefined || key.kid === kid),
      );
      // Without a name in the token the key must be beyond doubt.
      return fit.length === 1 ? fit[0] : undefined;
    };
    if (!pick()) known = await load();
    const { n, e } = pick() ?? {};
    if (!n || !e) throw refused('no published key fits');
    const key = await crypto.subtle.importKey('jwk', { kty: 'RSA', n, e }, algorithm, false, ['verify']);
    const bits = (key.algorithm as RsaHashedKeyAlgorithm).modulusLength;
    const data = new TextEncoder().encode(`${header}.${payload}`);
    if (bits < leastBits || !(await crypto.subtle.verify(algorithm, key, bytesOf(signature), data))) {
      throw refused('it does not verify');
    }
  };
};

const refused = (why: string): AuthError =>
  new AuthError('invalid_token', `The id token's signature is refused: ${why}`);

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
