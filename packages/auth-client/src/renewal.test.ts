import { beforeEach, describe, expect, test } from 'vitest';
import { AuthError, isRecoverable } from './errors.ts';
import { newKey, sign, signedInCookie, type TestWorld, testWorld } from './testing.ts';
import { createRefreshHandler } from './worker.ts';

let time: TestWorld['time'];
let provider: TestWorld['provider'];
let browser: TestWorld['browser'];
let open: TestWorld['open'];
let withTime: TestWorld['withTime'];

beforeEach(async () => {
  ({ time, provider, browser, open, withTime } = await testWorld());
});

/** Overrides a claim of the next id tokens. */
const withClaim = (claim: Record<string, unknown>) => async (): Promise<void> => {
  const { claims } = provider;
  provider.claims = (nonce) => ({ ...claims(nonce), ...claim });
};

describe('silent renewal', () => {
  test('AUTH-8a: a cached token is returned without lock or request', async () => {
    const client = open();
    await client.loginWithPopup();
    const before = provider.requests.length;
    expect(await client.getTokenSilently()).toBe('access-1');
    expect(provider.requests.length).toBe(before);
    expect(browser.local.keys().filter((key) => key.includes('lock'))).toEqual([]);
  });

  test('AUTH-3, AUTH-8a: an expired token is renewed by refresh token with redirect URI, audience and scope, and the new refresh token is stored', async () => {
    const client = open();
    await client.loginWithPopup();
    await time.advance(600_000);
    expect(client.isAuthenticated()).toBe(false);
    expect(await withTime(client.getTokenSilently())).toBe('access-2');
    expect(provider.tokenRequests().at(-1)?.body).toEqual({
      client_id: 'hofn-test',
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
      redirect_uri: 'https://app.example/callback/',
      audience: 'https://api.example',
      scope: 'openid profile email offline_access',
    });
    await time.advance(600_000);
    await withTime(client.getTokenSilently());
    expect(provider.tokenRequests().at(-1)?.body.refresh_token).toBe('refresh-2');
    expect(browser.seen.frames).toEqual([]);
  });

  test('AUTH-8a: without refresh tokens a frame renews the session', async () => {
    const client = open({ useRefreshTokens: false });
    await client.loginWithPopup();
    await time.advance(600_000);
    expect(await withTime(client.getTokenSilently())).toBe('access-2');
    expect(browser.seen.frames).toHaveLength(1);
  });

  test('AUTH-8a: concurrent calls share one renewal', async () => {
    const client = open();
    await client.loginWithPopup();
    await time.advance(600_000);
    const tokens = await withTime(Promise.all([1, 2, 3].map(() => client.getTokenSilently())));
    expect(tokens).toEqual(['access-2', 'access-2', 'access-2']);
    expect(provider.tokenRequests()).toHaveLength(2);
  });

  test('AUTH-8a: two tabs renew once: the second waits for the lock and uses the cache', async () => {
    const [first, second] = [open(), open()];
    await first.loginWithPopup();
    await time.advance(600_000);
    const both = Promise.all([first.getTokenSilently(), second.getTokenSilently()]);
    expect(await withTime(both)).toEqual(['access-2', 'access-2']);
    expect(provider.tokenRequests()).toHaveLength(2);
  });

  test('AUTH-8a: a lock that never becomes free ends in a timeout', async () => {
    const client = open();
    await client.loginWithPopup();
    await time.advance(600_000);
    const keepLocked = () =>
      browser.local.set('hofn.lock.hofn-test', JSON.stringify({ owner: 'other tab', at: time.now() }));
    keepLocked();
    const stop = time.every(1_000, keepLocked);
    const before = time.now();
    await expect(withTime(client.getTokenSilently())).rejects.toMatchObject({
      code: 'timeout',
      message: 'Timeout',
    });
    stop();
    expect(time.now() - before).toBeLessThan(52_000);
    expect(provider.tokenRequests()).toHaveLength(1);
  });

  test('ignoreCache renews the token, unless another tab has just done so', async () => {
    const client = open();
    await client.loginWithPopup();
    expect(await withTime(client.getTokenSilently({ ignoreCache: true }))).toBe('access-2');
    expect(await client.getTokenSilently()).toBe('access-2');
  });

  test('AUTH-8a: without rotation the refresh token stays the same', async () => {
    const client = open();
    await client.loginWithPopup();
    const respond = provider.respond;
    provider.respond = async (body) => {
      const { refresh_token: _, ...rest } = (await (await respond(body)).json()) as Record<string, unknown>;
      return Response.json(rest);
    };
    await time.advance(600_000);
    await withTime(client.getTokenSilently());
    await time.advance(600_000);
    await withTime(client.getTokenSilently());
    expect(provider.tokenRequests().at(-1)?.body.refresh_token).toBe('refresh-1');
  });

  test('AUTH-8b: a revoked refresh token falls back to the frame', async () => {
    const client = open();
    await client.loginWithPopup();
    await time.advance(600_000);
    const respond = provider.respond;
    provider.respond = async (body) =>
      body.grant_type === 'refresh_token'
        ? Response.json({ error: 'invalid_grant' }, { status: 400 })
        : respond(body);
    expect(await withTime(client.getTokenSilently())).toBe('access-2');
    expect(browser.seen.frames).toHaveLength(1);
  });

  test('a renewed id token with another subject is refused', async () => {
    const client = open();
    await client.loginWithPopup();
    await time.advance(600_000);
    provider.subject = 'customer-2';
    await expect(withTime(client.getTokenSilently())).rejects.toMatchObject({ code: 'invalid_token' });
  });

  test.each([
    {
      reason: 'is not signed by the provider',
      change: async () => {
        const other = await newKey('first');
        provider.idToken = (nonce) => sign(provider.claims(nonce), other);
      },
      text: /signature is refused/,
    },
    { reason: 'has another issuer', change: withClaim({ iss: 'https://elsewhere.example/' }), text: /"iss"/ },
    { reason: 'is for another client', change: withClaim({ aud: 'other' }), text: /"aud"/ },
    { reason: 'has expired', change: withClaim({ exp: 1 }), text: /"exp"/ },
  ])('AUTH-5: a renewed id token that $reason is refused', async ({ change, text }) => {
    const client = open();
    await client.loginWithPopup();
    await time.advance(600_000);
    await change();
    await expect(withTime(client.getTokenSilently())).rejects.toMatchObject({
      code: 'invalid_token',
      message: expect.stringMatching(text),
    });
  });

  test('AUTH-8b: a worker that lost its refresh token, as after a reload, falls back to the frame', async () => {
    const handle = createRefreshHandler(provider.fetch);
    const answers: string[] = [];
    const client = open(
      { cacheLocation: 'memory' },
      {
        worker: () => ({
          request: async (url, fields) => {
            const answer = await handle({ url, fields });
            if (!('error' in answer)) return answer.body;
            answers.push(answer.error.message);
            throw new AuthError(answer.error.code, answer.error.message);
          },
          forget: () => handle({}),
        }),
      },
    );
    expect(await withTime(client.getTokenSilently())).toBe('access-1');
    expect(answers).toEqual(['The web worker is missing the refresh token']);
    expect(browser.seen.frames).toHaveLength(1);
    // The frame's response gave the worker a refresh token, so the next renewal needs no frame.
    await time.advance(600_000);
    expect(await withTime(client.getTokenSilently())).toBe('access-2');
    expect(browser.seen.frames).toHaveLength(1);
    await client.logout({ localOnly: true });
    expect(await withTime(client.getTokenSilently())).toBe('access-3');
    expect(browser.seen.frames).toHaveLength(2);
  });

  const recoverable = [
    'login_required',
    'consent_required',
    'interaction_required',
    'account_selection_required',
    'access_denied',
  ];
  test.each(recoverable)('AUTH-8c: %s is recoverable by interactive login', async (code) => {
    browser.parts.page.frame = async (url) =>
      new URLSearchParams({ error: code, state: new URL(url).searchParams.get('state') ?? '' });
    const client = open({ useRefreshTokens: false });
    const error = await withTime(client.getTokenSilently()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code });
    expect(isRecoverable(error)).toBe(true);
    browser.cookies.set(signedInCookie, 'true');
    expect(await withTime(client.checkSession())).toBe(false);
  });

  test('AUTH-8c: other failures are not recoverable by login', () => {
    const others = ['server_error', 'invalid_grant', 'request_error', 'timeout', 'invalid_token'];
    expect(others.filter((code) => isRecoverable(new AuthError(code, '')))).toEqual([]);
    expect(isRecoverable(new Error('login_required'))).toBe(false);
  });

  test('AUTH-16: a foreign error keeps its message, or has Get access token failed', async () => {
    browser.parts.page.frame = async () => {
      throw undefined;
    };
    const attempt = withTime(open({ useRefreshTokens: false }).getTokenSilently());
    await expect(attempt).rejects.toMatchObject({
      code: 'get_access_token_failed',
      message: 'Get access token failed',
    });
  });
});

