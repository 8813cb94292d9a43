// Pages that open in a dialog above the page that lists them.
import type { Page } from '@playwright/test';
import { expect, hydrate, openHydrated, test } from './support/site.ts';
import { expectValidScreen, findAxeViolations, journeyVariants } from './support/test.ts';

const member = 'Auður Grímsdóttir';
const board = {
  is: {
    path: '/um-okkur/stjorn',
    memberPath: '/um-okkur/stjorn/audur-grimsdottir',
    modalPath: '/arsskyrsla/um-okkur/stjorn/audur-grimsdottir',
    title: 'Stjórn',
    siteTitle: 'Tryggingar og góð þjónusta',
    close: 'Loka glugga',
  },
  en: {
    path: '/en/about/board',
    memberPath: '/en/about/board/audur-grimsdottir',
    modalPath: '/arsskyrsla/en/about/board/audur-grimsdottir',
    title: 'Board of directors',
    siteTitle: 'Insurance and Service',
    close: 'Close window',
  },
};
const { path, memberPath, modalPath, title } = board.is;

const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

for (const { language, width, name } of journeyVariants('phone')) {
  test(`PATH-13a, PATH-13b, PATH-12b, MENU-3, HELP-4b, LANG-6: a board member’s page opens over the board and closes again, ${name}`, async ({
    page,
    site,
  }) => {
    const { path, modalPath, title, siteTitle, close } = board[language];
    await page.setViewportSize({ width, height: 500 });
    await openHydrated(page, site.url + path);
    const link = page.getByRole('link', { name: member });
    await link.scrollIntoViewIfNeeded();
    const before = await scrolled(page);
    expect(before, 'the page is long enough to scroll').toBeGreaterThan(0);

    await link.click();
    const dialog = page.getByRole('dialog', { name: member });
    await expect(dialog.getByRole('heading', { level: 1, name: member })).toBeFocused();
    await expect(page).toHaveURL(site.url + modalPath);
    await expect(page).toHaveTitle(`${member} · ${siteTitle}`);
    await expect(page.locator('main h1')).toHaveText(title);
    await page.mouse.move(width / 2, 250);
    await page.mouse.wheel(0, -100);
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
    expect(await scrolled(page)).toBe(before);
    expect(await findAxeViolations(page)).toEqual([]);

    await dialog.getByRole('button', { name: close, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(site.url + path);
    await expect(page).toHaveTitle(`${title} · ${siteTitle}`);
    await expect(link).toBeFocused();
    expect(await scrolled(page)).toBe(before);
    await page.mouse.wheel(0, -50);
    await expect.poll(() => scrolled(page)).toBe(before - 50);
  });
}

test('PATH-13b, PATH-13c: Escape and Back close it too, and the page below is unchanged; reloaded it is a full page, and a link in it opens the full target page', async ({
  page,
  site,
}) => {
  await openHydrated(page, site.url + path);
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));
  const dialog = page.getByRole('dialog', { name: member });
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await page.getByRole('link', { name: member }).click();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(site.url + path);
    await expect(page.getByRole('link', { name: member })).toBeFocused();
  }
  await expect(page.locator('html')).toHaveAttribute('data-same-document', '');
  await page.goForward();
  await expect(dialog.getByRole('heading', { level: 1 })).toBeFocused();

  // Back returns to the page it was opened from.
  await page.reload();
  await hydrate(page);
  await expectValidScreen(page, { language: 'is', heading: member });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(site.url + modalPath);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveURL(site.url + path);

  await page.getByRole('link', { name: member }).click();
  await expect(dialog).toBeVisible();
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = '/arsskyrsla/hafa-samband';
    link.textContent = 'x';
    document.querySelector('dialog[open]')?.append(link);
    link.click();
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Hafa samband' })).toBeFocused();
  await expect(dialog).toHaveCount(0);
});

test('PATH-13a: without hydration, the link leads to the page itself', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.url + path);
  await page.getByRole('link', { name: member }).click();
  await expect(page.getByRole('heading', { level: 1, name: member })).toBeVisible();
  await expect(page).toHaveURL(site.url + memberPath);
  await context.close();
});
