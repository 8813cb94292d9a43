// What a session must live through: the back button, tokens that run out, other tabs, other people, services that are down.
import { demoSignIns } from '@hofn/database/seed/demo.ts';
import type { Page } from '@playwright/test';
import { openLive } from './support/site.ts';
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

/** Lets the kept access token run out. */
const expire = (page: Page) =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('hofn.session::'))) {
      localStorage.setItem(
        key,
        JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ''), expiresAt: 0 }),
      );
    }
  });

test.describe('in and out', () => {
  test('the sign-in page does not hold the back button', async ({ page }) => {
    await page.goto(addresses.site);
    await page.goto(portal);
    await expect(signInForm(page)).toBeVisible();
    await page.goBack();
    await page.waitForURL(addresses.site);
  });

  test('a public page asks for no session', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openLive(page, addresses.site);
    await page.waitForLoadState('networkidle');
    expect(
      asked.filter((url) => url.startsWith(addresses.api) || url.startsWith(addresses.identity)),
    ).toEqual([]);
  });

  test('CALL-6: the call for the user is made with the token, once for all that need it', async ({
    page,
  }) => {
    const bearers: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/user/v1/info')) bearers.push(request.headers().authorization);
    });
    await signIn(page);
    await expect(page.getByRole('button', { name: /^Notandavalmynd: Guðrún/ })).toBeVisible();
    expect(bearers).toEqual([expect.stringMatching(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)]);
  });

  test('AUTH-20: an answer of the provider that refuses is told, and the way to try again leads to sign-in', async ({
    page,
  }) => {
    await page.goto(`${addresses.site}innskraning/svar/?error=access_denied&state=unknown`);
    await expect(page.getByText('Innskráning tókst ekki')).toBeVisible();
    // Nobody began this login here, and that is what is told; the service itself answers.
    await expect(page.getByText('Þessi innskráning hófst í öðrum glugga')).toBeVisible();
    await page.getByRole('button', { name: 'Reyna aftur' }).click();
    await fillIn(page);
    await page.waitForURL(portal);
  });

  test('a callback come back to by the history leads on to the portal', async ({ page }) => {
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

test.describe('a token that ran out', () => {
  test('AUTH-8a: is renewed by refresh token when the page is opened again', async ({ page }) => {
    await signIn(page);
    await expire(page);
    const renewal = page.waitForRequest((request) => request.url() === `${addresses.identity}oauth/token`);
    await page.reload();
    expect((await renewal).postDataJSON().grant_type).toBe('refresh_token');
    await expect(heading(page)).toContainText(gudrun.firstNames);
  });

  test('is renewed when the API refuses it, and the call made again', async ({ page, expectedMessages }) => {
    expectedMessages.push(/status of 401/);
    await signIn(page);
    const bearers: string[] = [];
    await page.route('**/api/policy/v3/overview', async (route) => {
      bearers.push(route.request().headers().authorization ?? '');
      if (bearers.length > 1) return route.continue();
      return route.fulfill({ status: 401, json: { errorCode: 'unauthenticated' } });
    });
    await page.reload();
    await expect(page.getByText('Iðgjöld samtals á ári')).toBeVisible();
    expect(new Set(bearers).size).toBe(2);
  });
});

test.describe('two tabs', () => {
  test('signing out in one takes what is personal from the other, which leads to sign-in when asked', async ({
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

  test('AUTH-12b: another person who signs in elsewhere takes this tab along, and says so', async ({
    page,
    context,
    browser,
  }) => {
    await signIn(page);
    // Someone else's session, as another tab would have left it in the storage that both share.
    const elsewhere = await browser.newContext({ locale: 'is-IS' });
    const other = await elsewhere.newPage();
    await signIn(other, marta);
    const left = await other.evaluate(() => ({ ...localStorage }));
    await elsewhere.close();

    const second = await context.newPage();
    await second.goto(addresses.site);
    await second.evaluate((entries: Record<string, string>) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, left);
    await expect(page.getByText('Annar notandi er innskráður í öðrum flipa')).toBeVisible();
    await expect(heading(page)).toContainText(marta.firstNames);
  });
});

test.describe('faults', () => {
  test('AUTH-12a: a provider that is down reloads the page once, then says so and offers a retry', async ({
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/ERR_FAILED/);
    await signIn(page);
    await expire(page);
    await page.route(`${addresses.identity}**`, (route) => route.abort());
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads += 1;
    });
    await page.reload();
    // Said only by the page as loaded anew.
    await expect(page.getByText('Innskráningarþjónustan svarar ekki')).toBeVisible();
    await expect.poll(() => loads).toBe(2);
    await expect(page.getByRole('button', { name: 'Reyna aftur' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reyna aftur' }).click();
    await expect(heading(page)).toContainText(gudrun.firstNames);
    expect(loads).toBe(2);
  });

  test('who is not signed in is told of a provider that is down, on our page and not on the browser’s', async ({
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

  test('settings that cannot be had are told, and a retry asks again', async ({ page, expectedMessages }) => {
    expectedMessages.push(/status of 503/);
    await page.route('**/settings.json', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(portal);
    await expect(page.getByText('Innskráningarþjónustan svarar ekki')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reyna aftur' }).click();
    await expect(signInForm(page)).toBeVisible();
  });

  test('a browser that forbids local storage signs in, and again after a reload without a word', async ({
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
