import { pathOf } from '@hofn/texts/paths.ts';
import { overviewPath, overviewScreen } from './screens/overview.ts';
import { signIn, signInScreen } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { followLink, openHydrated } from './support/site.ts';
import { addresses } from './support/system.ts';
import { expect, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const greeting = /Guðrún Helga$/;

/** Belongs to nobody: wrong passwords for a demo customer would lock out that customer's other tests. */
const unknownSsn = '3101901449';

for (const { language, width, name } of journeyVariants('phone')) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 900 } });

    test('PORT-16: a portal path leads to sign-in and back to the same path, with query and hash', async ({
      page,
    }) => {
      await page.goto(`${addresses.site}${overviewPath[language]}?litur=blar#flokkar`);
      await signIn(page, language, people.family.ssn);
      await overviewScreen(page, language).loaded(greeting);
      expect(page.url()).toBe(`${addresses.site}${overviewPath[language]}?litur=blar#flokkar`);
    });

    test('AUTH-10a: a wrong password says what to check, keeps the kennitala and gives nothing away', async ({
      page,
      expectedMessages,
    }) => {
      expectedMessages.push(/40[01]|422/);
      await page.goto(addresses.site + overviewPath[language]);
      await signIn(page, language, unknownSsn, 'rangt lykilorð');
      const screen = signInScreen(page, language);
      await expect(page.getByText(translate[language]('auth|wrongCredentials')).first()).toBeVisible();
      expect((await screen.ssn.inputValue()).replace(/\D/g, '')).toBe(unknownSsn);
      await expect(screen.password).toHaveValue('');
    });
  });
}

for (const { language, width, name } of journeyVariants('desktop')) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 900 } });

    test('AUTH-11: signing out ends the session here and at the provider', async ({ page }) => {
      await page.goto(addresses.site + overviewPath[language]);
      await signIn(page, language, people.family.ssn);
      const overview = overviewScreen(page, language);
      await overview.loaded(greeting);
      await overview.userMenu.click();
      await overview.signOut.click();
      await page.waitForURL(
        (url) => url.origin === addresses.origin && !/vidskipti|my-pages/.test(url.pathname),
      );
      const storage = await page.evaluate(() => JSON.stringify({ ...localStorage }));
      expect(storage).not.toContain('access_token');
      await page.goto(addresses.site + overviewPath[language]);
      await signInScreen(page, language).loaded();
    });
  });
}

test('a customer stays signed in after a reload and in a second tab', async ({ page, context }) => {
  await page.goto(addresses.site + overviewPath.is);
  await signIn(page, 'is', people.family.ssn);
  await overviewScreen(page, 'is').loaded(greeting);
  await page.reload();
  await overviewScreen(page, 'is').loaded(greeting);
  const second = await context.newPage();
  await second.goto(addresses.site + overviewPath.is);
  await overviewScreen(second, 'is').loaded(greeting);
});

test('HOLD-18: the portal’s heading has the focus after sign-in, and after coming from the public site', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1, name: greeting });
  await page.goto(addresses.site + overviewPath.is);
  await signIn(page, 'is', people.family.ssn);
  await expect(heading).toBeFocused();
  await openHydrated(page, `${addresses.site}um-okkur`);
  await followLink(page, `/arsskyrsla/${overviewPath.is}`);
  await expect(heading).toBeFocused();
  // A screen whose heading depends on what it loads.
  const policies = pathOf('portal.policy', 'is', { id: '1' }).slice(0, -1);
  await page.locator(`main a[href*="${policies}"]`).first().press('Enter');
  await expect(page.locator('main h2').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('AUTH-8a: when a customer returns with an expired token, the session is renewed silently', async ({
  page,
}) => {
  await page.goto(addresses.site + overviewPath.is);
  await signIn(page, 'is', people.family.ssn);
  await overviewScreen(page, 'is').loaded(greeting);
  // The provider's clock cannot be moved, so the stored token is made to look expired.
  const aged = await page.evaluate(() => {
    const keys = Object.keys(localStorage).filter((key) =>
      localStorage.getItem(key)?.includes('"expiresAt"'),
    );
    for (const key of keys) {
      const entry = JSON.parse(localStorage.getItem(key) ?? '{}');
      localStorage.setItem(key, JSON.stringify({ ...entry, expiresAt: 1 }));
    }
    return keys.length;
  });
  expect(aged).toBeGreaterThan(0);
  const renewal = page.waitForResponse((response) => response.url().endsWith('/oauth/token'));
  await page.reload();
  expect((await renewal).status()).toBe(200);
  await overviewScreen(page, 'is').loaded(greeting);
});
