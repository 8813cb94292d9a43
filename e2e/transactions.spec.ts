import { readFile } from 'node:fs/promises';
import { overviewPath } from './screens/overview.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { transactionsPath, transactionsScreen } from './screens/transactions.ts';
import { dateField } from './support/dates.ts';
import { chooseListAction, openFilters } from './support/filters.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

for (const { language, width, name } of journeyVariants('desktop')) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 900 } });
    const t = translate[language];

    test('PORT-2, PORT-19, UI-5: a customer reads charges and payments, filters them down to none, and the sums equal the balance', async ({
      page,
    }) => {
      // A customer whose account no test changes.
      await openSignedIn(page, language, people.overdue.ssn, addresses.site + transactionsPath[language]);
      const screen = transactionsScreen(page, language);
      await screen.loaded();
      const iskOf = (text: string) => Number(text.replace(/\D/g, '')) * (/[-−]/.test(text) ? -1 : 1);
      const [opening = 0, charges = 0, payments = 0, closing = 0] = (
        await screen.sums.locator('dd').allTextContents()
      ).map(iskOf);
      expect(closing).toBeGreaterThan(0);
      expect(opening + charges + payments).toBe(closing);
      const all = await screen.entries.count();
      expect(all).toBeGreaterThan(20);
      // Each entry changes the balance by its amount, newest first.
      const amounts = (await screen.amounts.allTextContents()).map(iskOf);
      const balances = (await screen.balances.allTextContents()).map(iskOf);
      expect(balances[0]).toBe(closing);
      for (const [at, before] of balances.slice(1).entries())
        expect(before + (amounts[at] ?? 0), `entry ${at}`).toBe(balances[at]);

      await openFilters(page, language);
      await screen.type.selectOption({ label: t('transactions|typePayment') });
      expect(await screen.waitForFiltered(all, t('transactions|typePayment'))).toBeGreaterThan(5);
      await screen.clear.click();
      await expect(screen.entries).toHaveCount(all);

      const kasko = {
        is: { typed: 'kasko', shown: /kaskó/i },
        en: { typed: 'comprehensive', shown: /comprehensive/i },
      };
      await screen.search.fill(kasko[language].typed);
      await screen.waitForFiltered(all, kasko[language].shown);
      await screen.clear.click();
      await expect(screen.entries).toHaveCount(all);

      await screen.policy.selectOption({ index: 1 });
      const policy = (await screen.policy.locator('option:checked').textContent()) ?? 'none';
      await screen.waitForFiltered(all, policy);
      await screen.policy.selectOption({ index: 0 });

      await screen.order.selectOption('smallest');
      await expect(screen.entries.first()).toContainText(t('transactions|typePayment'));

      // A period without entries says so.
      await screen.period.selectOption('custom');
      await dateField(page, t('transactions|from')).fill('2001-02-02');
      const to = dateField(page, t('transactions|to'));
      await to.fill('2001-02-01');
      await expect(page.getByText(t('transactions|toBeforeFrom'))).toBeVisible();
      await to.fill('2001-02-03');
      await expect(page.getByRole('heading', { name: t('table|noMatches') })).toBeVisible();
      await expectValidScreen(page, { language, heading: t('transactions|title') });
    });
  });
}

test('PORT-15, PORT-19, UI-7: one press from the overview, a customer downloads the listed entries as CSV, e-mails them, and prints them', async ({
  page,
}) => {
  const t = translate.is;
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSignedIn(page, 'is', people.family.ssn, addresses.site + overviewPath.is);
  await page
    .locator('header')
    .getByRole('link', { name: t('transactions|title') })
    .click();
  const screen = transactionsScreen(page, 'is');
  await screen.loaded();
  const all = await screen.entries.count();
  await openFilters(page, 'is');
  await screen.type.selectOption('payment');
  const shown = await screen.waitForFiltered(all, t('transactions|typePayment'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    chooseListAction(page, 'is', t('table|exportCsv')),
  ]);
  expect(download.suggestedFilename()).toMatch(/^hreyfingar-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(1 + shown);
  await chooseListAction(page, 'is', t('transactions|send'));
  await expect(
    page.getByText(t('transactions|sent', { email: 'gudrun.helga@postur.example' })),
  ).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(screen.search).toBeHidden();
  await expect(page.locator('header nav').filter({ visible: true })).toHaveCount(0);
  await expect(screen.entries.first()).toBeVisible();
});
