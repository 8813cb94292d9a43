import type { Locator } from '@playwright/test';
import { claimsPath, claimsScreen } from './screens/claims.ts';
import { benefitsPath, overviewPath, overviewScreen, policyPath, policyScreen } from './screens/overview.ts';
import { paymentsPath, paymentsScreen } from './screens/payments.ts';
import { openSignedIn, signIn } from './screens/sign-in.ts';
import { transactionsPath, transactionsScreen } from './screens/transactions.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const greeting = /Guðrún Helga$/;

for (const { language, width, name } of journeyVariants('desktop')) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 900 } });
    const t = translate[language];

    test('PORT-1, PORT-18, PORT-19, DATA-4, UI-7: a customer finds every policy, searches them, reads a policy at its own address with parts that add up, and the benefits that follow', async ({
      page,
    }) => {
      await openSignedIn(page, language, people.family.ssn, addresses.site + overviewPath[language]);
      const overview = overviewScreen(page, language);
      await overview.loaded(greeting);
      await expect(overview.policies).toHaveCount(people.family.policies);
      for (const group of ['Vehicles', 'Home', 'Persons', 'Travel'])
        await expect(page.getByRole('heading', { name: t(`overview|group${group}`) })).toBeVisible();
      await expect(page.locator('main')).toContainText(t('policyStatus|renewing'));

      // Searches match with or without accents.
      const windscreen = {
        is: { typed: 'rudu', shown: 'Bílrúðutrygging' },
        en: { typed: 'windscr', shown: 'Windscreen' },
      }[language];
      await overview.search.fill(windscreen.typed);
      await expect(overview.policies).toHaveCount(1);
      await expect(overview.policies).toContainText(windscreen.shown);
      await overview.search.fill('xyzxyz');
      await expect(page.getByRole('heading', { name: t('table|noMatches') })).toBeVisible();
      await overview.search.fill('');
      await expect(overview.policies).toHaveCount(people.family.policies);
      await page.emulateMedia({ media: 'print' });
      await expect(page.locator('header nav').filter({ visible: true })).toHaveCount(0);
      await expect(overview.search).toBeHidden();
      await expect(overview.policies.first()).toBeVisible();
      await page.emulateMedia({ media: 'screen' });

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

      // The path of the policies without an id also shows the overview.
      await page.goto(`${addresses.site.replace(/\/$/, '')}${policyPath[language]}`);
      await overview.loaded(greeting);
      await expect(overview.policies).toHaveCount(people.family.policies);

      await page.goto(addresses.site + benefitsPath[language]);
      const benefits = page.getByRole('table', { name: t('benefits|title') }).locator('tbody tr');
      await expect(benefits.filter({ hasText: t('benefits|courtesyCar') })).toHaveCount(1);
      await expect(benefits.filter({ hasText: t('benefits|included') }).first()).toBeVisible();
      await expectValidScreen(page, { language, heading: t('benefits|title') });
    });
  });
}

