// The refresh worker holds the refresh token of an in-memory session, so that no script of the page can read it. It
// calls the token endpoint for the page and returns the response without the refresh token.
import { AuthError } from './errors.ts';
import { requestTokens, type TokenFields } from './token-request.ts';

/** A request to the worker. Without `url` it removes all tokens. */
export type WorkerRequest = { url?: string; fields?: TokenFields; isForm?: boolean };
export type WorkerAnswer = { body: Record<string, unknown> } | { error: { code: string; message: string } };

/** Creates the worker's handler, separate from the worker for tests. */
export const createRefreshHandler = (fetcher: typeof fetch) => {
  const tokens = new Map<string, string>();
  return async ({ url, fields, isForm }: WorkerRequest): Promise<WorkerAnswer> => {
    if (!url || !fields) {
      tokens.clear();
      return { body: {} };
    }
    const key = `${fields.client_id} ${fields.audience} ${fields.scope}`;
    try {
      const request = { ...fields };
      if (request.grant_type === 'refresh_token') {
        const token = tokens.get(key);
        if (!token) throw missingRefreshToken();
        request.refresh_token = token;
      }
      const { refresh_token: token, ...body } = await requestTokens(url, request, fetcher, { isForm });
      if (token) tokens.set(key, token);
      return { body };
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      if (error.code === 'invalid_grant') tokens.delete(key);
      return { error: { code: error.code, message: error.message } };
    }
  };
};

const missingRefreshToken = (): AuthError =>
  new AuthError('missing_refresh_token', 'The web worker is missing the refresh token');
