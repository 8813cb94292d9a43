import { expect, test, vi } from 'vitest';
import { requestTokens, tokenAttempts } from './token-request.ts';

const url = 'https://identity.example/oauth/token';

/** A fetch that plays what it is given, one play a request, the last one again and again. */
const playing = (...plays: ((init: RequestInit) => Promise<Response>)[]) => {
  const requests: RequestInit[] = [];
  const fetcher = (async (_: string, init: RequestInit) => {
    requests.push(init);
    const play = plays[Math.min(requests.length, plays.length) - 1];
    if (!play) throw new Error('nothing to play');
    return play(init);
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
  const { fetcher, requests } = playing(good);
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

test('AUTH-3: a request without an answer is made up to 3 times, and the third may serve', async () => {
  const { fetcher, requests } = playing(down, down, good);
  await expect(requestTokens(url, {}, fetcher)).resolves.toEqual({ access_token: 'a' });
  expect(requests).toHaveLength(3);
});

test('AUTH-16: no answer three times is Failed to fetch', async () => {
  const { fetcher, requests } = playing(down);
  await expect(requestTokens(url, {}, fetcher)).rejects.toMatchObject({
    code: 'request_error',
    message: 'Failed to fetch',
  });
  expect(requests).toHaveLength(3);
});

test('AUTH-3: each attempt has 10 s', async () => {
  vi.useFakeTimers();
  try {
    const { fetcher, requests } = playing(silent);
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

test('AUTH-16: a time-out is told as Timeout when executing fetch', async () => {
  const { fetcher } = playing(silent);
  await expect(requestTokens(url, {}, fetcher, 5)).rejects.toMatchObject({
    code: 'timeout',
    message: 'Timeout when executing fetch',
  });
});

test('AUTH-16: a refusal without words is request_error with the address, and is not asked again', async () => {
  const { fetcher, requests } = playing(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(requestTokens(url, {}, fetcher)).rejects.toMatchObject({
    code: 'request_error',
    message: `HTTP error. Unable to fetch ${url}`,
  });
  expect(requests).toHaveLength(1);
});

test('AUTH-19: error and error_description of the answer are read', async () => {
  const { fetcher } = playing(async () =>
    Response.json({ error: 'invalid_grant', error_description: 'used before' }, { status: 400 }),
  );
  await expect(requestTokens(url, {}, fetcher)).rejects.toMatchObject({
    code: 'invalid_grant',
    message: 'used before',
  });
});

test('an answer of 200 that is not JSON is refused', async () => {
  const { fetcher } = playing(async () => new Response('hello'));
  await expect(requestTokens(url, {}, fetcher)).rejects.toMatchObject({ code: 'request_error' });
});
