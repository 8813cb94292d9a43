// The browser session against the real identity service: everything that needs windows, frames, workers, tabs and
// cookies.
import type { AuthClient, AuthOptions } from '@hofn/auth-client';
import type { Page } from '@playwright/test';
import { clientId, type SessionPage, secondVisitor, startSessionPage } from './support/auth-client.ts';
import { audience, visitors } from './support/identity.ts';
import { expect, test } from './support/test.ts';

// The tests compare everything in storage, so the fixture must store no consent.
test.use({ consent: 'unanswered' });

declare global {
  interface Window {
    createAuthClient: (options: AuthOptions) => AuthClient;
    session: AuthClient;
  }
}

// In one worker, which starts the service once.
test.describe.configure({ mode: 'default' });

let system: SessionPage;
test.beforeAll(async () => {
  system = await startSessionPage();
});
test.afterAll(() => system.stop());

const inMemory: Partial<AuthOptions> = { cacheLocation: 'memory' };

/** Creates the session on the open page. */
const open = async (page: Page, options: Partial<AuthOptions> = {}) => {
  await page.waitForFunction(() => 'createAuthClient' in window);
  await page.evaluate(
    (given) => {
      window.session = window.createAuthClient(given);
    },
    {
      domain: system.domain,
      clientId,
      audience,
      cacheLocation: 'localstorage',
      useRefreshTokens: true,
      redirectUri: `${system.origin}/callback/`,
      ...options,
    } satisfies AuthOptions,
  );
};

const visit = async (page: Page, options: Partial<AuthOptions> = {}) => {
  await page.goto(`${system.origin}/`);
  await open(page, options);
};

const fillIn = async (page: Page, who: { name: string; password: string } = visitors.customer) => {
  await page.locator('#name').fill(who.name);
  await page.locator('#password').fill(who.password);
  await page.getByRole('button', { name: /^(Skrá mig inn|Log in)$/ }).click();
};

/** Signs in by redirect, from the page and back through its callback. */
const signIn = async (page: Page, options: Partial<AuthOptions> = {}, who = visitors.customer) => {
  await visit(page, options);
  // The page unloads while the promise is pending.
  await page.evaluate(() => {
    void window.session.loginWithRedirect({
      language: 'en',
      appState: { returnTo: '/vidskipti?sía=1#efst' },
    });
  });
  await fillIn(page, who);
  await page.waitForURL((url) => url.pathname === '/callback/');
  await open(page, options);
  return page.evaluate(() => window.session.handleRedirectCallback());
};

const token = (page: Page, options?: { ignoreCache?: boolean }): Promise<string> =>
  page.evaluate((given) => window.session.getTokenSilently(given), options);

/** Code and message of the error that a session action rejects with. */
const errorOf = (page: Page, action: 'getTokenSilently' | 'loginWithPopup' | 'handleRedirectCallback') =>
  page.evaluate(
    (name) =>
      window.session[name]().then(
        () => 'no error',
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      ),
    action,
  );

const isAuthenticated = (page: Page) => page.evaluate(() => window.session.isAuthenticated());
const user = (page: Page) => page.evaluate(() => window.session.getUser());
const readClaims = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());

/** Expires the stored access token, and leaves the rest of the session unchanged. */
const expireToken = (page: Page) =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('hofn.session::'))) {
      localStorage.setItem(
        key,
        JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ''), expiresAt: 0 }),
      );
    }
  });

/** Counts token requests by kind while a test runs. */
const countTokenRequests = (page: Page) => {
  const counts = { frames: 0, refreshes: 0, codes: 0 };
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/authorize' && url.searchParams.get('prompt') === 'none') counts.frames += 1;
    if (url.pathname !== '/oauth/token' || request.method() !== 'POST') return;
    counts[request.postDataJSON().grant_type === 'refresh_token' ? 'refreshes' : 'codes'] += 1;
  });
  return counts;
};

