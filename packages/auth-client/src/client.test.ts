import { beforeEach, describe, expect, test } from 'vitest';
import { type AuthParts, createClient } from './client.ts';
import { AuthError, isRecoverable } from './errors.ts';
import { memoryStore } from './storage.ts';
import {
  type TestProvider,
  testOptions,
  testParts,
  testProvider,
  tokenUrl,
  type VirtualTime,
  virtualTime,
} from './testing.ts';
import type { AuthOptions } from './types.ts';
import { createRefreshHandler } from './worker.ts';

const transactionCookie = 'hofn.hofn-test.transaction';
const signedInCookie = 'hofn.hofn-test.is.authenticated';

let time: VirtualTime;
let provider: TestProvider;
let browser: ReturnType<typeof testParts>;

beforeEach(async () => {
  time = virtualTime();
  provider = await testProvider(time);
  browser = testParts(provider, time);
});

const open = (options: Partial<AuthOptions> = {}, parts: Partial<AuthParts> = {}) =>
  createClient({ ...testOptions, ...options } as AuthOptions, { ...browser.parts, ...parts });

/** The address that the page last left for. */
const leftFor = (): URL => new URL(browser.seen.left.at(-1) ?? 'about:blank');

/** The provider's answer to the last redirect, as the address of the callback. */
const callbackUrl = (more: Record<string, string> = {}): string =>
  `https://app.example/callback/?${provider.authorize(leftFor().href, more)}`;

/** Lets time pass until a promise is settled: some of it waits for the clock, some for real cryptography. */
const withTime = async <T>(promise: Promise<T>): Promise<T> => {
  let settled = false;
  const settle = (): void => {
    settled = true;
  };
  promise.then(settle, settle);
  while (!settled) await time.advance(25);
  return promise;
};

/** Cache and cookies as they are, to compare. */
const kept = () => ({
  stored: Object.fromEntries(browser.local.keys().map((key) => [key, browser.local.get(key)])),
  signedIn: browser.cookies.get(signedInCookie),
});

