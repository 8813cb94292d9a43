// Clients written for another provider work with our identity service, unmodified and as published.
import type { Page } from '@playwright/test';
import {
  audience,
  clientId,
  type IdentityAndClient,
  startIdentityAndClient,
  visitors,
} from './support/identity.ts';
import { expect, test } from './support/test.ts';

type User = { name?: string; email?: string; sub?: string };
type Options = Record<string, unknown>;

/** What both major versions share, whatever their options are called. */
type Client = {
  loginWithRedirect(options?: Options): Promise<void>;
  handleRedirectCallback(): Promise<{ appState?: unknown }>;
  loginWithPopup(options?: Options): Promise<void>;
  getTokenSilently(options?: Options): Promise<string>;
  getUser(): Promise<User | undefined>;
  isAuthenticated(): Promise<boolean>;
  logout(options?: Options): Promise<void> | void;
};

type Create = (options: Options) => Promise<Client>;
declare global {
  interface Window {
    createAuth0Client?: Create;
    auth0?: { createAuth0Client: Create };
    client: Client;
  }
}

/** How each major version spells the options that changed. */
const generations = {
  '1': {
    create: (domain: string, redirect: string, options: Options) => ({
      domain,
      client_id: clientId,
      audience,
      redirect_uri: redirect,
      ...options,
    }),
    renew: { ignoreCache: true },
    logout: (returnTo: string) => ({ returnTo }),
  },
  '2': {
    create: (domain: string, redirect: string, options: Options) => ({
      domain,
      clientId,
      authorizationParams: { audience, redirect_uri: redirect },
      ...options,
    }),
    renew: { cacheMode: 'off' },
    logout: (returnTo: string) => ({ logoutParams: { returnTo } }),
  },
} as const;

type Generation = keyof typeof generations;

// In one worker, which starts the service once.
test.describe.configure({ mode: 'default' });

let system: IdentityAndClient;
test.beforeAll(async () => {
  system = await startIdentityAndClient();
});
test.afterAll(() => system.stop());

const addressOf = (generation: Generation): string => `${system.origin}/${generation}`;

/** Opens the client's page and creates the client there, which checks for a session as in production. */
const openClient = async (page: Page, generation: Generation, options: Options = {}, path = '') => {
  await page.goto(`${addressOf(generation)}${path}`);
  await createClient(page, generation, options);
};

const createClient = (page: Page, generation: Generation, options: Options = {}) =>
  page.evaluate(
    async (given) => {
      const create = window.createAuth0Client ?? window.auth0?.createAuth0Client;
      if (!create) throw new Error('the script of the client has not loaded');
      window.client = await create(given);
    },
    generations[generation].create(system.domain, addressOf(generation), options),
  );

const fillIn = async (page: Page, who = visitors.customer) => {
  await page.locator('#name').fill(who.name);
  await page.locator('#password').fill(who.password);
  await page.getByRole('button', { name: /^(Skrá mig inn|Log in)$/ }).click();
};

/** Signs in by redirect, from the client's page and back. */
const signIn = async (page: Page, generation: Generation, options: Options = {}) => {
  await openClient(page, generation, options);
  // The page unloads while the promise is pending.
  await page.evaluate(() => {
    void window.client.loginWithRedirect({ appState: { target: '/vidskipti?sía=1#efst' } });
  });
  await fillIn(page);
  await page.waitForURL((url) => url.searchParams.has('code'));
  await createClient(page, generation, options);
  return page.evaluate(() => window.client.handleRedirectCallback());
};

const user = (page: Page) => page.evaluate(() => window.client.getUser());
const renew = (page: Page, generation: Generation, options: Options = {}) =>
  page.evaluate((given) => window.client.getTokenSilently(given), {
    ...generations[generation].renew,
    ...options,
  });
/** Code of the error that renewal rejects with. */
const errorOfRenewing = (page: Page, generation: Generation) =>
  page.evaluate(
    (given) =>
      window.client.getTokenSilently(given).then(
        () => 'no error',
        (error: { error?: string }) => error.error,
      ),
    { ...generations[generation].renew },
  );
const readClaims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** Counts renewal requests by kind while a test runs. */
const countRenewals = (page: Page) => {
  const counts = { frames: 0, refreshes: 0 };
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/authorize' && url.searchParams.get('prompt') === 'none') counts.frames += 1;
    if (url.pathname === '/oauth/token' && request.postData()?.includes('refresh_token'))
      counts.refreshes += 1;
  });
  return counts;
};

