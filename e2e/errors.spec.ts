// A render error or a script that cannot be fetched affects only its own region: every region in turn.
import type { Page } from '@playwright/test';
import { openSignedIn } from './screens/sign-in.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import {
  abortRequests,
  brokenMessage,
  builtFile,
  builtTemplate,
  makeFileThrow,
  makeFileThrowAt,
  pageOfEachTemplate,
} from './support/chunks.ts';
import { people } from './support/people.ts';
import { hydrate } from './support/site.ts';
import { addresses } from './support/system.ts';
import { expect, findAxeViolations, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

// Messages of the browser and of React about the faults below: lost requests, and a region rendered a second time.
const expected = [
  brokenMessage,
  'net::ERR_FAILED',
  'Failed to fetch dynamically imported module',
  'part of the page could not be loaded',
  'Minified React error #(418|421|422|423)',
  'status of 4',
].join('|');
test.use({ expectedMessages: [new RegExp(expected)] });

const urlOf = (path: string): string => `${addresses.site.replace(/\/$/, '')}${path}`;
const notice = (page: Page) => page.locator('main [data-state=error]');
const about = { is: '/um-okkur', en: '/en/about' };

/** Expects the notice to offer a retry and the phone number from the site's content. */
const expectRetryAndPhone = async (page: Page, language: 'is' | 'en') => {
  const t = translate[language];
  await expect(notice(page), page.url()).toContainText(t('failure|title'));
  await expect(notice(page).getByRole('button', { name: t('failure|retry') })).toBeVisible();
  await expect(notice(page).getByRole('link', { name: '560 5000' })).toHaveAttribute(
    'href',
    'tel:+3545605000',
  );
};

/** Expects header and footer to be visible, with working links. */
const expectFrame = async (page: Page) => {
  await expect(page.locator('header').first()).toBeVisible();
  // The staff portal has no footer.
  if (new URL(page.url()).hostname.startsWith('staff.')) return;
  await expect(page.locator('footer').first()).toBeVisible();
};

const publicPages = pageOfEachTemplate('is').filter(({ area }) => area === 'site');

test.describe('every public template', () => {
  // They include the page about server errors.
  test.use({ expectedMessages: [new RegExp(`${expected}|500 \\(Internal Server Error\\)`)] });

  test('HOLD-1: a public page of every template keeps its content when its script cannot be fetched', async ({
    page,
  }) => {
    // About thirty pages.
    test.slow();
    expect(publicPages.length).toBeGreaterThan(25);
    for (const { template, path } of publicPages) {
      const restore = await abortRequests(page, builtTemplate(template));
      const lost = page.waitForEvent('requestfailed');
      await page.goto(urlOf(path));
      const before = (await page.locator('main').textContent()) ?? '';
      await page.keyboard.press('Shift');
      await lost;
      await expectFrame(page);
      expect(await page.locator('main').textContent(), template).toBe(before);
      expect(before.trim(), template).not.toBe('');
      await restore();
    }
  });

  test('HOLD-1: a public page of every template keeps its content when it throws, below a notice with a retry and a phone number', async ({
    page,
  }) => {
    test.slow();
    for (const { template, path } of publicPages) {
      const restore = await makeFileThrow(page, builtTemplate(template));
      await page.goto(urlOf(path));
      const before = (await page.locator('main').textContent()) ?? '';
      await page.keyboard.press('Shift');
      await expectRetryAndPhone(page, 'is');
      await expectFrame(page);
      expect(await page.locator('main').textContent(), template).toContain(before.trim());
      await restore();
    }
  });
});

for (const { language, width, name } of journeyVariants('desktop')) {
  test(`HOLD-1: a retry restores a public page that threw, and its header and footer keep working, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const restore = await makeFileThrow(page, builtTemplate('generic'));
    await page.goto(urlOf(about[language]));
    await hydrate(page);
    await expectRetryAndPhone(page, language);
    await expect(page.locator('main h1')).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);
    await restore();
    await notice(page).getByRole('button').click();
    await expect(notice(page)).toHaveCount(0);
    await hydrate(page);
    await expect(page.locator('main h1')).toBeVisible();
  });
}

for (const { language, width, name } of journeyVariants('phone')) {
  test(`HOLD-1: header and footer stay as the server sent them when their scripts cannot be fetched, and their links work, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await abortRequests(page, builtFile('src/shell/PublicFrame.ts'));
    const lost = page.waitForEvent('requestfailed');
    await page.goto(urlOf(about[language]));
    await hydrate(page);
    const header = await page.locator('header').textContent();
    await page.locator('header a').filter({ visible: true }).first().hover();
    await lost;
    expect(await page.locator('header').textContent()).toBe(header);
    await expectFrame(page);
    // This loads a new document, because the broken frame cannot navigate.
    await page.locator('footer a[href^="/arsskyrsla"]').first().click();
    await expect(page).not.toHaveURL(urlOf(about[language]));
    await expect(page.locator('main h1')).toBeVisible();
    await expectFrame(page);
  });
}