describe('redirect login', () => {
  test('AUTH-2a: the authorization request is the code flow with PKCE S256, state, nonce, scope and audience', async () => {
    await open({ connection: 'customer' }).loginWithRedirect({ language: 'is-IS' });
    const url = leftFor();
    const transaction = JSON.parse(browser.cookies.get(transactionCookie) ?? '');
    expect(url.origin + url.pathname).toBe('https://identity.example/authorize');
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(transaction.code_verifier));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'hofn-test',
      response_type: 'code',
      response_mode: 'query',
      redirect_uri: 'https://app.example/callback/',
      scope: 'openid profile email offline_access',
      audience: 'https://api.example',
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: Buffer.from(digest).toString('base64url'),
      code_challenge_method: 'S256',
      connection: 'customer',
      ui_locales: 'is',
    });
    expect(transaction.state).not.toBe(transaction.nonce);
  });

  test('AUTH-9c: the verifier has 43 characters and no two are alike', async () => {
    const client = open();
    const verifiers = new Set<string>();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await client.loginWithRedirect();
      const { code_verifier: verifier } = JSON.parse(browser.cookies.get(transactionCookie) ?? '');
      expect(verifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
      verifiers.add(verifier);
    }
    expect(verifiers.size).toBe(20);
  });

  test('AUTH-18: the transaction keeps what the answer is checked by, and appState comes back unchanged', async () => {
    const appState = { returnTo: '/vidskipti?a=1&b=á#neðar', deep: [{ list: [1, null] }] };
    const client = open();
    await client.loginWithRedirect({ appState });
    expect(JSON.parse(browser.cookies.get(transactionCookie) ?? '')).toEqual({
      state: expect.any(String),
      nonce: expect.any(String),
      code_verifier: expect.any(String),
      appState,
      scope: 'openid profile email offline_access',
      audience: 'https://api.example',
      redirect_uri: 'https://app.example/callback/',
    });
    expect(await client.handleRedirectCallback(callbackUrl())).toEqual({ appState });
  });

  test('AUTH-18: the session keeps tokens, expiry, decoded claims and user, scope, audience and client', async () => {
    const client = open();
    await client.loginWithRedirect();
    await client.handleRedirectCallback(callbackUrl());
    const key = 'hofn.session::hofn-test::https://api.example::openid profile email offline_access';
    const { body } = JSON.parse(browser.local.get(key) ?? '');
    expect(body).toEqual({
      access_token: 'access-1',
      id_token: expect.stringMatching(/^[^.]+\.[^.]+\.[^.]+$/),
      refresh_token: 'refresh-1',
      expires_in: 600,
      decodedToken: {
        claims: expect.objectContaining({ iss: 'https://identity.example/', aud: 'hofn-test' }),
        user: { sub: 'customer-1', name: 'Hafdís Prófa' },
      },
      scope: 'openid profile email offline_access',
      audience: 'https://api.example',
      client_id: 'hofn-test',
    });
  });

  test('AUTH-3: the code is redeemed with redirect address, audience, scope and verifier', async () => {
    const client = open();
    await client.loginWithRedirect();
    const { code_verifier } = JSON.parse(browser.cookies.get(transactionCookie) ?? '');
    await client.handleRedirectCallback(callbackUrl());
    expect(provider.tokenRequests().map(({ body }) => body)).toEqual([
      {
        client_id: 'hofn-test',
        grant_type: 'authorization_code',
        code: 'code-1',
        code_verifier,
        redirect_uri: 'https://app.example/callback/',
        audience: 'https://api.example',
        scope: 'openid profile email offline_access',
      },
    ]);
  });

  test('AUTH-20: a callback that succeeds signs in, once', async () => {
    const client = open();
    expect(client.isAuthenticated()).toBe(false);
    await client.loginWithRedirect();
    expect(client.isAuthenticated()).toBe(false);
    const url = callbackUrl();
    await client.handleRedirectCallback(url);
    expect(client.isAuthenticated()).toBe(true);
    expect(browser.cookies.get(signedInCookie)).toBe('true');
    await expect(client.handleRedirectCallback(url)).rejects.toMatchObject({ message: 'Invalid state' });
  });

  test('AUTH-16: a callback without a query says so', async () => {
    const attempt = open().handleRedirectCallback('https://app.example/callback/');
    await expect(attempt).rejects.toMatchObject({
      code: 'no_query',
      message: 'There are no query params available for parsing.',
    });
  });

  const noTransaction: [string, string | undefined][] = [
    ['none', undefined],
    ['one without verifier', JSON.stringify({ state: 'x', nonce: 'n' })],
    ['one without nonce', JSON.stringify({ state: 'x', code_verifier: 'v' })],
    ['one that is not JSON', '{'],
  ];
  test.each(noTransaction)(
    'AUTH-6b: a callback is refused when the stored transaction is %s',
    async (_, cookie) => {
      if (cookie) browser.cookies.set(transactionCookie, cookie);
      const attempt = open().handleRedirectCallback('https://app.example/callback/?code=c&state=x');
      await expect(attempt).rejects.toMatchObject({ code: 'invalid_state', message: 'Invalid state' });
      expect(provider.requests).toEqual([]);
    },
  );

  test('AUTH-16: a callback with another state is refused, and the login under way can still end well', async () => {
    const client = open();
    await client.loginWithRedirect();
    const forged = client.handleRedirectCallback('https://app.example/callback/?code=c&state=forged');
    await expect(forged).rejects.toMatchObject({ code: 'invalid_state', message: 'Invalid state' });
    expect(provider.requests).toEqual([]);
    await client.handleRedirectCallback(callbackUrl());
    expect(client.isAuthenticated()).toBe(true);
  });

  test("AUTH-16: the provider's error with its description is raised on the callback, with appState", async () => {
    const client = open();
    await client.loginWithRedirect({ appState: 'here' });
    const state = leftFor().searchParams.get('state');
    const attempt = client.handleRedirectCallback(
      `https://app.example/callback/?error=access_denied&error_description=Hætt+við&state=${state}`,
    );
    await expect(attempt).rejects.toMatchObject({
      code: 'access_denied',
      message: 'Hætt við',
      appState: 'here',
    });
  });

  test('AUTH-16: an error of the provider without a description reads Login failed', async () => {
    const client = open();
    await client.loginWithRedirect();
    const state = leftFor().searchParams.get('state');
    const attempt = client.handleRedirectCallback(
      `https://app.example/callback/?error=server_error&state=${state}`,
    );
    await expect(attempt).rejects.toMatchObject({ code: 'server_error', message: 'Login failed' });
  });

  test('an answer that names another provider is refused before its code is used', async () => {
    const client = open();
    await client.loginWithRedirect();
    const attempt = client.handleRedirectCallback(callbackUrl({ iss: 'https://elsewhere.example/' }));
    await expect(attempt).rejects.toMatchObject({ code: 'login_failed' });
    expect(provider.requests).toEqual([]);
  });

  test('AUTH-16: an answer without id token is refused', async () => {
    const client = open();
    provider.respond = async () =>
      Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 600 });
    await client.loginWithRedirect();
    await expect(client.handleRedirectCallback(callbackUrl())).rejects.toMatchObject({
      message: 'ID token is required but missing',
    });
  });

  test('a browser that refuses the cookie is told before it leaves', async () => {
    browser.cookies.set = () => false;
    await expect(open().loginWithRedirect()).rejects.toMatchObject({ code: 'cookies_refused' });
    expect(browser.seen.left).toEqual([]);
  });
});

