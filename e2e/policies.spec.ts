import { overviewPath, overviewScreen, policyScreen } from './screens/overview.ts';
import { signIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, test, variants } from './support/test.ts';
import { words } from './support/words.ts';

const greeting = /Guðrún Helga$/;

for (const { language, width, name } of variants) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 900 } });
    const t = words[language];

    test('PORT-1, DATA-4: a customer signs in and finds every policy, by group and with its premium', async ({
      page,
    }) => {
      await page.goto(addresses.site + overviewPath[language]);
      await signIn(page, language, people.family.ssn);
      const overview = overviewScreen(page, language);
      await overview.loaded(greeting);
      await expect(overview.policies).toHaveCount(people.family.policies);
      for (const group of ['Vehicles', 'Home', 'Persons', 'Travel'])
        await expect(page.getByRole('heading', { name: t(`overview|group${group}`) })).toBeVisible();
      await expect(page.locator('main')).toContainText(t('policyStatus|renewing'));
    });

    test('PORT-18, DATA-4: the details of a policy have their own address, survive reload, and their parts sum', async ({
      page,
    }) => {
      await page.goto(addresses.site + overviewPath[language]);
      await signIn(page, language, people.family.ssn);
      const overview = overviewScreen(page, language);
      await overview.loaded(greeting);
      const kasko = { is: 'Kaskótrygging', en: 'Comprehensive motor insurance' }[language];
      await overview.policies.filter({ hasText: kasko }).click();
      const policy = policyScreen(page, language);
      await policy.loaded(kasko);
      const address = page.url();
      await page.reload();
      await policy.loaded(kasko);
      expect(page.url()).toBe(address);
      for (const part of ['covers', 'notCovers', 'insuredItems', 'premiumParts', 'terms'])
        await expect(page.getByRole('heading', { name: t(`policy|${part}`), exact: true })).toBeVisible();
      const amounts = (await policy.premiumParts.locator('tbody tr, tfoot tr').allTextContents()).map(
        (row) => {
          const digits = row.match(/(-|−)?(?:ISK\s)?(-|−)?([\d.,]+)(?!.*\d)/u);
          const amount = Number(digits?.[3]?.replace(/\D/g, ''));
          return digits?.[1] || digits?.[2] ? -amount : amount;
        },
      );
      const total = amounts.pop();
      expect(amounts.length).toBeGreaterThan(2);
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(total);
    });

    test('UI-5: a customer with no policy reads why the screen is empty and what to do next', async ({
      page,
    }) => {
      await page.goto(addresses.site + overviewPath[language]);
      await signIn(page, language, people.newcomer.ssn);
      await overviewScreen(page, language).loaded(/Birta Líf$/);
      await expect(page.getByText(t('overview|emptyTitle'))).toBeVisible();
    });

    test('UI-5: hundreds of rows and a very long name fit the window', async ({ page }) => {
      await page.goto(addresses.site + overviewPath[language]);
      await signIn(page, language, people.longNames.ssn);
      const overview = overviewScreen(page, language);
      await overview.loaded(/Aðalheiður/);
      expect(await overview.policies.count()).toBeGreaterThan(100);
    });
  });
}

test('PORT-19: the overview is searched as one types, with or without accents', async ({ page }) => {
  await page.goto(addresses.site + overviewPath.is);
  await signIn(page, 'is', people.family.ssn);
  const overview = overviewScreen(page, 'is');
  await overview.loaded(greeting);
  await overview.search.fill('rudu');
  await expect(overview.policies).toHaveCount(1);
  await expect(overview.policies).toContainText('Bílrúðutrygging');
  await overview.search.fill('xyzxyz');
  await expect(page.getByText(words.is('overview|searchNone', { query: 'xyzxyz' }))).toBeVisible();
  await overview.search.fill('');
  await expect(overview.policies).toHaveCount(people.family.policies);
});

test('UI-7: the overview prints without menu, search or buttons', async ({ page }) => {
  await page.goto(addresses.site + overviewPath.is);
  await signIn(page, 'is', people.family.ssn);
  const overview = overviewScreen(page, 'is');
  await overview.loaded(greeting);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('header nav').filter({ visible: true })).toHaveCount(0);
  await expect(overview.search).toBeHidden();
  await expect(overview.policies.first()).toBeVisible();
});

test.describe('faults', () => {
  test("PORT-18: another customer's policy is told of as not found, in the reader's language", async ({
    page,
    browser,
    expectedMessages,
  }) => {
    expectedMessages.push(/404/);
    await page.goto(addresses.site + overviewPath.is);
    await signIn(page, 'is', people.family.ssn);
    const mine = overviewScreen(page, 'is');
    await mine.loaded(greeting);
    const address = await mine.policies.first().getAttribute('href');
    expect(address).toBeTruthy();

    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(addresses.origin + address);
    await signIn(other, 'is', people.spouse.ssn);
    await expect(other.getByText(words.is('policy|notFound'))).toBeVisible();
    await context.close();
  });

  test('UI-5: with the API down the screen says so, keeps the menu, and works again after retry', async ({
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/503/);
    let down = true;
    await page.route('**/api/policy/v3/overview', (route) =>
      down
        ? route.fulfill({
            status: 503,
            contentType: 'application/problem+json',
            body: JSON.stringify({
              type: 'about:blank',
              title: 'unavailable',
              status: 503,
              errorCode: 'unavailable',
              message: '',
              requestId: 'abc-123',
            }),
          })
        : route.continue(),
    );
    await page.goto(addresses.site + overviewPath.is);
    await signIn(page, 'is', people.family.ssn);
    await expect(page.getByText(words.is('global|errorTitle'))).toBeVisible();
    await expect(page.getByText('abc-123')).toBeVisible();
    await expect(page.locator('header nav').first()).toBeVisible();
    down = false;
    await page.getByRole('button', { name: words.is('global|retry') }).click();
    await overviewScreen(page, 'is').loaded(greeting);
  });
});
