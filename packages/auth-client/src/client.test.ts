import { beforeEach, describe, expect, test } from 'vitest';
import { memoryStore } from './storage.ts';
import { type TestWorld, testWorld, tokenUrl } from './testing.ts';
import type { AuthOptions } from './types.ts';

let provider: TestWorld['provider'];
let browser: TestWorld['browser'];
let leftFor: TestWorld['leftFor'];
let open: TestWorld['open'];
let withTime: TestWorld['withTime'];
let snapshot: TestWorld['snapshot'];

beforeEach(async () => {
  ({ provider, browser, leftFor, open, withTime, snapshot } = await testWorld());
});

describe('logout', () => {
  test('AUTH-11: clears cache and cookie, then goes to the provider', async () => {
    const client = open();
    await client.loginWithPopup();
    browser.local.set('hofn.session::other-client::a::b', 'stays');
    await client.logout({ returnTo: 'https://app.example/bless/', federated: true });
    expect(snapshot()).toEqual({
      stored: { 'hofn.session::other-client::a::b': 'stays' },
      signedIn: undefined,
    });
    expect(client.isAuthenticated()).toBe(false);
    expect(leftFor().href).toBe(
      'https://identity.example/v2/logout?client_id=hofn-test&returnTo=https%3A%2F%2Fapp.example%2Fbless%2F&federated=',
    );
  });

  test('AUTH-11: stays on the page if local only', async () => {
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
      const invalid = { cacheLocation } as unknown as Partial<AuthOptions>;
      expect(() => open(invalid)).toThrow('Invalid cache location');
    },
  );

  test('AUTH-7a: memory keeps the session in the page, localstorage shares it between tabs', async () => {
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

  test('AUTH-7c: an insecure origin is refused', () => {
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
  test.each(domains)('AUTH-1: the provider may be given as %s', async (domain, address) => {
    await open({ domain }).loginWithRedirect();
    expect(leftFor().origin + leftFor().pathname).toBe(address);
  });

  test('AUTH-9a: popup and frame have 60 s, or the configured time', async () => {
    const timeouts: number[] = [];
    const respond = async (url: string, milliseconds: number) => {
      timeouts.push(milliseconds);
      return provider.authorize(url);
    };
    browser.parts.page.popup = () => respond;
    browser.parts.page.frame = respond;
    const client = open({ useRefreshTokens: false });
    await client.loginWithPopup();
    await withTime(client.getTokenSilently({ ignoreCache: true }));
    await open({ authorizeTimeoutInSeconds: 5 }).loginWithPopup();
    expect(timeouts).toEqual([60_000, 60_000, 5_000]);
  });

  test('AUTH-19: throws the provider’s error and its description', async () => {
    provider.respond = async () =>
      Response.json({ error: 'invalid_target', error_description: 'no such audience' }, { status: 400 });
    await expect(open().loginWithPopup()).rejects.toMatchObject({
      code: 'invalid_target',
      message: 'no such audience',
    });
    expect(provider.tokenRequests().map(({ url }) => url)).toEqual([tokenUrl]);
  });

  test('if storage is blocked, the session lasts for the page', async () => {
    const client = open({}, { local: memoryStore() });
    await client.loginWithPopup();
    expect(client.isAuthenticated()).toBe(true);
  });
});