describe('page load', () => {
  test('AUTH-9c: without the session-check cookie no request is sent', async () => {
    const client = open();
    expect(await client.checkSession()).toBe(false);
    expect([...browser.seen.frames, ...provider.requests]).toEqual([]);
  });

  test('AUTH-9c: with it, a session missing from the cache is renewed', async () => {
    browser.cookies.set(signedInCookie, 'true');
    const client = open();
    expect(await withTime(client.checkSession())).toBe(true);
    expect(client.isAuthenticated()).toBe(true);
  });

  test('an unreachable provider is an error, not a signed-out user', async () => {
    browser.cookies.set(signedInCookie, 'true');
    browser.parts.page.frame = async () => {
      throw new AuthError('timeout', 'Timeout');
    };
    await expect(withTime(open().checkSession())).rejects.toMatchObject({ code: 'timeout' });
  });

  test('changes by other tabs are reported, but not those of other clients', async () => {
    const client = open();
    const users: unknown[] = [];
    const stop = client.onChange((user) => users.push(user?.sub));
    const key = 'hofn.session::hofn-test::https://api.example::openid profile email offline_access';
    await open().loginWithPopup();
    browser.otherTabWrites(key);
    browser.otherTabWrites('something else');
    await open().logout({ localOnly: true });
    browser.otherTabWrites(null);
    stop();
    browser.otherTabWrites(key);
    expect(users).toEqual(['customer-1', undefined]);
  });
});
