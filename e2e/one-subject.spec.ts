import { accessScreen } from './screens/access.ts';
import { companyPaths } from './screens/company.ts';
import { signIn } from './screens/sign-in.ts';
import { transactionsPath, transactionsScreen } from './screens/transactions.ts';
import { openFilters } from './support/filters.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const company = 'Netagerðin Ísver ehf.';

test('HOLD-2, ACC-3: searches, filters and data of one person never appear under another’s name, after a switch, in the other language or after Back', async ({
  page,
  expectedMessages,
}) => {
  // A call in flight for the former subject at the switch is refused.
  expectedMessages.push(/status of 409 \(Conflict\)/);
  const { is, en } = translate;
  const heading = page.getByRole('heading', { level: 1 });
  const access = { is: accessScreen(page, 'is'), en: accessScreen(page, 'en') };
  const transactions = transactionsScreen(page, 'is');
  const question = page.getByRole('combobox', { name: is('nav|search') });
  const options = page.getByRole('dialog').getByRole('option');
  const openSearch = () =>
    page
      .getByRole('banner')
      .getByRole('button', { name: is('shell|search'), exact: true })
      .click();
  /** Subjects named in the headers of requests for personal data. */
  const subjects = new Set<string | undefined>();
  page.on('request', (request) => {
    if (/\/api\/(policy|account|search)\//.test(request.url())) subjects.add(request.headers()['acting-for']);
  });

  await page.goto(addresses.site + transactionsPath.is);
  await signIn(page, 'is', people.procuration.ssn);
  await transactions.loaded();
  const entryCount = await transactions.entries.count();
  await openFilters(page, 'is');
  await transactions.policy.selectOption({ index: 1 });
  await transactions.search.fill('Kaskó');
  await expect(async () => expect(await transactions.entries.count()).toBeLessThan(entryCount)).toPass();

  await openSearch();
  await question.fill('Sumarhús');
  const hers = options.filter({ hasText: '1801177' });
  await expect(hers.first()).toBeVisible();
  await page.keyboard.press('Escape');

  // She is now loaded in both languages, and a switch in one must clear both.
  await page.getByRole('link', { name: 'English' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page
    .getByRole('link', { name: en('access|title') })
    .first()
    .click();
  await access.en.loaded();
  await access.en.actFor(company).click();
  await expect(access.en.bar).toContainText(company);
  await expect(heading).toContainText(company);
  await expect(heading).toBeFocused();
  await page.getByRole('link', { name: 'Íslenska' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'is');
  await expect(access.is.bar).toContainText(company);
  await expect(heading).toContainText(company);
  await expect(page.getByRole('link', { name: 'Staðfesting ferðatryggingar' })).toHaveCount(0);

  await openSearch();
  await expect(question).toHaveValue('');
  await expect(options).toHaveCount(0);
  await question.fill('Sumarhús');
  await expect(options.first()).toBeAttached();
  await expect(hers).toHaveCount(0);
  await page.keyboard.press('Escape');

  while (!page.url().includes('hreyfingayfirlit')) await page.goBack();
  await transactions.loaded();
  await expect(access.is.bar).toContainText(company);
  await expect(transactions.search).toHaveValue('');
  await expect(transactions.policy).toHaveValue('');

  await access.is.stopActing.click();
  await expect(access.is.bar).toHaveCount(0);
  await expect(heading).toContainText('Sigríður');
  await expect(heading).toBeFocused();
  expect(subjects.has(undefined)).toBe(false);
});

test('HOLD-2, PORT-9a: a person finds the company that they may act for on its cover page, and switches to the company there', async ({
  page,
}) => {
  const t = translate.en;
  const access = accessScreen(page, 'en');
  await page.goto(addresses.site + companyPaths.liability.en);
  await signIn(page, 'en', people.procuration.ssn);
  await expect(page.getByText(t('company|companiesOnly'))).toBeVisible();
  await access.actFor(company).click();
  await expect(access.bar).toContainText(company);
  await expect(page.getByRole('button', { name: /^Change/ }).first()).toBeVisible();
  await expect(page).toHaveURL(/business-liability/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
