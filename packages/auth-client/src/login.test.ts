import { beforeEach, describe, expect, test } from 'vitest';
import { AuthError } from './errors.ts';
import { signedInCookie, type TestWorld, testWorld, transactionCookie } from './testing.ts';

let provider: TestWorld['provider'];
let browser: TestWorld['browser'];
let leftFor: TestWorld['leftFor'];
let open: TestWorld['open'];
let callbackUrl: TestWorld['callbackUrl'];
let withTime: TestWorld['withTime'];
let snapshot: TestWorld['snapshot'];

beforeEach(async () => {
  ({ provider, browser, leftFor, open, callbackUrl, withTime, snapshot } = await testWorld());
});

/** Failures after the authorization response, for popups and redirect callbacks. */
const failures: [string, () => void][] = [
  [
    'the provider refuses',
    () => {
      provider.respond = async () => Response.json({ error: 'invalid_grant' }, { status: 400 });
    },
  ],
  [
    'the provider fails',
    () => {
      provider.respond = async () => new Response('', { status: 503 });
    },
  ],
  [
    'the id token is invalid',
    () => {
      provider.idToken = async () => 'a.b';
    },
  ],
];

describe('redirect login', () => {
  test('AUTH-2a, AUTH-2b: the authorization request is the code flow with PKCE S256, state, nonce, scope and audience', async () => {
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

  test('AUTH-10d: screen_hint selects the first sign-in page', async () => {
    await open().loginWithRedirect({ screenHint: 'credentials', prompt: 'login' });
    const { searchParams } = leftFor();
    expect([searchParams.get('screen_hint'), searchParams.get('prompt')]).toEqual(['credentials', 'login']);
  });

  test('AUTH-9c: the verifier has 43 characters and is unique', async () => {
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

  test('AUTH-18: the transaction has what is needed to check the response, and appState is returned unchanged', async () => {
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

  test.each([false, 0, '', null])(
    'AUTH-18: an appState that counts as false, %j, is returned unchanged',
    async (appState) => {
      const client = open();
      await client.loginWithRedirect({ appState });
      expect(await client.handleRedirectCallback(callbackUrl())).toEqual({ appState });
    },
  );

  test('AUTH-18, AUTH-19: the session contains tokens, expiry, decoded claims and user, scope, audience and client', async () => {
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

  test('AUTH-3: the code is redeemed with redirect URI, audience, scope and verifier', async () => {
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

  test('AUTH-20: a successful callback signs in, once', async () => {
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

  /** The failures above, and those of the callback URL. */
  const callbackFailures: [string, () => void, (url: string) => string][] = [
    ...failures.map(([name, fail]): [string, () => void, (url: string) => string] => [
      name,
      fail,
      (url) => url,
    ]),
    ['the response is an error', () => {}, (url) => url.replace(/code=[^&]*/, 'error=access_denied')],
    ['the state differs', () => {}, (url) => url.replace(/state=[^&]*/, 'state=forged')],
    ['there is no response', () => {}, (url) => url.replace(/\?.*/, '')],
  ];
  test.each(callbackFailures)(
    'AUTH-20: when %s, a callback leaves cache and cookie unchanged',
    async (_, fail, changed) => {
      const empty = { stored: {}, signedIn: undefined };
      const client = open();
      await client.loginWithRedirect();
      const first = callbackUrl();
      const { respond, idToken } = provider;
      fail();
      await expect(client.handleRedirectCallback(changed(first))).rejects.toBeInstanceOf(AuthError);
      expect(snapshot()).toEqual(empty);
      expect(client.isAuthenticated()).toBe(false);

      // The same with an existing session.
      Object.assign(provider, { respond, idToken });
      await client.loginWithRedirect();
      await client.handleRedirectCallback(callbackUrl());
      const before = snapshot();
      expect(before).not.toEqual(empty);
      await client.loginWithRedirect();
      const second = callbackUrl();
      fail();
      await expect(client.handleRedirectCallback(changed(second))).rejects.toBeInstanceOf(AuthError);
      expect(snapshot()).toEqual(before);
      expect(client.isAuthenticated()).toBe(true);
    },
  );

  test('AUTH-6b, AUTH-16: a callback without a query is an error', async () => {
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

  test('AUTH-16: a callback with another state is refused, and the pending login can still succeed', async () => {
    const client = open();
    await client.loginWithRedirect();
    const forged = client.handleRedirectCallback('https://app.example/callback/?code=c&state=forged');
    await expect(forged).rejects.toMatchObject({ code: 'invalid_state', message: 'Invalid state' });
    expect(provider.requests).toEqual([]);
    await client.handleRedirectCallback(callbackUrl());
    expect(client.isAuthenticated()).toBe(true);
  });

  test("AUTH-16: the provider's error and description are thrown by the callback, with appState", async () => {
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

  test('AUTH-16: a provider error without a description has the message Login failed', async () => {
    const client = open();
    await client.loginWithRedirect();
    const state = leftFor().searchParams.get('state');
    const attempt = client.handleRedirectCallback(
      `https://app.example/callback/?error=server_error&state=${state}`,
    );
    await expect(attempt).rejects.toMatchObject({ code: 'server_error', message: 'Login failed' });
  });

  test('a response from another issuer is refused before its code is used', async () => {
    const client = open();
    await client.loginWithRedirect();
    const attempt = client.handleRedirectCallback(callbackUrl({ iss: 'https://elsewhere.example/' }));
    await expect(attempt).rejects.toMatchObject({ code: 'login_failed' });
    expect(provider.requests).toEqual([]);
  });

  test('AUTH-16: a token response without id token is refused', async () => {
    const client = open();
    provider.respond = async () =>
      Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 600 });
    await client.loginWithRedirect();
    await expect(client.handleRedirectCallback(callbackUrl())).rejects.toMatchObject({
      message: 'ID token is required but missing',
    });
  });

  test('a refused cookie is reported before leaving the page', async () => {
    browser.cookies.set = () => false;
    await expect(open().loginWithRedirect()).rejects.toMatchObject({ code: 'cookies_refused' });
    expect(browser.seen.left).toEqual([]);
  });
});

describe('popup login', () => {
  test('AUTH-20: a successful popup signs in', async () => {
    const client = open();
    await client.loginWithPopup({ language: 'en' });
    expect(client.isAuthenticated()).toBe(true);
    expect(browser.cookies.get(signedInCookie)).toBe('true');
    expect(new URL(browser.seen.popups[0] ?? '').searchParams.get('ui_locales')).toBe('en');
  });

  test('AUTH-2b: popup and frame use web_message, the frame also prompt=none', async () => {
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

  const wrongStates: [string, Record<string, string>][] = [
    ['differs', { state: 'other' }],
    ['is empty', { state: '' }],
    ['is missing', {}],
  ];

  test.each(wrongStates)('AUTH-6a: a popup whose state %s is refused', async (_, state) => {
    browser.parts.page.popup = () => async () => new URLSearchParams({ code: 'c', ...state });
    await expect(open().loginWithPopup()).rejects.toMatchObject({
      code: 'invalid_state',
      message: 'Invalid state',
    });
    expect(provider.requests).toEqual([]);
  });

  test.each(wrongStates)('AUTH-6a: a frame whose state %s is refused', async (_, state) => {
    browser.parts.page.frame = async () => new URLSearchParams({ code: 'c', ...state });
    const attempt = withTime(open({ useRefreshTokens: false }).getTokenSilently());
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_state', message: 'Invalid state' });
    expect(provider.requests).toEqual([]);
  });

  test.each<[string, () => void]>([
    [
      'the popup is closed',
      () => {
        browser.parts.page.popup = () => async () => {
          throw new AuthError('cancelled', 'Popup closed');
        };
      },
    ],
    ...failures,
  ])('AUTH-20: when %s, cache and cookie stay unchanged', async (_, fail) => {
    const client = open();
    await client.loginWithPopup();
    const before = snapshot();
    fail();
    await expect(client.loginWithPopup()).rejects.toBeInstanceOf(AuthError);
    expect(snapshot()).toEqual(before);
  });

  test('AUTH-20: a failed first login leaves nothing behind', async () => {
    provider.respond = async () => Response.json({ error: 'invalid_grant' }, { status: 400 });
    const client = open();
    await expect(client.loginWithPopup()).rejects.toBeInstanceOf(AuthError);
    expect(snapshot()).toEqual({ stored: {}, signedIn: undefined });
    expect(client.isAuthenticated()).toBe(false);
  });
});
