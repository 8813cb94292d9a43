// The desk of staff: how much of the list is in view, the list beside an open case, and its keys.
import type { APIRequestContext, Page } from '@playwright/test';
import { workQueueScreen } from './screens/work-queue.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, test } from './support/test.ts';
import { translate } from './support/translate.ts';

/** Sends an inquiry as the site's form does. @returns its number */
const inquire = async (request: APIRequestContext, description: string): Promise<string> => {
  const { origin } = new URL(addresses.site);
  const answer = await request.post(`${origin}/api/form/v1/inquiry`, {
    headers: { 'Accept-Language': 'is', 'Idempotency-Key': crypto.randomUUID(), Origin: origin },
    data: {
      ...{ name: 'Fura Prófdóttir', ssn: '', type: 'Tjónaþjónusta' },
      ...{ email: `fura-${crypto.randomUUID()}@example.is`, description },
    },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { reference: string }).reference;
};

/** Rows that are wholly in the window, of the list that is shown. */
const rowsInView = (page: Page): Promise<number> =>
  page
    .locator('[data-cases] tbody tr')
    .evaluateAll(
      (rows) =>
        rows
          .map((row) => row.getBoundingClientRect())
          .filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length,
    );

for (const { language, width, height, rows } of [
  { language: 'is', width: 1280, height: 800, rows: 12 },
  { language: 'en', width: 1920, height: 1080, rows: 22 },
] as const) {
  test(`DESK-1: ${rows} cases are in view, in the list and beside an open case, ${language}, ${width} × ${height} px`, async ({
    page,
    request,
  }) => {
    const t = translate[language];
    for (let sent = 0; sent < rows; sent += 1) await inquire(request, `Fyrirspurn ${sent}`);
    await page.setViewportSize({ width, height });
    const screen = workQueueScreen(page, language);
    await screen.signIn('katrin');
    await expect.poll(() => rowsInView(page)).toBeGreaterThanOrEqual(rows);
    await expectValidScreen(page, { language, heading: t('queue|title') });

    // The filter is in the address, and goes on beside the case.
    await page.getByLabel(t('queue|sort'), { exact: true }).selectOption('newest');
    await expect(page).toHaveURL(/\?sort=newest$/);
    await page.locator('[data-cases] a').first().click();
    await expect(page.getByRole('heading', { name: t('queue|history') })).toBeVisible();
    await expect(page).toHaveURL(/\?sort=newest$/);
    const list = page.getByRole('navigation', { name: t('desk|list') });
    await expect.poll(() => rowsInView(page)).toBeGreaterThanOrEqual(rows);
    await expect(list.locator('a[aria-current]')).toHaveCount(1);
    await expectValidScreen(page, { language, heading: /Fura Prófdóttir$/ });

    // Another case opens beside the same list, and the reader is at its heading.
    const second = list.locator('[data-cases] a').nth(1);
    const title = await second.textContent();
    await second.click();
    await expect(second).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('h1')).toBeFocused();
    await expect(
      page
        .getByRole('definition')
        .filter({ hasText: title ?? '' })
        .first(),
    ).toBeVisible();

    // The list stays closed once it is closed.
    await page.getByRole('button', { name: t('desk|hideList') }).click();
    await expect(list).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: t('queue|history') })).toBeVisible();
    await expect(list).toHaveCount(0);
    await page.getByRole('button', { name: t('desk|showList') }).click();
    await expect(list).toBeVisible();
  });
}

test('DESK-2: an employee goes through cases by keyboard, and switches the keys off', async ({
  page,
  request,
}) => {
  const t = translate.is;
  const word = `orð${crypto.randomUUID().slice(0, 8)}`;
  await inquire(request, `Fyrsta fyrirspurnin ${word}`);
  await inquire(request, `Önnur fyrirspurnin ${word}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  const screen = workQueueScreen(page, 'is');
  await screen.signIn('katrin');
  await page.getByLabel(t('queue|sort'), { exact: true }).selectOption('newest');
  const links = page.locator('[data-cases] a');
  await screen.search.fill(word);
  await expect(links).toHaveText([`Önnur fyrirspurnin ${word}`, `Fyrsta fyrirspurnin ${word}`]);
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: t('queue|history') })).toBeVisible();

  await page.keyboard.press('t');
  await expect(screen.button(t('queue|release'))).toBeVisible();
  await page.keyboard.press('r');
  await expect(screen.answer).toBeFocused();
  // Letters that are typed are text, also in a form that a key has opened.
  await page.keyboard.type('j e t');
  await expect(screen.answer).toHaveValue('j e t');
  await page.locator('h1').click();
  await page.keyboard.press('h');
  const handOver = page.getByRole('form', { name: t('caseHandOver|open') });
  await expect(handOver.getByLabel(t('caseHandOver|to'))).toBeFocused();
  await handOver.getByRole('button', { name: t('global|cancel') }).click();
  await expect(screen.button(t('caseHandOver|open'))).toBeFocused();
  await page.keyboard.press('w');
  const hold = page.getByRole('form', { name: t('caseWaits|open') });
  await expect(hold.getByRole('radio').first()).toBeFocused();
  await hold.getByRole('button', { name: t('global|cancel') }).click();
  await expect(screen.button(t('caseWaits|open'))).toBeFocused();
  await page.keyboard.press('e');
  await expect(page.getByLabel(t('queue|note'), { exact: true })).toBeFocused();
  await page
    .getByRole('main')
    .getByRole('button', { name: t('global|cancel'), exact: true })
    .click();
  await expect(screen.button(t('queue|close'))).toBeFocused();
  await page.keyboard.press('n');
  const note = page.getByRole('form', { name: t('caseNotes|text') });
  await expect(note.getByLabel(t('caseNotes|text'), { exact: true })).toBeFocused();
  await note.getByRole('button', { name: t('global|cancel') }).click();
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await expect(links.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('definition').filter({ hasText: 'Fyrsta fyrirspurnin' })).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(page).toHaveURL(/\?whose=mine$/);
  await expect(page.getByRole('tab', { name: t('queue|mine') })).toHaveAttribute('aria-selected', 'true');

  // Back to all cases also after another list was chosen by hand.
  await page.getByRole('tab', { name: t('queue|unassigned') }).click();
  await expect(page).toHaveURL(/\?whose=unassigned$/);
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(page).toHaveURL(/\?whose=mine$/);
  await expect(page.getByRole('tab', { name: t('queue|mine') })).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: t('desk|keys') });
  await expect(help.getByText(t('desk|key.r'), { exact: true })).toBeVisible();
  await help.getByRole('checkbox', { name: t('desk|keysOn') }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.keyboard.press('?');
  await expect(help).toHaveCount(0);
  await expect(page).toHaveURL(/\?whose=mine$/);
  // They are switched on again where they are listed.
  await screen.button(t('desk|keys')).click();
  await help.getByRole('checkbox', { name: t('desk|keysOn') }).check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page.getByRole('tab', { name: t('queue|all') })).toHaveAttribute('aria-selected', 'true');
});