for (const generation of ['1', '2'] as const) {
  test.describe(`auth0-spa-js ${generation}.x`, () => {
    test('AUTH-2a, AUTH-2b, AUTH-3: the client signs in by redirect and gets a token for the API', async ({
      page,
    }) => {
      const { appState } = await signIn(page, generation);
      expect(appState).toEqual({ target: '/vidskipti?sía=1#efst' });
      expect(await user(page)).toMatchObject({ name: visitors.customer.fullName, sub: 'customer-1' });
      const token = await page.evaluate(() => window.client.getTokenSilently());
      expect(readClaims(token)).toMatchObject({
        iss: `${system.domain}/`,
        aud: audience,
        sub: 'customer-1',
        actor_kind: 'customer',
      });
    });

    test('AUTH-2b: the client signs in by popup, answered with web_message', async ({ page }) => {
      await openClient(page, generation);
      const popupOpens = page.waitForEvent('popup');
      const done = page.evaluate(() => window.client.loginWithPopup());
      const popup = await popupOpens;
      await popup.waitForURL(/\/interaction\//);
      await fillIn(popup);
      await done;
      expect(await user(page)).toMatchObject({ name: visitors.customer.fullName });
      await expect.poll(() => popup.isClosed()).toBe(true);
    });

    test('AUTH-2b: the client renews in a silent frame with prompt=none, also after a reload', async ({
      page,
    }) => {
      await signIn(page, generation);
      const first = await page.evaluate(() => window.client.getTokenSilently());
      await openClient(page, generation);
      const counts = countRenewals(page);
      const second = await renew(page, generation);
      expect(second).not.toBe(first);
      expect(readClaims(second)).toMatchObject({ aud: audience, sub: 'customer-1' });
      expect(counts).toEqual({ frames: 1, refreshes: 0 });
    });

    test('AUTH-8c: a silent frame without a session answers login_required', async ({ page }) => {
      await openClient(page, generation);
      expect(await errorOfRenewing(page, generation)).toBe('login_required');
    });

    test('AUTH-14, AUTH-17: the client renews with a refresh token held by the worker', async ({ page }) => {
      await signIn(page, generation, { useRefreshTokens: true });
      expect(page.workers()).toHaveLength(1);
      const counts = countRenewals(page);
      const tokens = [await renew(page, generation), await renew(page, generation)];
      expect(new Set(tokens).size).toBe(2);
      expect(counts).toEqual({ frames: 0, refreshes: 2 });
    });

    test('AUTH-8b: a worker that lost its refresh token falls back to the frame', async ({ page }) => {
      const options = { useRefreshTokens: true, useRefreshTokensFallback: true };
      await signIn(page, generation, options);
      const counts = countRenewals(page);
      await openClient(page, generation, options);
      const token = await page.evaluate(() => window.client.getTokenSilently());
      expect(readClaims(token)).toMatchObject({ sub: 'customer-1' });
      expect(counts).toEqual({ frames: 1, refreshes: 0 });
    });

    test('AUTH-14: a revoked refresh token falls back to the frame without an error', async ({
      page,
      expectedMessages,
    }) => {
      // Chromium logs the 400 response to the revoked token.
      expectedMessages.push(/status of 400/);
      const options = { useRefreshTokens: true, useRefreshTokensFallback: true };
      await signIn(page, generation, options);
      await system.database.db.execute("delete from oidc_records where model = 'RefreshToken'");
      const counts = countRenewals(page);
      expect(readClaims(await renew(page, generation))).toMatchObject({ sub: 'customer-1' });
      expect(counts).toEqual({ frames: 1, refreshes: 1 });
    });

    test('AUTH-4, AUTH-11: the client logs out, and the session is gone', async ({ page }) => {
      await signIn(page, generation);
      await page.evaluate(
        (options) => {
          void window.client.logout(options);
        },
        generations[generation].logout(addressOf(generation)),
      );
      await page.waitForURL(addressOf(generation));
      await createClient(page, generation);
      expect(await page.evaluate(() => window.client.isAuthenticated())).toBe(false);
      expect(await errorOfRenewing(page, generation)).toBe('login_required');
    });
  });
}