test.describe('redirect', () => {
  test('AUTH-20: a customer signs in, gets appState back, and stays signed in after a reload and in a second tab', async ({
    page,
    context,
  }) => {
    expect(await signIn(page)).toEqual({ appState: { returnTo: '/vidskipti?sía=1#efst' } });
    expect(await user(page)).toMatchObject({ sub: 'customer-1', name: visitors.customer.fullName });
    expect(readClaims(await token(page))).toMatchObject({ aud: audience, sub: 'customer-1' });
    await visit(page);
    expect(await isAuthenticated(page)).toBe(true);
    const second = await context.newPage();
    await visit(second);
    expect(await user(second)).toMatchObject({ sub: 'customer-1' });
  });

  test('AUTH-9c: the transaction cookie and the session-check cookie last a day, the first only until it is used', async ({
    page,
    context,
  }) => {
    const day = 86_400;
    const left = async () =>
      Object.fromEntries(
        (await context.cookies(system.origin))
          .filter(({ name }) => name.startsWith('hofn.'))
          .map(({ name, expires }) => [name, Math.round((expires - Date.now() / 1000) / 100)]),
      );
    await visit(page);
    await page.evaluate(() => {
      void window.session.loginWithRedirect();
    });
    await page.locator('#name').waitFor();
    expect(await left()).toEqual({ 'hofn.hofn-web.transaction': day / 100 });
    await signIn(page);
    expect(await left()).toEqual({ 'hofn.hofn-web.is.authenticated': day / 100 });
  });

  test('the sign-in page opens in the language of the requesting page', async ({ page }) => {
    await visit(page);
    await page.evaluate(() => {
      void window.session.loginWithRedirect({ language: 'en' });
    });
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await visit(page);
    await page.evaluate(() => {
      void window.session.loginWithRedirect({ language: 'is' });
    });
    await expect(page.locator('html')).toHaveAttribute('lang', 'is');
  });

  test('AUTH-16: a callback opened a second time is refused, and the current session stays', async ({
    page,
  }) => {
    await signIn(page);
    expect(await errorOf(page, 'handleRedirectCallback')).toBe('invalid_state: Invalid state');
    expect(await isAuthenticated(page)).toBe(true);
  });

  test('AUTH-20: a forged response signs nobody in', async ({ page }) => {
    await page.goto(`${system.origin}/callback/?code=stolen&state=forged`);
    await open(page);
    expect(await errorOf(page, 'handleRedirectCallback')).toBe('invalid_state: Invalid state');
    expect(await isAuthenticated(page)).toBe(false);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });

  test('with replace, the page is not left in the history', async ({ page }) => {
    await page.goto(`${system.origin}/first`);
    await visit(page);
    await page.evaluate(() => {
      void window.session.loginWithRedirect({ replace: true });
    });
    await page.locator('#name').waitFor();
    await page.goBack();
    expect(page.url()).toBe(`${system.origin}/first`);
  });
});

