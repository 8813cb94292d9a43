// Finance from a customer's card payment to the books: the payment with its state, what hangs, and the month in double entry.
import { readFile } from 'node:fs/promises';
import { formatMoney } from '@hofn/texts';
import { insuranceCore as coreEn } from '@hofn/texts/catalogue/en/insurance-core.ts';
import { insuranceCore as coreIs } from '@hofn/texts/catalogue/is/insurance-core.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Page } from '@playwright/test';
import { patience } from '../packages/database/src/testing/patience.ts';
import { paymentsPath, paymentsScreen } from './screens/payments.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, test } from './support/test.ts';
import { translate } from './support/translate.ts';

/** Marta's card. */
const card = 'Mastercard •••• 1102';

/** Cells of a line of CSV, of which those with a separator are in quotes. */
const cellsOf = (line: string, separator: string): string[] => {
  const cells = new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^${separator}]*))`, 'g');
  return [...line.matchAll(cells)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
};

/** Downloads a CSV by its button. @returns its lines as cells */
const csvBy = async (page: Page, name: string, separator: string): Promise<string[][]> => {
  const button = page.getByRole('button', { name, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const text = (await readFile(await download.path(), 'utf8')).replace(/^\ufeff/, '').trimEnd();
  return text.split('\r\n').map((line) => cellsOf(line, separator));
};

const sumOf = (rows: readonly string[][], column: number): number =>
  rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);

/** Pays an instalment with a card as the customer. @returns whole ISK */
const payByCard = async (page: Page): Promise<number> => {
  await openSignedIn(page, 'is', people.reader.ssn, addresses.site + paymentsPath.is);
  const portal = paymentsScreen(page, 'is');
  await portal.loaded();
  // Another test pays the first.
  const upcoming = portal.inState('upcoming').last();
  await upcoming.getByRole('checkbox').check();
  await upcoming.getByRole('button').click();
  const asked = (await portal.dialog.textContent()) ?? '';
  await portal.confirm();
  await expect(page.getByText(translate.is('payment|paid').split('{')[0] ?? 'none')).toBeVisible();
  return Number(/([\d.]+)\u00a0kr\./.exec(asked)?.[1]?.replaceAll('.', ''));
};

const variants = [
  { language: 'is', width: 390, separator: ';' },
  { language: 'en', width: 1280, separator: ',' },
] as const;
type Variant = (typeof variants)[number];

const base = `${addresses.staffOrigin}/arsskyrsla`;

/** The list of payments: the one that was just made, the filter in the address, and the file. */
const readPayments = async (page: Page, { language, separator }: Variant, amount: number) => {
  const t = translate[language];
  await page.goto(`${base}${pathOf('staff.money', language)}/`);
  const paid = page
    .getByRole('row')
    .filter({ hasText: card })
    .filter({ hasText: formatMoney(language, amount) })
    .first();
  await expect(paid).toContainText(t('moneyState|paid'));
  await expect(paid).toContainText('Marta Kowalczyk');
  await expectValidScreen(page, { language, heading: t('money|title') });

  const direction = page.getByLabel(t('money|direction'), { exact: true });
  await direction.selectOption('out');
  await expect(page).toHaveURL(/\?direction=out$/);
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: t('moneyKind|claim') })
      .first(),
  ).toBeVisible();
  await expect(paid).toHaveCount(0);
  await page.reload();
  await expect(direction).toHaveValue('out');
  await direction.selectOption('in');
  await expect(paid).toBeVisible();
  const [, ...payments] = await csvBy(page, t('table|exportCsv'), separator);
  expect(payments.some((cells) => cells[7] === card && cells[3] === String(amount))).toBe(true);
  expect(payments.filter((cells) => cells[4] !== '')).toEqual([]);

  await page.goto(`${base}${pathOf('staff.money', language)}/?state=hanging`);
  await expect(page.getByText(t('money|allDays'), { exact: true })).toBeVisible();
  await expect(paid).toHaveCount(0);
};

/** The books: totals by account, and a file in double entry that balances. */
const readBooks = async (page: Page, { language, separator }: Variant, amount: number) => {
  const t = translate[language];
  const row = page
    .getByRole('row')
    .filter({ hasText: (language === 'is' ? coreIs : coreEn).core['account.cash'] });
  // The core posts the payment a moment after the event.
  await expect(async () => {
    await page.goto(`${base}${pathOf('staff.ledger', language)}/`);
    await expect(row).toBeVisible();
  }).toPass({ timeout: patience(60_000) });
  await expectValidScreen(page, { language, heading: t('ledger|title') });
  const [heads, ...lines] = await csvBy(page, t('ledger|downloadPostings'), separator);
  expect(heads?.slice(5, 7)).toEqual([t('ledger|debit'), t('ledger|credit')]);
  const total = lines.pop();
  expect(total?.[0]).toBe(t('ledger|total'));
  expect([sumOf(lines, 5), sumOf(lines, 6)]).toEqual([Number(total?.[5]), Number(total?.[5])]);
  expect(lines.some((cells) => cells[2] === 'cash' && cells[5] === String(amount))).toBe(true);

  await page.getByLabel(t('ledger|period'), { exact: true }).selectOption('day');
  await expect(page).toHaveURL(/\?day=\d{4}-\d\d-\d\d$/);
  await expect(row).toBeVisible();
  await expectValidScreen(page, { language, heading: t('ledger|title') });
};

test('DESK-12: a card payment of a customer is on the list of finance, which the direction and what hangs narrow, and the books of the month have it in double entry and balance, is, 390 px and en, 1280 px', async ({
  browser,
  page,
}) => {
  test.slow();
  const amount = await payByCard(page);
  expect(amount).toBeGreaterThan(0);
  const ragnas = await browser.newContext({ serviceWorkers: 'block' });
  const desk = await ragnas.newPage();
  await workQueueScreen(desk, 'is').signIn('ragna');
  for (const variant of variants) {
    await desk.setViewportSize({ width: variant.width, height: 900 });
    await readPayments(desk, variant, amount);
    await readBooks(desk, variant, amount);
  }
  await ragnas.close();
});
