import { AuthError } from './errors.ts';

/** Number of attempts at the token endpoint, and timeout of each in milliseconds (rule AUTH-3). */
export const tokenAttempts = { times: 3, timeout: 10_000 } as const;

/** Fields of the JSON body of a token request. */
export type TokenFields = Record<string, string>;

/** An unvalidated token response. */
export type TokenAnswer = { access_token?: string; id_token?: string; refresh_token?: string } & Record<
  string,
  unknown
>;

/**
 * Sends a token request with a JSON body. A request without a response is attempted up to three times; a refusal is
 * final and throws the provider's `error` and `error_description` (rule AUTH-19), or `request_error`.
 */
export const requestTokens = async (
  url: string,
  fields: TokenFields,
  fetcher: typeof fetch,
  timeout: number = tokenAttempts.timeout,
): Promise<TokenAnswer> => {
  const answer = await fetchWithAttempts(url, fields, fetcher, timeout);
  if (answer.ok && answer.body) return answer.body;
  const { error, error_description: description } = answer.body ?? {};
  throw new AuthError(
    typeof error === 'string' ? error : 'request_error',
    typeof description === 'string' ? description : `HTTP error. Unable to fetch ${url}`,
  );
};

const fetchWithAttempts = async (
  url: string,
  fields: TokenFields,
  fetcher: typeof fetch,
  timeout: number,
): Promise<{ ok: boolean; body: TokenAnswer | undefined }> => {
  let last: unknown;
  for (let attempt = 0; attempt < tokenAttempts.times; attempt += 1) {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeout);
    try {
      const response = await fetcher(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(fields),
        signal: limit.signal,
      });
      const text = await response.text();
      return { ok: response.ok, body: parse(text) };
    } catch (error) {
      last = limit.signal.aborted
        ? new AuthError('timeout', 'Timeout when executing fetch', { cause: error })
        : new AuthError('request_error', 'Failed to fetch', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
  throw last;
};

const parse = (text: string): TokenAnswer | undefined => {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as TokenAnswer) : undefined;
  } catch {
    return undefined;
  }
};