for (const { language, width, name } of journeyVariants('phone')) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 900 } });
    const t = translate[language];

    test('LIFE-41: long words on a deductible are folded behind a question on the screen, and printed without it', async ({
      page,
    }) => {
      await openSignedIn(page, language, people.family.ssn, addresses.site + overviewPath[language]);
      const overview = overviewScreen(page, language);
      await overview.loaded(greeting);
      const kasko = { is: 'Kaskótrygging', en: 'Comprehensive motor insurance' }[language];
      await overview.policies.filter({ hasText: kasko }).click();
      await policyScreen(page, language).loaded(kasko);
      const folded = page.locator('details').filter({ hasText: t('policy|deductibleQuestion') });
      await expect(folded.locator('summary')).toBeVisible();
      await expect(folded.locator('p')).toBeHidden();
      await page.emulateMedia({ media: 'print' });
      await expect(folded.locator('p')).toBeVisible();
      await expect(folded.locator('summary')).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
    });

    test('UI-5: a customer without policies reads on each screen why it is empty', async ({ page }) => {
      await openSignedIn(page, language, people.newcomer.ssn, addresses.site + overviewPath[language]);
      await overviewScreen(page, language).loaded(/Birta Líf$/);
      await expect(page.getByText(t('overview|emptyTitle'))).toBeVisible();
      await page.goto(addresses.site + claimsPath[language]);
      await claimsScreen(page, language).loaded();
      await expect(page.getByRole('heading', { name: t('claims|empty') })).toBeVisible();
      await page.goto(addresses.site + paymentsPath[language]);
      await paymentsScreen(page, language).loaded();
      await expect(page.getByText(t('payment|empty'))).toBeVisible();
    });

    test('UI-5, PORT-19: hundreds of rows and a very long name fit the window, with pagination', async ({
      page,
    }) => {
      await openSignedIn(page, language, people.longNames.ssn, addresses.site + overviewPath[language]);
      const overview = overviewScreen(page, language);
      await overview.loaded(/Aðalheiður/);
      expect(await overview.policies.count()).toBeGreaterThan(100);

      await page.goto(addresses.site + transactionsPath[language]);
      const screen = transactionsScreen(page, language);
      await screen.loaded();
      await expect(screen.entries).toHaveCount(50);
      const first = (await screen.entries.first().textContent()) ?? 'none';
      await screen.next.click();
      await expect(page.getByText(/^51–100 /)).toBeVisible();
      await expect(screen.entries.first()).not.toHaveText(first);
      await screen.previous.click();
      await expect(screen.entries.first()).toHaveText(first);
    });
  });
}

test.describe('faults', () => {
  test("PORT-18: another customer's policy is reported as not found, in the reader's language", async ({
    page,
    browser,
    expectedMessages,
  }) => {
    expectedMessages.push(/404/);
    await openSignedIn(page, 'is', people.family.ssn, addresses.site + overviewPath.is);
    const mine = overviewScreen(page, 'is');
    await mine.loaded(greeting);
    const address = await mine.policies.first().getAttribute('href');
    expect(address).toBeTruthy();

    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(addresses.origin + address);
    await signIn(other, 'is', people.spouse.ssn);
    await expect(other.getByText(translate.is('policy|notFound'))).toBeVisible();
    await context.close();
  });

  test('UI-5: with the API down, each screen says so, keeps the menu, and works again after a retry', async ({
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/503/);
    const t = translate.is;
    for (const [at, { call, path, loaded }] of [
      {
        call: '**/api/policy/v3/overview',
        path: overviewPath.is,
        loaded: () => overviewScreen(page, 'is').loaded(greeting),
      },
      { call: '**/api/claim/v1?*', path: claimsPath.is, loaded: () => claimsScreen(page, 'is').loaded() },
      {
        call: '**/api/account/v1?*',
        path: transactionsPath.is,
        loaded: () => transactionsScreen(page, 'is').loaded(),
      },
    ].entries()) {
      await page.route(call, (route) =>
        route.fulfill({
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
        }),
      );
      await page.goto(addresses.site + path);
      if (at === 0) await signIn(page, 'is', people.family.ssn);
      await expect(page.getByText(t('global|errorTitle'))).toBeVisible();
      await expect(page.getByText('abc-123')).toBeVisible();
      await expect(page.locator('header nav').first()).toBeVisible();
      await page.unroute(call);
      await page.getByRole('button', { name: t('global|retry') }).click();
      await loaded();
    }
  });
});

test('PORT-1: a customer who owes, has documents to sign and an open claim sees the first policy on the first screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openSignedIn(page, 'is', people.family.ssn, addresses.site + overviewPath.is);
  const overview = overviewScreen(page, 'is');
  await overview.loaded(/Guðrún Helga$/);
  const main = page.getByRole('main');
  const topOf = async (part: Locator) => (await part.first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  const t = translate.is;
  const tops = [
    await topOf(main.getByRole('heading', { level: 1 })),
    await topOf(main.getByText(t('overview|nextPayment'))),
    await topOf(overview.policies),
  ];
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(tops.at(-1)).toBeLessThan(800);
  // To the right of what is due.
  const toDo = await main.getByRole('heading', { name: t('overview|toDo') }).boundingBox();
  expect(toDo?.y).toBeLessThan(tops.at(-1) ?? 0);
});
