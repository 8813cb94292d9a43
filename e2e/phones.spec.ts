// What a phone must show of a list without scrolling, and that nothing floats over content or controls at any width.
import { pathOf } from '@hofn/texts/paths.ts';
import { signIn } from './screens/sign-in.ts';
import { findCovered } from './support/covered.ts';
import { dateField } from './support/dates.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const phones = [
  { width: 390, height: 844 },
  { width: 320, height: 844 },
];

const wideWindows = [
  // Wide enough for the buttons to show their names beside their icons.
  { width: 1680, height: 1000 },
  { width: 1280, height: 900 },
  { width: 1000, height: 800 },
];

/** Lists of the portal, with what their first row is. */
const lists = [
  ['portal.transactions', 'main tbody tr'],
  ['portal.claims', 'main tbody tr'],
  ['portal.documents', 'main tbody tr'],
  ['portal.payments', 'main tbody tr'],
  ['portal.policies', 'main ul[class] > li:has(.figures)'],
  ['portal.toSign', 'main li, main tbody tr'],
  ['portal.offers', 'main section h2'],
  ['portal.matters', 'main li'],
] as const;

const at = (
  page: (typeof lists)[number][0] | 'inquiry' | 'getPrice' | 'front',
  language: 'is' | 'en' = 'is',
) => addresses.site + pathOf(page, language).slice(1);

test('HOLD-22: on a phone every list of the portal starts within the first screen, and nothing floats over it', async ({
  page,
}) => {
  // Eight screens at two widths.
  test.slow();
  await page.setViewportSize(phones[0] ?? { width: 0, height: 0 });
  await page.goto(at('portal.transactions'));
  await signIn(page, 'is', people.family.ssn);
  const faults: string[] = [];
  for (const [key, row] of lists) {
    await page.goto(at(key));
    const first = page.locator(row).filter({ visible: true }).first();
    await expect(first.or(page.locator('main [data-state=empty]')).first(), key).toBeVisible();
    for (const size of phones) {
      await page.setViewportSize(size);
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      const box = await first.or(page.locator('main [data-state=empty]')).first().boundingBox();
      if (!box || box.y >= size.height)
        faults.push(`${key}: first row at ${box?.y} of ${size.height}, ${size.width} px`);
      for (const overlap of await findCovered(page)) faults.push(`${key}, ${size.width} px: ${overlap}`);
    }
  }
  expect(faults).toEqual([]);
});

test('HOLD-22: on a phone the filters collapse behind a button that counts them, and filters without matches can be cleared from the empty list', async ({
  page,
}) => {
  const t = translate.en;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at('portal.transactions', 'en'));
  await signIn(page, 'en', people.family.ssn);
  const rows = page.locator('main tbody tr');
  await expect(rows.first()).toBeVisible();
  // Entries take three lines each, not a card with a line for every column.
  expect((await rows.nth(3).boundingBox())?.y).toBeLessThan(844);
  const type = page.getByLabel(t('transactions|filterType'));
  await expect(type).toBeHidden();
  const clear = page.getByRole('button', { name: t('table|clear') });
  await page.getByRole('button', { name: t('table|filters'), exact: true }).click();
  await expect(clear).toHaveCount(0);
  // The dates of a custom period follow its name.
  await page.getByLabel(t('transactions|filterPeriod')).selectOption('custom');
  const days = dateField(page, t('transactions|to')).group;
  await expect(days).toBeVisible();
  expect((await days.boundingBox())?.y).toBeLessThan((await type.boundingBox())?.y ?? 0);
  await page.getByLabel(t('transactions|filterPeriod')).selectOption('lastYear');
  const folded = (count: number) =>
    page.getByRole('button', { name: t('table|filtersActive', { count }), exact: true });
  await expect(folded(1)).toBeVisible();
  await type.selectOption('refund');
  await folded(2).click();
  await expect(type).toBeHidden();
  await expect(clear).toBeVisible();
  await page.getByRole('searchbox', { name: t('transactions|search') }).fill('xyzxyz');
  await expect(page.getByRole('heading', { name: t('table|noMatches') })).toBeVisible();
  await page.getByRole('button', { name: t('table|showAll') }).click();
  await expect(rows.first()).toBeVisible();
  await expect(page.getByRole('button', { name: t('table|filters'), exact: true })).toBeVisible();
});

test('HOLD-22: nothing floats over a public form, the prices or the front page on a phone', async ({
  page,
}) => {
  for (const size of phones) {
    await page.setViewportSize(size);
    for (const key of ['inquiry', 'getPrice', 'front'] as const) {
      await page.goto(at(key));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await findCovered(page), `${key}, ${size.width} px`).toEqual([]);
    }
    // Help is one press away from the top of every page.
    await page.locator('header [data-help=assistant]').click();
    await expect(page.getByRole('dialog', { name: 'Aðstoð' })).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('HOLD-22, UI-6: in a wide window help floats beside the page and covers nothing even during its prompt, and no list is wider than a tablet', async ({
  page,
}) => {
  // Eleven screens at three widths.
  test.slow();
  await page.setViewportSize(wideWindows[0] ?? { width: 0, height: 0 });
  await page.goto(at('portal.transactions', 'en'));
  await signIn(page, 'en', people.family.ssn);
  const faults: string[] = [];
  const note = async (key: string) => {
    for (const size of wideWindows) {
      await page.setViewportSize(size);
      await expect(page.locator('[data-help=assistant]').filter({ visible: true }).first()).toBeVisible();
      await page.evaluate(() => {
        document.documentElement.dataset.prompt = '';
      });
      for (const overlap of await findCovered(page)) faults.push(`${key}, ${size.width} px: ${overlap}`);
    }
    // A table becomes cards just below this width.
    await page.setViewportSize({ width: 768, height: 900 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) faults.push(`${key}, 768 px: the page is ${excess} px too wide`);
  };
  for (const [key, row] of lists) {
    await page.goto(at(key, 'en'));
    const first = page.locator(row).or(page.locator('main [data-state=empty]')).filter({ visible: true });
    await expect(first.first(), key).toBeVisible();
    await note(key);
  }
  for (const key of ['inquiry', 'getPrice', 'front'] as const) {
    await page.goto(at(key, 'en'));
    await note(key);
  }
  expect(faults).toEqual([]);
});

test.describe('the cookie banner', () => {
  test.use({ consent: 'unanswered' });

  test('HOLD-22: the cookie question covers nothing and ends the page, with no empty space below it', async ({
    page,
  }) => {
    for (const size of [...phones, ...wideWindows]) {
      await page.setViewportSize(size);
      await page.goto(at('inquiry'));
      const question = page.getByRole('region', { name: translate.is('shell|cookies') });
      await expect(question).toBeVisible();
      expect(await findCovered(page), `${size.width} px`).toEqual([]);
      const below = await question.evaluate(
        (card) =>
          document.documentElement.scrollHeight - (card.getBoundingClientRect().bottom + window.scrollY),
      );
      // On a phone the button for help is below it.
      expect(below, `${size.width} px`).toBeLessThanOrEqual(128);
    }
  });
});
