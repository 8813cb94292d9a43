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

export type TokenRequestOptions = {
  /** Milliseconds of one attempt. */
  timeout?: number;
  /** Sends a form, as the standard says (RFC 6749), instead of JSON (rule AUTH-3). */
  isForm?: boolean | undefined;
};

/**
 * Sends a token request, with a JSON body by default. A request without a response is attempted up to three times; a refusal is
 * final and throws the provider's `error` and `error_description` (rule AUTH-19), or `request_error`.
 */
export const requestTokens = async (
  url: string,
  fields: TokenFields,
  fetcher: typeof fetch,
  options: TokenRequestOptions = {},
): Promise<TokenAnswer> => {
  const answer = await fetchWithAttempts(url, fields, fetcher, options);
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
  { timeout = tokenAttempts.timeout, isForm }: TokenRequestOptions,
): Promise<{ ok: boolean; body: TokenAnswer | undefined }> => {
  let last: unknown;
  for (let attempt = 0; attempt < tokenAttempts.times; attempt += 1) {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeout);
    try {
      const response = await fetcher(url, {
        method: 'POST',
        headers: isForm
          ? { Accept: 'application/json' }
          : { 'Content-Type': 'application/json', Accept: 'application/json' },
        // fetch sets the content type of a form.
        body: isForm ? new URLSearchParams(fields) : JSON.stringify(fields),
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
