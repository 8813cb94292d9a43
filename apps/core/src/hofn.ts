import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
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
/** How often a call is repeated that came too soon after many others, and the most seconds before each. */
const [mostRepeats, longestPauseSeconds] = [3, 60];

/** Milliseconds until Höfn takes calls again that it refused with 429 (`RATE_CORE`). */
const pauseOf = ({ headers }: Response): number => {
  const seconds = Number(headers.get('retry-after'));
  return (seconds > 0 ? Math.min(seconds, longestPauseSeconds) : 1) * 1000;
};

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
  let asked: Promise<string> | undefined;

  const newToken = async (): Promise<string> => {
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

  /** The token, which calls at the same time ask for once. */
  const currentToken = (): string | Promise<string> => {
    if (Date.now() < token.endsAt) return token.value;
    asked ??= newToken().finally(() => {
      asked = undefined;
    });
    return asked;
  };

  const respondOnce = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    {
      body,
      bytes,
      signal,
    }: { body?: object; bytes?: string; signal?: AbortSignal; stopping?: AbortSignal } = {},
  ): Promise<Response> => {
    const timeout = AbortSignal.timeout(timeoutMs + (signal ? 40_000 : 0));
    return fetch(new URL(`/api/core/v1/${path}`, parts.api), {
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
  };

  /**
   * Makes a call, and waits where Höfn asks for that.
   * @param path after `/api/core/v1/`
   * @param stopping ends the wait, but no call that is under way
   * @throws HofnRefused for an answer that stays the same; any other error is worth another try
   */
  const respond = async (...about: Parameters<typeof respondOnce>): Promise<Response> => {
    const [, , { signal, stopping } = {}] = about;
    let response = await respondOnce(...about);
    for (let repeats = 0; response.status === 429 && repeats < mostRepeats; repeats += 1) {
      await response.body?.cancel();
      await delay(pauseOf(response), undefined, { signal: signal ?? stopping });
      response = await respondOnce(...about);
    }
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