describe('popup login', () => {
  test('AUTH-20: a popup that succeeds signs in', async () => {
    const client = open();
    await client.loginWithPopup({ language: 'en' });
    expect(client.isAuthenticated()).toBe(true);
    expect(browser.cookies.get(signedInCookie)).toBe('true');
    expect(new URL(browser.seen.popups[0] ?? '').searchParams.get('ui_locales')).toBe('en');
  });

  test('AUTH-2b: the popup and the frame ask for web_message, the frame for prompt=none', async () => {
    const client = open({ useRefreshTokens: false });
    await client.loginWithPopup();
    await withTime(client.getTokenSilently({ ignoreCache: true }));
    const [popup, frame] = [browser.seen.popups, browser.seen.frames].map(
      ([url]) => new URL(url ?? '').searchParams,
    );
    expect(popup?.get('response_mode')).toBe('web_message');
    expect(popup?.has('prompt')).toBe(false);
    expect(frame?.get('response_mode')).toBe('web_message');
    expect(frame?.get('prompt')).toBe('none');
  });

  test('AUTH-6a: a popup whose state differs is refused', async () => {
    browser.parts.page.popup = () => async () => new URLSearchParams({ code: 'c', state: 'other' });
    await expect(open().loginWithPopup()).rejects.toMatchObject({
      code: 'invalid_state',
      message: 'Invalid state',
    });
    expect(provider.requests).toEqual([]);
  });

  test('AUTH-6a: a frame whose state differs is refused', async () => {
    browser.parts.page.frame = async () => new URLSearchParams({ code: 'c', state: 'other' });
    const attempt = withTime(open({ useRefreshTokens: false }).getTokenSilently());
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_state', message: 'Invalid state' });
    expect(provider.requests).toEqual([]);
  });

  const failures: [string, () => void][] = [
    [
      'the popup is refused',
      () => {
        browser.parts.page.popup = () => async () => {
          throw new AuthError('cancelled', 'Popup closed');
        };
      },
    ],
    [
      'the provider refuses',
      () => {
        provider.respond = async () => Response.json({ error: 'invalid_grant' }, { status: 400 });
      },
    ],
    [
      'the id token does not hold',
      () => {
        provider.idToken = async () => 'a.b';
      },
    ],
  ];
  test.each(failures)('AUTH-20: when %s, cache and cookie stay as they were', async (_, fail) => {
    const client = open();
    await client.loginWithPopup();
    const before = kept();
    fail();
    await expect(client.loginWithPopup()).rejects.toBeInstanceOf(AuthError);
    expect(kept()).toEqual(before);
  });

  test('AUTH-20: a failed first login leaves nothing behind', async () => {
    provider.respond = async () => Response.json({ error: 'invalid_grant' }, { status: 400 });
    const client = open();
    await expect(client.loginWithPopup()).rejects.toBeInstanceOf(AuthError);
    expect(kept()).toEqual({ stored: {}, signedIn: undefined });
    expect(client.isAuthenticated()).toBe(false);
  });
});