test.describe('popup', () => {
  const signInByPopup = async (page: Page) => {
    const opens = page.waitForEvent('popup');
    const done = page.evaluate(() => window.session.loginWithPopup());
    const popup = await opens;
    await popup.waitForURL(/\/interaction\//);
    return { popup, done };
  };

  test('AUTH-20: the popup signs in and closes itself', async ({ page }) => {
    await visit(page);
    const { popup, done } = await signInByPopup(page);
    await fillIn(popup);
    await done;
    expect(await user(page)).toMatchObject({ sub: 'customer-1' });
    await expect.poll(() => popup.isClosed()).toBe(true);
  });

  test('AUTH-9a: the popup is 400 by 600 px', async ({ page }) => {
    await visit(page);
    const features = await page.evaluate(() => {
      let asked = '';
      window.open = (_url, _name, given) => {
        asked = given ?? '';
        return null;
      };
      return window.session.loginWithPopup().catch(() => asked);
    });
    expect(features).toMatch(/\bwidth=400\b/);
    expect(features).toMatch(/\bheight=600\b/);
  });

  test('AUTH-16: a popup blocked by the browser is reported', async ({ page }) => {
    await visit(page);
    await page.evaluate(() => {
      window.open = () => null;
    });
    expect(await errorOf(page, 'loginWithPopup')).toBe('popup_open: Could not open popup');
  });

  test('AUTH-20: closing the popup signs nobody in', async ({ page }) => {
    await visit(page);
    const opens = page.waitForEvent('popup');
    const error = errorOf(page, 'loginWithPopup');
    const popup = await opens;
    await popup.waitForURL(/\/interaction\//);
    await popup.close();
    expect(await error).toBe('cancelled: Popup closed');
    expect(await isAuthenticated(page)).toBe(false);
  });

  test('AUTH-9a: a popup without a response times out and is closed', async ({ page }) => {
    await visit(page, { authorizeTimeoutInSeconds: 2 });
    const opens = page.waitForEvent('popup');
    const error = errorOf(page, 'loginWithPopup');
    const popup = await opens;
    expect(await error).toBe('timeout: Timeout');
    await expect.poll(() => popup.isClosed()).toBe(true);
  });

  test('AUTH-6a: only messages from the provider’s own window are accepted', async ({ page }) => {
    await visit(page);
    const { popup, done } = await signInByPopup(page);
    // A well-formed message from the wrong window, and one from the wrong origin.
    await page.evaluate(() => {
      const forged = { type: 'authorization_response', response: { code: 'stolen', state: 'forged' } };
      window.postMessage(forged, '*');
      const frame = document.createElement('iframe');
      frame.srcdoc = `<script>parent.postMessage(${JSON.stringify(forged)}, '*')</script>`;
      document.body.append(frame);
      return new Promise<void>((resolve) => {
        frame.onload = () => resolve();
      });
    });
    await fillIn(popup);
    await done;
    expect(await user(page)).toMatchObject({ sub: 'customer-1' });
  });
});

test.describe('renewal', () => {
  test('AUTH-8a: an expired token is renewed with the refresh token, without a frame', async ({ page }) => {
    await signIn(page);
    const first = await token(page);
    await expireToken(page);
    expect(await isAuthenticated(page)).toBe(false);
    const counts = countTokenRequests(page);
    const second = await token(page);
    expect(second).not.toBe(first);
    expect(readClaims(second)).toMatchObject({ aud: audience, sub: 'customer-1' });
    await expireToken(page);
    expect(await token(page)).not.toBe(second);
    expect(counts).toEqual({ frames: 0, refreshes: 2, codes: 0 });
  });

  test('AUTH-8a: two tabs with an expired token renew it only once', async ({ page, context }) => {
    await signIn(page);
    const second = await context.newPage();
    await visit(second);
    for (let round = 0; round < 3; round += 1) {
      await expireToken(page);
      const counts = countTokenRequests(page);
      const [one, two] = await Promise.all([token(page), token(second)]);
      expect(one).toBe(two);
      expect(counts.refreshes).toBe(1);
    }
  });

  test('AUTH-9b: a lock left by a closed tab lasts 5 s and no longer', async ({ page }) => {
    await signIn(page);
    await expireToken(page);
    const took = await page.evaluate(async () => {
      const began = Date.now();
      localStorage.setItem('hofn.lock.hofn-web', JSON.stringify({ owner: 'a closed tab', at: began }));
      await window.session.getTokenSilently();
      return Date.now() - began;
    });
    expect(took).toBeGreaterThanOrEqual(5_000);
    expect(took).toBeLessThan(8_000);
  });

  test('AUTH-9a: a frame renews the token when there is no refresh token, and is removed 2 s later', async ({
    page,
  }) => {
    const options = { useRefreshTokens: false };
    await signIn(page, options);
    const counts = countTokenRequests(page);
    const stayed = await page.evaluate(async () => {
      await window.session.getTokenSilently({ ignoreCache: true });
      const began = performance.now();
      if (!document.querySelector('iframe')) throw new Error('the frame went at once');
      await new Promise<void>((resolve) => {
        new MutationObserver(() => {
          if (!document.querySelector('iframe')) resolve();
        }).observe(document.body, { childList: true });
      });
      return performance.now() - began;
    });
    expect(counts.frames).toBe(1);
    expect(stayed).toBeGreaterThan(1_500);
    expect(stayed).toBeLessThan(3_500);
  });

  test('AUTH-16: a frame without a response ends with Timeout and is removed', async ({ page }) => {
    await visit(page, { useRefreshTokens: false, authorizeTimeoutInSeconds: 1 });
    await page.route('**/authorize?*', () => new Promise(() => undefined));
    expect(await errorOf(page, 'getTokenSilently')).toBe('timeout: Timeout');
    expect(await page.locator('iframe').count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('AUTH-8c: without a session at the provider the error is login_required', async ({ page }) => {
    await visit(page);
    expect(await errorOf(page, 'getTokenSilently')).toMatch(/^login_required: /);
  });

  test('AUTH-8b: the worker holds the refresh token; a worker that lost it falls back to the frame', async ({
    page,
  }) => {
    await signIn(page, inMemory);
    expect(page.workers()).toHaveLength(1);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).toBe('{}');
    const counts = countTokenRequests(page);
    await token(page, { ignoreCache: true });
    expect(counts).toEqual({ frames: 0, refreshes: 1, codes: 0 });
    // A new page has a new worker, which holds no token.
    await visit(page, inMemory);
    expect(readClaims(await token(page))).toMatchObject({ sub: 'customer-1' });
    expect(counts).toEqual({ frames: 1, refreshes: 1, codes: 1 });
  });

  test('AUTH-8b: a refresh token revoked by the provider falls back to the frame', async ({
    page,
    expectedMessages,
  }) => {
    // Chromium logs the 400 response to the revoked token.
    expectedMessages.push(/status of 400/);
    await signIn(page);
    await system.database.db.execute("delete from oidc_records where model = 'RefreshToken'");
    const counts = countTokenRequests(page);
    await expireToken(page);
    expect(readClaims(await token(page))).toMatchObject({ sub: 'customer-1' });
    expect(counts).toEqual({ frames: 1, refreshes: 1, codes: 1 });
  });
});

test.describe('faults', () => {
  test('AUTH-16: an unavailable provider is tried three times and reported as Failed to fetch; the session stays', async ({
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/ERR_FAILED/);
    await signIn(page);
    await expireToken(page);
    let asked = 0;
    await page.route('**/oauth/token', (route) => {
      asked += 1;
      return route.abort();
    });
    expect(await errorOf(page, 'getTokenSilently')).toBe('request_error: Failed to fetch');
    expect(asked).toBe(3);
    await page.unrouteAll();
    expect(readClaims(await token(page))).toMatchObject({ sub: 'customer-1' });
  });

  test('AUTH-16: an error page instead of tokens is reported as request_error with the address', async ({
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/status of 502/);
    await signIn(page);
    await expireToken(page);
    await page.route('**/oauth/token', (route) =>
      route.fulfill({
        status: 502,
        headers: { 'access-control-allow-origin': '*' },
        body: '<h1>Bad gateway</h1>',
      }),
    );
    expect(await errorOf(page, 'getTokenSilently')).toBe(
      `request_error: HTTP error. Unable to fetch ${system.domain}/oauth/token`,
    );
  });

  test('with storage forbidden, the session lasts as long as the page', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await signIn(page);
    expect(await isAuthenticated(page)).toBe(true);
    const counts = countTokenRequests(page);
    await token(page, { ignoreCache: true });
    expect(counts.refreshes).toBe(1);
    // After a reload the provider's own session restores it.
    await visit(page);
    expect(await isAuthenticated(page)).toBe(false);
    expect(await page.evaluate(() => window.session.checkSession())).toBe(true);
    expect(await isAuthenticated(page)).toBe(true);
  });

  test('with storage full, the session lasts as long as the page', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await signIn(page);
    expect(readClaims(await token(page))).toMatchObject({ sub: 'customer-1' });
    await token(page, { ignoreCache: true });
  });

  test('refused cookies are reported before leaving the page', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });
    });
    await visit(page);
    const error = await page.evaluate(() =>
      window.session.loginWithRedirect().then(
        () => 'no error',
        ({ code }: { code: string }) => code,
      ),
    );
    expect(error).toBe('cookies_refused');
  });

  test('AUTH-7c: a page on an insecure origin is refused', async ({ page, context }) => {
    const [html, script] = await Promise.all(
      ['/', '/page.js'].map(async (path) => (await context.request.get(`${system.origin}${path}`)).text()),
    );
    await page.route('http://insecure.example/**', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: script ?? '' })
        : route.fulfill({ contentType: 'text/html', body: html ?? '' }),
    );
    await page.goto('http://insecure.example/');
    await expect(open(page)).rejects.toThrow('must run on a secure origin');
  });
});

