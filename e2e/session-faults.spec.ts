// What a session must survive: the back button, expired tokens, other tabs, other people, and services that are down.
import { demoSignIns } from '@hofn/demo';
import type { Page } from '@playwright/test';
import { openHydrated } from './support/site.ts';
import { addresses, demoPassword } from './support/system.ts';
import { expect, test } from './support/test.ts';

const customer = (firstNames: string) => {
  const found = demoSignIns().find(({ name }) => name.startsWith(firstNames));
  if (!found) throw new Error(`No demo customer is called ${firstNames}`);
  return { ssn: found.ssn, firstNames };
};
const gudrun = customer('Guðrún Helga');
const marta = customer('Marta');

const portal = `${addresses.site}vidskipti/`;
const heading = (page: Page) => page.locator('h1');
const signInForm = (page: Page) => page.locator('#name');

const fillIn = async (page: Page, who = gudrun) => {
  await signInForm(page).fill(who.ssn);
  await page.locator('#password').fill(demoPassword);
  await page.getByRole('button', { name: 'Skrá mig inn' }).click();
};

const signIn = async (page: Page, who = gudrun) => {
  await page.goto(portal);
  await fillIn(page, who);
  await expect(heading(page)).toContainText(who.firstNames);
};

/** Expires the stored access token. */
const expireToken = (page: Page) =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('hofn.session::'))) {
      localStorage.setItem(
        key,
        JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ''), expiresAt: 0 }),
      );
    }
  });

test.describe('signing in and out', () => {
  test('Back is not trapped on the sign-in page', async ({ page }) => {
    await page.goto(addresses.site);
    await page.goto(portal);
    await expect(signInForm(page)).toBeVisible();
    await page.goBack();
    await page.waitForURL(addresses.site);
  });

  test('a public page requests no session', async ({ page }) => {
    const requestUrls: string[] = [];
    page.on('request', (request) => requestUrls.push(request.url()));
    await openHydrated(page, addresses.site);
    await page.waitForLoadState('networkidle');
    expect(
      requestUrls.filter((url) => url.startsWith(addresses.api) || url.startsWith(addresses.identity)),
    ).toEqual([]);
  });

  test('CALL-6: the user is fetched with the token, once for all parts that need it', async ({ page }) => {
    const bearers: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/user/v1/info')) bearers.push(request.headers().authorization);
    });
    await signIn(page);
    await expect(page.getByRole('button', { name: /^Notandavalmynd: Guðrún/ })).toBeVisible();
    expect(bearers).toEqual([expect.stringMatching(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)]);
  });

  test('AUTH-20: a refusal by the provider is reported, and the retry leads to sign-in', async ({ page }) => {
    await page.goto(`${addresses.site}innskraning/svar/?error=access_denied&state=unknown`);
    await expect(page.getByText('Innskráning tókst ekki')).toBeVisible();
    // The page only reports that nobody started this sign-in here; the provider itself is up.
    await expect(page.getByText('Þessi innskráning hófst í öðrum glugga')).toBeVisible();
    await page.getByRole('button', { name: 'Reyna aftur' }).click();
    await fillIn(page);
    await page.waitForURL(portal);
  });

  test('returning to a callback through the history leads on to the portal', async ({ page }) => {
    const callbacks: string[] = [];
    page.on('framenavigated', (frame) => {
      if (frame.url().includes('/svar/?code=')) callbacks.push(frame.url());
    });
    await signIn(page);
    await page.goto(callbacks[0] ?? '');
    await page.waitForURL(portal);
    await expect(heading(page)).toContainText(gudrun.firstNames);
  });
});

