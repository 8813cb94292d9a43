// Two employees at their desks at the same time: what one does, the other sees without touching anything.
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { workQueueScreen } from './screens/work-queue.ts';
import { openFilters } from './support/filters.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, firstVariant, test } from './support/test.ts';
import { translate } from './support/translate.ts';

type Language = 'is' | 'en';

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

/** Signs a second employee in, in a browser of their own. */
const colleagueOf = async (browser: Browser, language: Language, username: string) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  await workQueueScreen(page, language).signIn(username);
  return { context, page };
};

/** Where the rows of the list are. */
const placesOf = (page: Page): Promise<number[]> =>
  page
    .locator('[data-cases] tbody tr')
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().top)));

// Requests while there is no network.
test.use({ expectedMessages: [/ERR_INTERNET_DISCONNECTED|Failed to load resource/] });

for (const { language, width } of firstVariant(
  { language: 'is', width: 1280 },
  { language: 'en', width: 390 },
)) {
  test(`DESK-3: a colleague’s takeover changes the row where it stands, and a new case is announced above the list, ${language}, ${width} px`, async ({
    browser,
    page,
    request,
  }) => {
    test.slow();
    const t = translate[language];
    const reference = await inquire(request, `Fyrirspurn ${crypto.randomUUID()}`);
    await page.setViewportSize({ width, height: 900 });
    await workQueueScreen(page, language).signIn('katrin');
    await openFilters(page, language);
    await page.getByLabel(t('queue|sort'), { exact: true }).selectOption('newest');
    const row = page.getByRole('row').filter({ hasText: reference });
    await expect(row).toContainText(t('queue|new'));
    await expectValidScreen(page, { language, heading: t('queue|title') });
    const before = await placesOf(page);

    const colleague = await colleagueOf(browser, language, 'bjarki');
    const theirs = workQueueScreen(colleague.page, language);
    await theirs.openCase(reference);
    await theirs.button(t('queue|take')).click();
    await expect(row).toContainText('Bjarki');
    await expect(row).toContainText(t('queue|inHand'));
    expect(await placesOf(page)).toEqual(before);

    const added = await inquire(request, `Fyrirspurn ${crypto.randomUUID()}`);
    const show = page.getByRole('status').getByRole('button');
    await expect(show).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: added })).toHaveCount(0);
    expect(await placesOf(page)).toEqual(before);
    await expectValidScreen(page, { language, heading: t('queue|title') });
    await page.screenshot({ path: `test-results/live-list-${language}-${width}.png` });
    await show.click();
    await expect(page.getByRole('row').filter({ hasText: added })).toBeVisible();
    await expect(show).toHaveCount(0);

    // The same in the list beside an open case, where there is room for it.
    await row.getByRole('link').click();
    await expect(page.getByRole('heading', { name: t('queue|history') })).toBeVisible();
    if (width < 1200) return colleague.context.close();
    const list = page.getByRole('navigation', { name: t('desk|list') });
    await expect(list.getByRole('row').filter({ hasText: 'Bjarki' }).first()).toBeVisible();
    const beside = await placesOf(page);
    await inquire(request, `Fyrirspurn ${crypto.randomUUID()}`);
    await expect(list.getByRole('status').getByRole('button')).toBeVisible();
    expect(await placesOf(page)).toEqual(beside);
    await expectValidScreen(page, { language, heading: /Fura Prófdóttir$/ });
    await page.screenshot({ path: `test-results/live-beside-${language}-${width}.png` });
    await list.getByRole('status').getByRole('button').click();
    await expect.poll(() => list.locator('[data-cases] tbody tr').count()).toBeGreaterThan(beside.length);
    await colleague.context.close();
  });

  test(`DESK-3: an open case shows who else has it open and writes, what a colleague changed, and keeps what is typed, ${language}, ${width} px`, async ({
    browser,
    page,
    request,
  }) => {
    test.slow();
    const t = translate[language];
    const reference = await inquire(request, `Fyrirspurn ${crypto.randomUUID()}`);
    await page.setViewportSize({ width, height: 900 });
    const mine = workQueueScreen(page, language);
    await mine.signIn('katrin');
    await mine.openCase(reference);
    const colleague = await colleagueOf(browser, language, 'bjarki');
    const theirs = workQueueScreen(colleague.page, language);
    await theirs.openCase(reference);
    const bjarki = 'Bjarki Freyr Sigurðsson';
    await expect(page.getByText(t('live|isHere', { name: bjarki }))).toBeVisible();
    await theirs.answer.fill('Sæl Fura.');
    await expect(page.getByText(t('live|isWriting', { name: bjarki }))).toBeVisible();
    await expectValidScreen(page, { language, heading: /Fura Prófdóttir$/ });
    await page.screenshot({ path: `test-results/live-presence-${language}-${width}.png` });

    // Katrín types too; what she has typed stays when she loads what Bjarki has done.
    await mine.answer.fill('Hálft svar');
    await theirs.button(t('queue|take')).click();
    await expect(page.getByText(t('live|changed'))).toBeVisible();
    await page.screenshot({ path: `test-results/live-changed-${language}-${width}.png` });
    await expectValidScreen(page, { language, heading: /Fura Prófdóttir$/ });
    await expect(mine.answer).toHaveValue('Hálft svar');
    await page.getByRole('button', { name: t('live|load') }).click();
    await expect(page.locator('blockquote').filter({ hasText: 'Hálft svar' })).toBeVisible();
    await expect(page.getByText(t('queue|othersCase', { name: bjarki }))).toBeVisible();
    await expect(page.getByText(t('live|changed'))).toHaveCount(0);
    await page.getByRole('button', { name: t('drafts|discard') }).click();
    await colleague.context.close();
    await expect(page.getByText(t('live|isHere', { name: bjarki }))).toHaveCount(0, { timeout: 60_000 });
  });
}

test('DESK-3: a cut connection is said, and what was missed is there when it is back', async ({
  browser,
  page,
  request,
}) => {
  test.slow();
  const t = translate.is;
  const reference = await inquire(request, `Fyrirspurn ${crypto.randomUUID()}`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await workQueueScreen(page, 'is').signIn('katrin');
  await page.getByLabel(t('queue|sort'), { exact: true }).selectOption('newest');
  const row = page.getByRole('row').filter({ hasText: reference });
  await expect(row).toBeVisible();
  await page.context().setOffline(true);
  const cut = page.getByText(/^Ekkert samband frá/);
  await expect(cut).toBeVisible();
  await page.screenshot({ path: 'test-results/live-cut-is-1280.png' });
  const colleague = await colleagueOf(browser, 'is', 'bjarki');
  const theirs = workQueueScreen(colleague.page, 'is');
  await theirs.openCase(reference);
  await theirs.button(t('queue|take')).click();
  await colleague.context.close();
  await expect(row).not.toContainText('Bjarki');
  await page.context().setOffline(false);
  await expect(row).toContainText('Bjarki');
  await expect(cut).toHaveCount(0);
});
