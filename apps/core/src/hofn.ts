import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import type { CoreClient } from './client.ts';

/** Refused by Höfn: repeating the call changes nothing. */
export class HofnRefused extends Error {
  override name = 'HofnRefused';
  readonly status: number;
  readonly problem: { errorCode?: string; errors?: Record<string, string[]> };
  constructor(status: number, problem: HofnRefused['problem']) {
    super(`Höfn answered ${status} ${JSON.stringify(problem)}`);
    this.status = status;
    this.problem = problem;
  }
}

export type HofnParts = CoreClient & {
  /** Address of the identity service. */
  identity: string;
  /** Address of the API. */
  api: string;
};

/** Seconds before its end at which a token is replaced. */
const marginSeconds = 30;
const timeoutMs = 20_000;

/** An assertion that proves the key, for one use (RFC 7523). */
const assertionOf = ({ clientId, privateKey }: HofnParts, issuer: string): string => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  // The real time: the identity service does not follow the demo's clock.
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: clientId, sub: clientId, aud: issuer, jti: randomUUID(), iat: now, exp: now + 30 };
  const signed = `${encode({ alg: 'ES256' })}.${encode(claims)}`;
  const key = createPrivateKey({ key: privateKey, format: 'jwk' });
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
};

/** Calls the core connection with an access token of this client (rule CORE-1). */
export const createHofn = (parts: HofnParts) => {
  let token = { value: '', endsAt: 0 };

  const currentToken = async (): Promise<string> => {
    if (Date.now() < token.endsAt) return token.value;
    const signal = AbortSignal.timeout(timeoutMs);
    const discovery = await fetch(new URL('/.well-known/openid-configuration', parts.identity), { signal });
    const { issuer, token_endpoint } = (await discovery.json()) as Record<string, string>;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertionOf(parts, issuer ?? ''),
    });
    // Under the address that we know: discovery names the public one, which may not be reachable from here.
    const { pathname } = new URL(token_endpoint ?? '', parts.identity);
    const response = await fetch(new URL(pathname, parts.identity), { method: 'POST', body, signal });
    const answer = (await response.json()) as { access_token?: string; expires_in?: number; error?: string };
    if (!answer.access_token) throw new Error(`No access token: ${answer.error}`);
    const seconds = (answer.expires_in ?? 0) - marginSeconds;
    token = { value: answer.access_token, endsAt: Date.now() + seconds * 1000 };
    return token.value;
  };

  /**
   * Makes a call.
   * @param path after `/api/core/v1/`
   * @throws HofnRefused for an answer that stays the same; any other error is worth another try
   */
  const respond = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { body, bytes, signal }: { body?: object; bytes?: string; signal?: AbortSignal } = {},
  ): Promise<Response> => {
    const timeout = AbortSignal.timeout(timeoutMs + (signal ? 40_000 : 0));
    const response = await fetch(new URL(`/api/core/v1/${path}`, parts.api), {
      method,
      headers: {
        authorization: `Bearer ${await currentToken()}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(bytes !== undefined && { 'content-type': 'application/octet-stream' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(bytes !== undefined && { body: bytes }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (response.ok) return response;
    if (response.status === 401) token = { value: '', endsAt: 0 };
    const problem = (await response.json().catch(() => ({}))) as HofnRefused['problem'];
    const isFinal = response.status < 500 && ![401, 408, 429].includes(response.status);
    throw isFinal ? new HofnRefused(response.status, problem) : new Error(`Höfn answered ${response.status}`);
  };

  return {
    call: async <Answer>(...about: Parameters<typeof respond>): Promise<Answer> =>
      (await (await respond(...about)).json()) as Answer,
    /** Downloads a text, with the same faults as a call. */
    download: async (path: string): Promise<string> => (await respond('GET', path)).text(),
  };
};
export type Hofn = ReturnType<typeof createHofn>;
