import { readFile } from 'node:fs/promises';
import { signIn } from './screens/sign-in.ts';
import { transactionsPath, transactionsScreen } from './screens/transactions.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, test, variants } from './support/test.ts';
import { words } from './support/words.ts';

for (const { language, width, name } of variants) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 900 } });
    const t = words[language];

    test('PORT-2, PORT-19: a customer reads what was charged and paid, narrows it, and the sums make what they owe', async ({
      page,
    }) => {
      await page.goto(addresses.site + transactionsPath[language]);
      await signIn(page, language, people.family.ssn);
      const screen = transactionsScreen(page, language);
      await screen.loaded();
      const [opening = 0, charges = 0, payments = 0, closing = 0] = (
        await screen.sums.locator('dd').allTextContents()
      ).map((text) => Number(text.replace(/\D/g, '')) * (/[-−]/.test(text) ? -1 : 1));
      expect(closing).toBeGreaterThan(0);
      expect(opening + charges + payments).toBe(closing);
      const all = await screen.entries.count();
      expect(all).toBeGreaterThan(20);

      await screen.type.selectOption({ label: t('transactions|typePayment') });
      expect(await screen.narrowed(all, t('transactions|typePayment'))).toBeGreaterThan(5);
      await screen.clear.click();
      await expect(screen.entries).toHaveCount(all);

      const kasko = {
        is: { typed: 'kasko', shown: /kaskó/i },
        en: { typed: 'comprehensive', shown: /comprehensive/i },
      };
      await screen.search.fill(kasko[language].typed);
      await screen.narrowed(all, kasko[language].shown);
      await screen.clear.click();
      await expect(screen.entries).toHaveCount(all);

      await screen.policy.selectOption({ index: 1 });
      const policy = (await screen.policy.locator('option:checked').textContent()) ?? 'none';
      await screen.narrowed(all, policy);
      await screen.policy.selectOption({ index: 0 });

      await screen.order.selectOption('smallest');
      await expect(screen.entries.first()).toContainText(t('transactions|typePayment'));
      await screen.loaded();
    });

    test('PORT-19: hundreds of entries come page by page, and the way back is there', async ({ page }) => {
      await page.goto(addresses.site + transactionsPath[language]);
      await signIn(page, language, people.longNames.ssn);
      const screen = transactionsScreen(page, language);
      await screen.loaded();
      await expect(screen.entries).toHaveCount(50);
      const first = await screen.entries.first().textContent();
      await screen.next.click();
      await expect(page.getByText(/^51–100 /)).toBeVisible();
      await expect(screen.entries.first()).not.toHaveText(first ?? '');
      await screen.loaded();
      await screen.previous.click();
      await expect(screen.entries.first()).toHaveText(first ?? '');
    });

    test('UI-5: a customer without entries reads that there are none', async ({ page }) => {
      await page.goto(addresses.site + transactionsPath[language]);
      await signIn(page, language, people.family.ssn);
      const screen = transactionsScreen(page, language);
      await screen.loaded();
      await screen.period.selectOption('custom');
      await page.getByLabel(t('transactions|from'), { exact: true }).fill('2001-02-02');
      const to = page.getByLabel(t('transactions|to'), { exact: true });
      await to.fill('2001-02-01');
      await expect(page.getByText(t('transactions|toBeforeFrom'))).toBeVisible();
      await to.fill('2001-02-03');
      await expect(page.getByRole('heading', { name: t('transactions|empty') })).toBeVisible();
      await screen.loaded();
    });
  });
}

test('UI-5: with the API down the screen says so and works again after retry', async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/503/);
  let down = true;
  await page.route('**/api/account/v1?*', (route) =>
    down ? route.fulfill({ status: 503, json: { errorCode: 'unavailable' } }) : route.continue(),
  );
  await page.goto(addresses.site + transactionsPath.is);
  await signIn(page, 'is', people.family.ssn);
  await expect(page.getByText(words.is('global|errorTitle'))).toBeVisible();
  down = false;
  await page.getByRole('button', { name: words.is('global|retry') }).click();
  await transactionsScreen(page, 'is').loaded();
});

test('PORT-19, UI-7: the entries that are shown are saved as CSV, sent by e-mail, and printed', async ({
  page,
}) => {
  const t = words.is;
  await page.goto(addresses.site + transactionsPath.is);
  await signIn(page, 'is', people.family.ssn);
  const screen = transactionsScreen(page, 'is');
  await screen.loaded();
  const all = await screen.entries.count();
  await screen.type.selectOption('payment');
  const shown = await screen.narrowed(all, t('transactions|typePayment'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('table|exportCsv') }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^hreyfingar-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(1 + shown);
  await page.getByRole('button', { name: t('transactions|send') }).click();
  await expect(
    page.getByText(t('transactions|sent', { email: 'gudrun.helga@postur.example' })),
  ).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(screen.search).toBeHidden();
  await expect(page.locator('header nav').filter({ visible: true })).toHaveCount(0);
  await expect(screen.entries.first()).toBeVisible();
});

test('PORT-15: the transactions are one press from the overview', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${addresses.site}vidskipti/`);
  await signIn(page, 'is', people.family.ssn);
  await page
    .locator('header')
    .getByRole('link', { name: words.is('transactions|title') })
    .click();
  await transactionsScreen(page, 'is').loaded();
});