test.describe('one browser', () => {
  test('AUTH-11: logout clears the cache and cookie here and the session at the provider, and returns to the site', async ({
    page,
    context,
  }) => {
    await signIn(page);
    await page.evaluate((returnTo) => {
      void window.session.logout({ returnTo });
    }, `${system.origin}/`);
    await page.waitForURL(`${system.origin}/`);
    await open(page);
    expect(await isAuthenticated(page)).toBe(false);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect((await context.cookies(system.origin)).filter(({ name }) => name.startsWith('hofn.'))).toEqual([]);
    expect(await errorOf(page, 'getTokenSilently')).toMatch(/^login_required: /);
  });

  test('AUTH-11: a local logout keeps the session at the provider', async ({ page }) => {
    await signIn(page);
    await page.evaluate(() => window.session.logout({ localOnly: true }));
    expect(await isAuthenticated(page)).toBe(false);
    expect(readClaims(await token(page))).toMatchObject({ sub: 'customer-1' });
  });

  test('a tab is notified when another tab signs out or signs in somebody else', async ({
    page,
    context,
  }) => {
    await signIn(page);
    const second = await context.newPage();
    await visit(second);
    await second.evaluate(() => {
      const changes: unknown[] = [];
      Object.assign(window, { changes });
      window.session.onChange((person) => changes.push(person?.sub));
    });
    const changes = () => second.evaluate(() => (window as unknown as { changes: unknown[] }).changes);
    await page.evaluate((returnTo) => {
      void window.session.logout({ returnTo });
    }, `${system.origin}/`);
    await page.waitForURL(`${system.origin}/`);
    await expect.poll(changes).toEqual([undefined]);
    await signIn(page, {}, secondVisitor);
    await expect.poll(changes).toEqual([undefined, 'customer-2']);
  });
});
