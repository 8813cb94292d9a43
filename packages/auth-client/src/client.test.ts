import { beforeEach, describe, expect, test } from 'vitest';
import { memoryStore } from './storage.ts';
import { type TestWorld, testWorld, tokenUrl } from './testing.ts';
import type { AuthOptions } from './types.ts';

let provider: TestWorld['provider'];
let browser: TestWorld['browser'];
let leftFor: TestWorld['leftFor'];
let open: TestWorld['open'];
let withTime: TestWorld['withTime'];
let kept: TestWorld['kept'];

beforeEach(async () => {
  ({ provider, browser, leftFor, open, withTime, kept } = await testWorld());
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
  test.each(['sessionstorage', 'localStorage', 'Memory', ''])(
    'AUTH-7a: a cache location is memory or localstorage, and not “%s”',
    (cacheLocation) => {
      const wrong = { cacheLocation } as unknown as Partial<AuthOptions>;
      expect(() => open(wrong)).toThrow('Invalid cache location');
    },
  );

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
