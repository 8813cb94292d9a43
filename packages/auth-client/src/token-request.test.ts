import { expect, test, vi } from 'vitest';
import { requestTokens, tokenAttempts } from './token-request.ts';

const url = 'https://identity.example/oauth/token';

/** A fetch that runs one handler per request, repeating the last one. */
const fetchWith = (...handlers: ((init: RequestInit) => Promise<Response>)[]) => {
  const requests: RequestInit[] = [];
  const fetcher = (async (_: string, init: RequestInit) => {
    requests.push(init);
    const handler = handlers[Math.min(requests.length, handlers.length) - 1];
    if (!handler) throw new Error('no handler');
    return handler(init);
  }) as unknown as typeof fetch;
  return { fetcher, requests };
};

const down = async (): Promise<Response> => {
  throw new TypeError('NetworkError when attempting to fetch resource.');
};
const silent = ({ signal }: RequestInit): Promise<Response> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
const good = async (): Promise<Response> => Response.json({ access_token: 'a' });

test('AUTH-3: the body is JSON with the fields as given', async () => {
  const { fetcher, requests } = fetchWith(good);
  await requestTokens(url, { grant_type: 'refresh_token', audience: 'api', scope: 'openid' }, fetcher);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.method).toBe('POST');
  expect(new Headers(requests[0]?.headers).get('content-type')).toBe('application/json');
  expect(JSON.parse(String(requests[0]?.body))).toEqual({
    grant_type: 'refresh_token',
    audience: 'api',
    scope: 'openid',
  });
});

test('AUTH-3: a request without a response is made up to 3 times, and the third may succeed', async () => {
  const { fetcher, requests } = fetchWith(down, down, good);
  await expect(requestTokens(url, {}, fetcher)).resolves.toEqual({ access_token: 'a' });
  expect(requests).toHaveLength(3);
});

test('AUTH-16: no response after three attempts is Failed to fetch', async () => {
  const { fetcher, requests } = fetchWith(down);
  await expect(requestTokens(url, {}, fetcher)).rejects.toMatchObject({
    code: 'request_error',
    message: 'Failed to fetch',
  });
  expect(requests).toHaveLength(3);
});

test('AUTH-3: each attempt has 10 s', async () => {
  vi.useFakeTimers();
  try {
    const { fetcher, requests } = fetchWith(silent);
    const attempt = requestTokens(url, {}, fetcher);
    attempt.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect(attempt).rejects.toMatchObject({ code: 'timeout', message: 'Timeout when executing fetch' });
    expect(requests).toHaveLength(tokenAttempts.times);
  } finally {
    vi.useRealTimers();
  }
});

test('AUTH-16: a timeout has the message Timeout when executing fetch', async () => {
  const { fetcher } = fetchWith(silent);
  await expect(requestTokens(url, {}, fetcher, { timeout: 5 })).rejects.toMatchObject({
    code: 'timeout',
    message: 'Timeout when executing fetch',
  });
});

test('AUTH-16: a refusal without a JSON body is request_error with the URL, and is not retried', async () => {
  const { fetcher, requests } = fetchWith(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(requestTokens(url, {}, fetcher)).rejects.toMatchObject({
    code: 'request_error',
    message: `HTTP error. Unable to fetch ${url}`,
  });
  expect(requests).toHaveLength(1);
});

test('AUTH-19: error and error_description of the response are used', async () => {
  const { fetcher } = fetchWith(async () =>
    Response.json({ error: 'invalid_grant', error_description: 'used before' }, { status: 400 }),
  );
  await expect(requestTokens(url, {}, fetcher)).rejects.toMatchObject({
    code: 'invalid_grant',
    message: 'used before',
  });
});

test('a 200 response that is not JSON is refused', async () => {
  const { fetcher } = fetchWith(async () => new Response('hello'));
  await expect(requestTokens(url, {}, fetcher)).rejects.toMatchObject({ code: 'request_error' });
});
