// The menus of the site and the portal: what opens them, what each shows, and how they close.
import type { Locator, Page } from '@playwright/test';
import { openSignedIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { openHydrated, test } from './support/site.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, journeyVariants } from './support/test.ts';
import { translate } from './support/translate.ts';

const documentsOf = {
  is: 'vidskipti/rafraen-skjol/',
  en: 'en/my-pages/electronic-documents/',
} as const;
const menuOf = { is: 'vidskipti/yfirlitmobile', en: 'en/my-pages/mobile-menu' } as const;
const paymentsOf = { is: 'vidskipti/greidslustada', en: 'en/my-pages/payment-status' } as const;

for (const { language, width, name } of journeyVariants('phone')) {
  const t = translate[language];

  test(`PORT-8, LIFE-20: below lg, the bar of a portal screen leads to its menu, and the menu to every screen (${name})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await openSignedIn(page, language, people.family.ssn, addresses.site + documentsOf[language]);
    await expect(page.getByRole('heading', { level: 1, name: t('documents|title') })).toBeVisible();
    const bar = page.getByRole('navigation', { name: t('nav|bar') });
    await page.setViewportSize({ width: 992, height: 900 });
    await expect(page.getByRole('navigation', { name: t('shell|portalNavigation') })).toBeVisible();
    await expect(bar).toBeHidden();
    await page.setViewportSize({ width: 991, height: 900 });
    await expect(bar).toBeVisible();
    await expect(bar.locator('[aria-current]')).toHaveText(t('nav|barDocuments'));
    await page.setViewportSize({ width: Math.min(width, 991), height: 900 });
    await bar.getByRole('link', { name: t('nav|more') }).click();
    await expect(page).toHaveURL(new RegExp(`/${menuOf[language]}/?$`));
    await page.setViewportSize({ width, height: 900 });
    await expectValidScreen(page, { language, heading: t('nav|more') });
    const entries = page.getByRole('main').getByRole('navigation').getByRole('link');
    expect(await entries.count()).toBeGreaterThan(5);
    await entries.filter({ hasText: t('payment|title') }).click();
    await expect(page).toHaveURL(new RegExp(`/${paymentsOf[language]}/?$`));
    await expect(page.getByRole('heading', { level: 1, name: t('payment|title') })).toBeVisible();
  });
}

test('LIFE-21, UI-6: a phone’s bar leaves the end of the page, what has focus and a field with its keyboard free, also with large text', async ({
  page,
}) => {
  const t = translate.is;
  await page.setViewportSize({ width: 320, height: 640 });
  await openSignedIn(page, 'is', people.family.ssn, addresses.site + documentsOf.is);
  const bar = page.getByRole('navigation', { name: t('nav|bar') });
  // Where a hidden bar would be is the end of the window.
  const top = async () => ((await bar.isVisible()) ? ((await bar.boundingBox())?.y ?? 0) : 640);
  const search = page.getByRole('searchbox', { name: t('documents|search') });
  await expect(search).toBeVisible();
  for (const size of ['', '200%']) {
    await page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);
    const isWhole = (link: Locator) =>
      link.evaluate((element) => {
        const { left, right, bottom } = element.getBoundingClientRect();
        return (
          left >= 0 &&
          right <= innerWidth &&
          bottom <= innerHeight &&
          element.scrollWidth <= element.clientWidth
        );
      });
    for (const link of await bar.getByRole('link').all()) expect(await isWhole(link), size).toBe(true);
    // The skip link covers nothing while it has no focus.
    const isFree = (control: Locator) =>
      control.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    const header = page.getByRole('banner');
    expect(await isFree(header.getByRole('link').first()), size).toBe(true);
    expect(await isFree(header.getByRole('button', { name: t('shell|search') })), size).toBe(true);
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    const last = await page.getByRole('contentinfo').locator('a, select').last().boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0), size).toBeLessThanOrEqual(await top());
    // Each control that Tab reaches is above the bar.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    const links = page.getByRole('main').getByRole('link');
    await links.first().focus();
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab');
      const box = await page.locator(':focus').boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0), `${size} ${step}`).toBeLessThanOrEqual(await top());
    }
    await search.focus();
    await expect(bar).toBeHidden();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(bar).toBeVisible();
  }
  // The widest list fits too.
  await bar.getByRole('link', { name: t('nav|barPayments') }).click();
  await expect(page.getByRole('table', { name: t('payment|title') })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.emulateMedia({ media: 'print' });
  await expect(bar).toBeHidden();
});

test('HELP-1, PORT-17, PORT-20: the search in the portal’s header finds the customer’s data and links to each result; headless=true leaves only the logo in the header, in this tab, until headless=false', async ({
  page,
}) => {
  const t = translate.is;
  await page.setViewportSize({ width: 390, height: 900 });
  await openSignedIn(page, 'is', people.family.ssn, `${addresses.site}vidskipti/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const customerResults = page.getByRole('option', { name: new RegExp(`^${t('shell|searchYours')}:`) });
  for (const [typed, result, address] of [
    ['kasko', /þér: Kaskó/, /\/vidskipti\/tryggingar\/[^/]+\/?$/],
    ['eldhus', /Vatnstjón/, /\/vidskipti\/tjonayfirlit\/[^/]+\/?$/],
    ['greidslukort', /kr\./, /\/vidskipti\/hreyfingayfirlit\/?$/],
    ['skirteini', /Skírteini/, /\/vidskipti\/rafraen-skjol\/[^/]+\/?$/],
  ] as const) {
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('shell|search'), exact: true })
      .click();
    await page.getByRole('combobox', { name: t('nav|search') }).fill(typed);
    await expect(customerResults.filter({ hasText: result }).first()).toBeVisible();
    await expectValidScreen(page, { language: 'is', heading: /./ });
    await customerResults.filter({ hasText: result }).first().click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: t('documents|download') })).toHaveAttribute(
    'aria-disabled',
    'false',
  );

  // Without its header and footer, the portal has neither search nor menu.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${addresses.site}vidskipti/?headless=true`);
  const bare = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1);
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Aðstoð' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: t('nav|more') })).toHaveCount(0);
  };
  await bare();
  await expectValidScreen(page, { language: 'is', heading: /./ });
  await page.setViewportSize({ width: 390, height: 900 });
  await bare();
  await page.goto(`${addresses.site}${paymentsOf.is}/`);
  await expect(page.getByRole('heading', { level: 1, name: t('payment|title') })).toBeVisible();
  await bare();
  for (const query of ['?headless=false', '?headless=TRUE']) {
    await page.goto(`${addresses.site}${paymentsOf.is}/${query}`);
    await expect(page.getByRole('heading', { level: 1, name: t('payment|title') })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.getByRole('link', { name: t('nav|more') })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Aðstoð' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: t('shell|search') })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Aðstoð' }).click();
  const help = page.getByRole('dialog', { name: 'Aðstoð' });
  await expect(help.getByRole('button', { name: t('shell|chat') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

const findOpener = (page: Page, name: string): Locator =>
  page.getByRole('banner').getByRole('button', { name, exact: true });

test('MENU-1, MENU-3: on a phone, the menu sheet, search and assistance stop the page scrolling, and closing them restores its position', async ({
  page,
  site,
}) => {
  const t = translate.is;
  await page.setViewportSize({ width: 390, height: 600 });
  await openHydrated(page, `${site.url}/tryggingar/kaskotrygging`);
  const top = () => page.evaluate(() => Math.round(scrollY));
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  const free = await overflow();
  const header = page.getByRole('banner');
  // The first opener is at the top of the page, the last at its end.
  for (const opener of [
    findOpener(page, t('shell|menu')),
    page.getByRole('button', { name: 'Aðstoð' }).last(),
  ]) {
    await opener.scrollIntoViewIfNeeded();
    const start = await top();
    await opener.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect.poll(overflow).toBe('hidden');
    await page.mouse.move(195, 300);
    await page.mouse.wheel(0, 200);
    if (start === 0) {
      const section = dialog.locator('details').filter({ hasText: 'Ökutæki' }).first();
      await expect(section).toHaveAttribute('open');
      await expect(section.locator('[aria-current=page]').first()).toHaveText('Kaskótrygging');
      await dialog.getByRole('button', { name: t('shell|searchPlaceholder') }).click();
      await expect(page.getByRole('combobox', { name: t('shell|searchPlaceholder') })).toBeFocused();
      await expect(header).toHaveAttribute('data-searching');
      const sheet = page.locator('#mobile-menu');
      await expect(sheet).toHaveCSS('opacity', '0');
      await page.keyboard.press('Escape');
      await expect(header).not.toHaveAttribute('data-searching');
      await expect(sheet).toHaveCSS('opacity', '1');
    }
    while ((await dialog.count()) > 0) await page.keyboard.press('Escape');
    await expect.poll(overflow).toBe(free);
    expect(await top()).toBe(start);
    const step = start === 0 ? 100 : -100;
    await page.mouse.wheel(0, step);
    await expect.poll(top).toBe(start + step);
  }
});

test('MENU-1, MENU-4: a dropdown opens and closes by its button, and closes on Escape, on a click elsewhere and when another opens', async ({
  page,
  site,
}) => {
  const header = page.getByRole('banner');
  const [insurance, second] = [findOpener(page, 'Tryggingar'), header.locator('[popovertarget]').nth(1)];
  const [panel, other] = [header.locator('[popover]').nth(0), header.locator('[popover]').nth(1)];
  await page.setViewportSize({ width: 1280, height: 800 });
  await openHydrated(page, `${site.url}/tryggingar/kaskotrygging`);
  await expect(header.getByRole('link', { name: 'Einstaklingar' })).toHaveAttribute('aria-current', 'true');
  const shut = async () => {
    await expect(panel).toBeHidden();
    await expect(insurance).toHaveAttribute('aria-expanded', 'false');
    await expect(header).not.toHaveAttribute('data-menu-open');
  };
  const opened = async () => {
    await insurance.click();
    await expect(panel).toBeVisible();
    await expect(insurance).toHaveAttribute('aria-expanded', 'true');
    await expect(header).toHaveAttribute('data-menu-open');
  };
  await opened();
  await expect(header).toHaveAttribute('style', /--menu-offset: \d+px/);
  await expect(panel.locator('[aria-current=page]')).toHaveText(['Kaskótrygging']);
  // It starts at the lower edge of its row.
  await expect
    .poll(async () => Math.round((await panel.boundingBox())?.y ?? 0))
    .toBe(
      Math.round(
        await insurance.evaluate((button) => {
          const row = button.closest('nav')?.parentElement?.parentElement?.getBoundingClientRect();
          return row?.bottom ?? -1;
        }),
      ),
    );
  await insurance.click();
  await shut();
  await opened();
  await page.keyboard.press('Escape');
  await shut();
  await expect(insurance).toBeFocused();
  await opened();
  await page.mouse.click(5, 790);
  await shut();
  await opened();
  await second.click();
  await expect(other).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(second).toHaveAttribute('aria-expanded', 'true');
  await expect(insurance).toHaveAttribute('aria-expanded', 'false');
});

test('MENU-2: menus move 5 px in 250 ms, and do not move with reduced motion', async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openHydrated(page, `${site.url}/tryggingar/kaskotrygging`);
  const menus = page.locator('header [popover], #mobile-menu, #assistance');
  expect(await menus.count()).toBeGreaterThan(2);
  const motions = () =>
    menus.evaluateAll((elements) =>
      elements.map((element) => {
        const { transitionProperty, transitionDuration } = getComputedStyle(element);
        const moves = transitionProperty.split(', ').includes('transform');
        // The browser computes no matrix for hidden elements.
        const distance = /(\d+)px\)$/.exec(String(element.computedStyleMap().get('transform')))?.[1];
        return [distance, moves ? transitionDuration.split(', ')[0] : 'none'];
      }),
    );
  const count = await menus.count();
  expect(await motions()).toEqual(Array.from({ length: count }, () => ['5', '0.25s']));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await findOpener(page, 'Tryggingar').click();
  const panel = page.locator('header [popover]').first();
  await expect(panel).toBeVisible();
  expect(await panel.evaluate((element) => element.getAnimations().length)).toBe(0);
  expect(await motions()).not.toContainEqual([expect.anything(), '0.25s']);
});

test('MENU-6: the wide menu’s panel closes when focus leaves it, so that it covers no focused element', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openHydrated(page, site.url);
  const opener = findOpener(page, 'Tryggingar');
  const panel = page.locator('[popover]:popover-open');
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(panel).toBeVisible();
  const links = await panel.getByRole('link').count();
  expect(links).toBeGreaterThan(10);
  for (let stop = 0; stop < links; stop += 1) await page.keyboard.press('Tab');
  await expect(panel.getByRole('link').last()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(panel).toHaveCount(0);
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  // Focus has moved on, and the focused element is not covered.
  const isSeen = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      const { left, top, width, height } = focused?.getBoundingClientRect() ?? new DOMRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return focused !== document.body && (focused?.contains(hit) ?? false);
    });
  expect(await isSeen()).toBe(true);

  // Backwards, the opener is the stop before the panel, which stays open; before the opener, it closes.
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(opener).toBeFocused();
  await expect(panel).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(panel).toHaveCount(0);
  expect(await isSeen()).toBe(true);
});

test('UI-6: at 320 px with text at double size, the header’s buttons fit the page', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['', '/um-okkur', '/tryggingar/kaskotrygging', '/en/about']) {
    await openHydrated(page, site.url + path);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const beyond = await page.evaluate(() =>
      [...document.querySelectorAll('header :is(a, button)')]
        .map((element) => [element.textContent, element.getBoundingClientRect()] as const)
        .filter(([, { width, left, right }]) => width > 0 && (left < 0 || right > innerWidth))
        .map(([text, { right }]) => `${text}: ${right}`),
    );
    expect(beyond, path).toEqual([]);
  }
});