test.describe('an expired token', () => {
  test('AUTH-8a: is renewed by refresh token when the page is opened again', async ({ page }) => {
    await signIn(page);
    await expireToken(page);
    const renewal = page.waitForRequest((request) => request.url() === `${addresses.identity}oauth/token`);
    await page.reload();
    expect((await renewal).postDataJSON().grant_type).toBe('refresh_token');
    await expect(heading(page)).toContainText(gudrun.firstNames);
  });

  test('is renewed when the API refuses it, and the call is repeated', async ({ page, expectedMessages }) => {
    expectedMessages.push(/status of 401/);
    await signIn(page);
    const bearers: string[] = [];
    await page.route('**/api/policy/v3/overview', async (route) => {
      bearers.push(route.request().headers().authorization ?? '');
      if (bearers.length > 1) return route.continue();
      return route.fulfill({ status: 401, json: { errorCode: 'unauthenticated' } });
    });
    await page.reload();
    await expect(page.getByText('Hvað kosta tryggingarnar á mánuði?')).toBeVisible();
    expect(new Set(bearers).size).toBe(2);
  });
});

test.describe('two tabs', () => {
  test('signing out in a tab clears personal data in the other, which leads to sign-in on its next request', async ({
    page,
    context,
  }) => {
    await signIn(page);
    const second = await context.newPage();
    await second.goto(portal);
    await expect(heading(second)).toContainText(gudrun.firstNames);
    await page.getByRole('button', { name: /^Notandavalmynd/ }).click();
    await page.getByRole('button', { name: 'Skrá mig út' }).click();
    await page.waitForURL(addresses.site);
    await expect(second.getByRole('alert')).toContainText('Innskráningu þinni lauk í öðrum flipa');
    await expect(second.getByText(gudrun.firstNames)).toHaveCount(0);
    await second.getByRole('button', { name: 'Skrá mig inn' }).click();
    await expect(signInForm(second)).toBeVisible();
  });

  test('AUTH-12b: when another person signs in elsewhere, this tab switches to them and says so', async ({
    page,
    context,
    browser,
  }) => {
    await signIn(page);
    // Another person's session, stored as another tab of the same browser would store it.
    const elsewhere = await browser.newContext({ locale: 'is-IS' });
    const other = await elsewhere.newPage();
    await signIn(other, marta);
    const storage = await other.evaluate(() => ({ ...localStorage }));
    await elsewhere.close();

    const second = await context.newPage();
    await second.goto(addresses.site);
    await second.evaluate((entries: Record<string, string>) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, storage);
    await expect(page.getByText('Annar notandi er innskráður í öðrum flipa')).toBeVisible();
    await expect(heading(page)).toContainText(marta.firstNames);
  });
});

test.describe('faults', () => {
  test('AUTH-12a: with the provider down, the page reloads once, then says so and offers a retry', async ({
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/ERR_FAILED/);
    await signIn(page);
    // A page that needs no token: the portal, still loading its parts, could fail and reload before the listener below.
    await page.goto(addresses.site);
    await expireToken(page);
    await page.route(`${addresses.identity}**`, (route) => route.abort());
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads += 1;
    });
    await page.goto(portal);
    // Only the reloaded page says so.
    await expect(page.getByText('Innskráningarþjónustan svarar ekki')).toBeVisible();
    await expect.poll(() => loads).toBe(2);
    await expect(page.getByRole('button', { name: 'Reyna aftur' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reyna aftur' }).click();
    await expect(heading(page)).toContainText(gudrun.firstNames);
    expect(loads).toBe(2);
  });

  test('a signed-out customer reads that the provider is down on our page, not on the browser’s', async ({
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/ERR_FAILED/);
    await page.route(`${addresses.identity}**`, (route) => route.abort());
    await page.goto(portal);
    await expect(page.getByText('Innskráningarþjónustan svarar ekki')).toBeVisible();
    expect(page.url()).toBe(portal);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reyna aftur' }).click();
    await expect(signInForm(page)).toBeVisible();
  });

  test('missing settings are reported, and a retry requests them again', async ({
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/status of 503/);
    await page.route('**/settings.json', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(portal);
    await expect(page.getByText('Innskráningarþjónustan svarar ekki')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reyna aftur' }).click();
    await expect(signInForm(page)).toBeVisible();
  });

  test('a customer signs in with local storage forbidden, and is silently signed in again after a reload', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await signIn(page);
    await page.reload();
    await expect(heading(page)).toContainText(gudrun.firstNames);
  });
});