test('HOLD-1: a header, footer, menu or search that throws leaves the rest alone, with the server’s markup in its place', async ({
  page,
}) => {
  const frame = builtFile('src/shell/PublicFrame.ts');
  const broken = await makeFileThrow(page, frame, ['header', 'footer']);
  await page.goto(urlOf(about.is));
  await hydrate(page);
  const before = await page.locator('header').textContent();
  await page.locator('header a').first().hover();
  await expect(page.locator('#hofn-root > div > header')).toBeVisible();
  expect(await page.locator('header').textContent()).toBe(before);
  await expectFrame(page);
  await expect(page.locator('main h1')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await page.locator('header nav a').first().click();
  await expect(page).not.toHaveURL(urlOf(about.is));
  await broken();

  for (const [width, file, mark, opener, dialog] of [
    [390, frame, 'onToggle:({target', translate.is('shell|menu'), '#mobile-menu'],
    [1280, builtFile('SearchDialog'), 'role:`combobox`', translate.is('shell|search'), 'dialog:has(search)'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const end = await makeFileThrowAt(page, file, mark);
    await page.goto(urlOf(about.is));
    await hydrate(page);
    await page.locator('header').hover();
    await expect(page.locator(`header div[style*=contents] > ${dialog}`)).toHaveCount(1);
    await page
      .locator('header')
      .getByRole('button', { name: opener, exact: true })
      .filter({ visible: true })
      .click();
    await expect(page.locator(dialog)).toBeVisible();
    await end();
  }
});

test('HOLD-1: a modal page that throws says so in its window; if the window itself cannot be shown, it opens as a full page', async ({
  page,
}) => {
  const member = 'Auður Grímsdóttir';
  const open = async () => {
    await page.goto(urlOf('/um-okkur/stjorn'));
    await hydrate(page);
    await page.getByRole('link', { name: member }).click();
  };
  const restore = await makeFileThrow(page, builtTemplate('boardMember'));
  await open();
  const dialog = page.getByRole('dialog', { name: member });
  await expect(dialog.locator('[data-state=error]')).toContainText(translate.is('failure|title'));
  await dialog.getByRole('button', { name: translate.is('shell|closeWindow') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Stjórn' })).toBeVisible();
  await restore();
  for (const fail of [abortRequests, makeFileThrow]) {
    const end = await fail(page, builtFile('src/shell/ModalPage.tsx'));
    await open();
    await expect(page.locator('main').getByRole('heading', { level: 1, name: member })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    await end();
  }
});

for (const { language, width, name } of journeyVariants('desktop'))
  test(`HOLD-1: when the portal cannot start, its menu stays and a retry loads the screen, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const { path } = pageOfEachTemplate(language).find(({ template }) => template === 'portalTravel') ?? {};
    for (const [source, fail] of [
      ['src/entry.client.tsx', abortRequests],
      ['src/entry.portal.tsx', abortRequests],
      ['src/entry.portal.tsx', makeFileThrow],
    ] as const) {
      const restore = await fail(page, builtFile(source));
      await page.goto(urlOf(path ?? ''));
      await expectRetryAndPhone(page, language);
      await expectFrame(page);
      expect(await findAxeViolations(page)).toEqual([]);
      await restore();
      // By keyboard, and not through the button: that would be looked for again in the page that it leads to.
      await notice(page).getByRole('button').focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/interaction\//);
    }
  });

/** Visits each screen: its script is lost, then fetched by the retry. @returns how many screens there are */
const walkScreens = async (page: Page, area: 'portal' | 'staff', origin: string) => {
  const screens = pageOfEachTemplate('is').filter((screen) => screen.area === area);
  for (const { template, path } of screens) {
    const restore = await abortRequests(page, builtTemplate(template));
    await page.goto(`${origin}/arsskyrsla${path}`);
    await expectRetryAndPhone(page, 'is');
    await expectFrame(page);
    await restore();
    await notice(page).getByRole('button').click();
    await expect(notice(page).getByText(translate.is('failure|title')), template).toHaveCount(0);
    // This one leads a signed-in customer on to the portal; the next visit must not cross that navigation.
    if (template === 'login') await page.waitForURL(/\/vidskipti\/?$/);
  }
  return screens.length;
};

test('HOLD-1: every screen of the portal that fails says so, with a retry and a phone number', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, 'is', people.family.ssn, urlOf('/vidskipti'));
  // The sign-in page has a heading too.
  await page.waitForURL(/\/vidskipti\/?$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await walkScreens(page, 'portal', addresses.origin)).toBeGreaterThan(25);
});

test('HOLD-1: every screen of the staff portal that fails says so, with a retry and a phone number', async ({
  page,
}) => {
  await workQueueScreen(page, 'is').signIn('katrin');
  expect(await walkScreens(page, 'staff', addresses.staffOrigin)).toBeGreaterThan(3);
});