describe('a token without a word', () => {
  test('AUTH-8a: the cache serves first, without lock or request', async () => {
    const client = open();
    await client.loginWithPopup();
    const before = provider.requests.length;
    expect(await client.getTokenSilently()).toBe('access-1');
    expect(provider.requests.length).toBe(before);
    expect(browser.local.keys().filter((key) => key.includes('lock'))).toEqual([]);
  });

  test('AUTH-8a: a token that ran out is renewed by refresh token, and the new refresh token is kept', async () => {
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

  test('AUTH-8a: without refresh tokens a frame renews', async () => {
    const client = open({ useRefreshTokens: false });
    await client.loginWithPopup();
    await time.advance(600_000);
    expect(await withTime(client.getTokenSilently())).toBe('access-2');
    expect(browser.seen.frames).toHaveLength(1);
  });

  test('AUTH-8a: many who ask at once share one renewal', async () => {
    const client = open();
    await client.loginWithPopup();
    await time.advance(600_000);
    const tokens = await withTime(Promise.all([1, 2, 3].map(() => client.getTokenSilently())));
    expect(tokens).toEqual(['access-2', 'access-2', 'access-2']);
    expect(provider.tokenRequests()).toHaveLength(2);
  });

  test('AUTH-8a: two tabs renew once: the second waits for the lock and finds the cache filled', async () => {
    const [one, two] = [open(), open()];
    await one.loginWithPopup();
    await time.advance(600_000);
    const both = Promise.all([one.getTokenSilently(), two.getTokenSilently()]);
    expect(await withTime(both)).toEqual(['access-2', 'access-2']);
    expect(provider.tokenRequests()).toHaveLength(2);
  });

  test('AUTH-8a: a lock that is never given ends in a time-out, not in a wait for ever', async () => {
    const client = open();
    await client.loginWithPopup();
    await time.advance(600_000);
    const hold = () =>
      browser.local.set('hofn.lock.hofn-test', JSON.stringify({ owner: 'other tab', at: time.now() }));
    hold();
    const stop = time.every(1_000, hold);
    const before = time.now();
    await expect(withTime(client.getTokenSilently())).rejects.toMatchObject({
      code: 'timeout',
      message: 'Timeout',
    });
    stop();
    expect(time.now() - before).toBeLessThan(52_000);
    expect(provider.tokenRequests()).toHaveLength(1);
  });

  test('ignoreCache asks the provider, unless another tab has done so meanwhile', async () => {
    const client = open();
    await client.loginWithPopup();
    expect(await withTime(client.getTokenSilently({ ignoreCache: true }))).toBe('access-2');
    expect(await client.getTokenSilently()).toBe('access-2');
  });

  test('a provider that does not rotate leaves the refresh token as it was', async () => {
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

  test('a refresh token that was revoked falls back to the frame', async () => {
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

  test('a renewed id token about someone else is refused', async () => {
    const client = open();
    await client.loginWithPopup();
    await time.advance(600_000);
    provider.subject = 'customer-2';
    await expect(withTime(client.getTokenSilently())).rejects.toMatchObject({ code: 'invalid_token' });
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
    // The frame's answer gave the worker a refresh token, so the next renewal needs no frame.
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
  test.each(recoverable)('AUTH-8c: %s surfaces as mendable by interactive login', async (code) => {
    browser.parts.page.frame = async (url) =>
      new URLSearchParams({ error: code, state: new URL(url).searchParams.get('state') ?? '' });
    const client = open({ useRefreshTokens: false });
    const error = await withTime(client.getTokenSilently()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code });
    expect(isRecoverable(error)).toBe(true);
    browser.cookies.set(signedInCookie, 'true');
    expect(await withTime(client.checkSession())).toBe(false);
  });

  test('AUTH-8c: other failures are not mendable by login', () => {
    const others = ['server_error', 'invalid_grant', 'request_error', 'timeout', 'invalid_token'];
    expect(others.filter((code) => isRecoverable(new AuthError(code, '')))).toEqual([]);
    expect(isRecoverable(new Error('login_required'))).toBe(false);
  });

  test('AUTH-16: a failure that is no error of ours reads as it does, or Get access token failed', async () => {
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

describe('the start of a page', () => {
  test('AUTH-9c: without the session-check cookie nobody is asked', async () => {
    const client = open();
    expect(await client.checkSession()).toBe(false);
    expect([...browser.seen.frames, ...provider.requests]).toEqual([]);
  });

  test('AUTH-9c: with it, a session that the cache lost is renewed', async () => {
    browser.cookies.set(signedInCookie, 'true');
    const client = open();
    expect(await withTime(client.checkSession())).toBe(true);
    expect(client.isAuthenticated()).toBe(true);
  });

  test('a provider that cannot be asked is an error and not a signed-out person', async () => {
    browser.cookies.set(signedInCookie, 'true');
    browser.parts.page.frame = async () => {
      throw new AuthError('timeout', 'Timeout');
    };
    await expect(withTime(open().checkSession())).rejects.toMatchObject({ code: 'timeout' });
  });

  test('what another tab does is told, and nothing of other clients', async () => {
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

describe('logout', () => {
  test('AUTH-11: clears cache and cookie, then leaves for the provider', async () => {
    const client = open();
    await client.loginWithPopup();
    browser.local.set('hofn.session::other-client::a::b', 'stays');
    await client.logout({ returnTo: 'https://app.example/bless/', federated: true });
    expect(kept()).toEqual({ stored: { 'hofn.session::other-client::a::b': 'stays' }, signedIn: undefined });
    expect(client.isAuthenticated()).toBe(false);
    expect(leftFor().href).toBe(
      'https://identity.example/v2/logout?client_id=hofn-test&returnTo=https%3A%2F%2Fapp.example%2Fbless%2F&federated=',
    );
  });

  test('AUTH-11: stays on the page when local only', async () => {
    const client = open();
    await client.loginWithPopup();
    await client.logout({ localOnly: true });
    expect(client.isAuthenticated()).toBe(false);
    expect(browser.seen.left).toEqual([]);
  });

  test('AUTH-7c: cannot be both federated and local only', async () => {
    const client = open();
    await client.loginWithPopup();
    await expect(client.logout({ localOnly: true, federated: true })).rejects.toMatchObject({
      message: expect.stringContaining('not both'),
    });
    expect(client.isAuthenticated()).toBe(true);
  });
});

describe('options', () => {
  test('AUTH-7a: a cache location is memory or localstorage', () => {
    const wrong = { cacheLocation: 'sessionstorage' } as unknown as Partial<AuthOptions>;
    expect(() => open(wrong)).toThrow('Invalid cache location');
  });

  test('AUTH-7a: in memory the session is this page’s alone, in localstorage every tab has it', async () => {
    const page = open({ cacheLocation: 'memory', useRefreshTokens: false });
    await page.loginWithPopup();
    expect(page.isAuthenticated()).toBe(true);
    expect(browser.local.keys()).toEqual([]);
    expect(open({ cacheLocation: 'memory', useRefreshTokens: false }).isAuthenticated()).toBe(false);
    await open().loginWithPopup();
    expect(open().isAuthenticated()).toBe(true);
  });

  test('AUTH-7c: a browser without crypto is refused', () => {
    expect(() => open({}, { crypto: undefined })).toThrow('For security reasons, window.crypto is required');
  });

  test('AUTH-7c: an origin that is not secure is refused', () => {
    const insecure = { subtle: undefined } as unknown as Pick<Crypto, 'subtle'>;
    expect(() => open({}, { crypto: insecure })).toThrow('must run on a secure origin');
  });

  const scopes: [Partial<AuthOptions>, string][] = [
    [{ useRefreshTokens: false }, 'openid profile email'],
    [{ useRefreshTokens: true }, 'openid profile email offline_access'],
    [
      { useRefreshTokens: true, scope: 'openid read:policies' },
      'openid profile email offline_access read:policies',
    ],
  ];
  test.each(scopes)('AUTH-17: the scope of %j is %s', async (options, scope) => {
    await open(options).loginWithRedirect();
    expect(leftFor().searchParams.get('scope')).toBe(scope);
  });

  const domains: [string, string][] = [
    ['identity.example', 'https://identity.example/authorize'],
    ['http://localhost:8081', 'http://localhost:8081/authorize'],
    ['http://localhost:8081/', 'http://localhost:8081/authorize'],
  ];
  test.each(domains)('AUTH-1: the provider may be named as %s', async (domain, address) => {
    await open({ domain }).loginWithRedirect();
    expect(leftFor().origin + leftFor().pathname).toBe(address);
  });

  test('AUTH-9a: popup and frame have 60 s, or what is set', async () => {
    const given: number[] = [];
    const hear = async (url: string, milliseconds: number) => {
      given.push(milliseconds);
      return provider.authorize(url);
    };
    browser.parts.page.popup = () => hear;
    browser.parts.page.frame = hear;
    const client = open({ useRefreshTokens: false });
    await client.loginWithPopup();
    await withTime(client.getTokenSilently({ ignoreCache: true }));
    await open({ authorizeTimeoutInSeconds: 5 }).loginWithPopup();
    expect(given).toEqual([60_000, 60_000, 5_000]);
  });

  test('AUTH-19: the provider’s error and its description are what is thrown', async () => {
    provider.respond = async () =>
      Response.json({ error: 'invalid_target', error_description: 'no such audience' }, { status: 400 });
    await expect(open().loginWithPopup()).rejects.toMatchObject({
      code: 'invalid_target',
      message: 'no such audience',
    });
    expect(provider.tokenRequests().map(({ url }) => url)).toEqual([tokenUrl]);
  });

  test('a storage that refuses everything leaves a session for this page', async () => {
    const client = open({}, { local: memoryStore() });
    await client.loginWithPopup();
    expect(client.isAuthenticated()).toBe(true);
  });
});
