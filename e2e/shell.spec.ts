// What surrounds the pages: search, appearance, cookies, assistance, headless mode.
import { visitNames } from '../apps/web/src/shell/visitor-choices.ts';
import { followLink, hydrate, openHydrated, test } from './support/site.ts';
import { expect, expectValidScreen, journeyVariants } from './support/test.ts';
import { translate } from './support/translate.ts';

const about = { is: '/um-okkur', en: '/en/about' } as const;
const motor = {
  is: { typed: 'kaskotr', path: '/tryggingar/kaskotrygging', title: 'Kaskótrygging' },
  en: {
    typed: 'comprehensive mot',
    path: '/en/insurance/comprehensive-motor',
    title: 'Comprehensive motor insurance',
  },
} as const;

/** Every link of the assistance panel in order: its name, and its path below the base. */
const panelLinks = {
  is: [
    ['Fá verð', '/tryggja'],
    ['Tilkynna tjón', '/tjonstilkynningar'],
    ['Lentir þú í tjóni?', '/lentir-tu-i-tjoni'],
    ['Bílahjálp', '/bilahjalp-vis'],
    ['Verkstæði og bílaleigur', '/verkstaedi-og-bilaleigur'],
    ['Staðfesting ferðatryggingar', '/vidskipti/stadfesting-ferdatryggingar'],
    ['Greiðslustaða', '/vidskipti/greidslustada'],
    ['Panta tíma', '/panta-tima'],
    ['Neyðaraðstoð erlendis+45 0000 0112', 'tel:+4500000112'],
    ['Hringja í 560 5000Manneskja svarar í símann+354 560 5000', 'tel:+3545605000'],
    ['hofn@hofn.example', 'mailto:hofn@hofn.example'],
    ['Skrifa okkur', '/fyrirspurn'],
    ['Allar leiðir til að ná í okkur', '/hafa-samband'],
    ['Kvörtun eða hrós', '/lattu-okkur-vita'],
  ],
  en: [
    ['Get a price', '/en/insure'],
    ['File a claim', '/en/file-a-claim'],
    ['Has something happened?', '/en/what-to-do'],
    ['Roadside assistance', '/en/roadside-assistance'],
    ['Workshops and car rentals', '/en/workshops-and-car-rentals'],
    ['Travel insurance confirmation', '/en/my-pages/travel-insurance-confirmation'],
    ['Payment status', '/en/my-pages/payment-status'],
    ['Book an appointment', '/en/book-an-appointment'],
    ['Emergency help abroad+45 0000 0112', 'tel:+4500000112'],
    ['Call 560 5000A person answers the phone+354 560 5000', 'tel:+3545605000'],
    ['hofn@hofn.example', 'mailto:hofn@hofn.example'],
    ['Write to us', '/en/inquiry'],
    ['All ways to reach us', '/en/contact'],
    ['Complaint or compliment', '/en/let-us-know'],
  ],
} as const;
const openingHours = { is: 'Afgreiðslutími', en: 'Opening hours' } as const;

for (const { language, width, name } of journeyVariants('phone', 'desktop')) {
  const t = translate[language];

  test(`HELP-2, HELP-4b, SITE-6: the assistance panel has every entry and opening hours, and closes by «${t('shell|closeWindow')}»; results appear while typing, and the first is reached by keyboard (${name})`, async ({
    page,
    site,
  }) => {
    const { typed, path, title } = motor[language];
    await page.setViewportSize({ width, height: 800 });
    await openHydrated(page, site.url + about[language]);
    expect(site.requests().filter((request) => request.includes('search-index'))).toEqual([]);
    const opener = page.locator('footer').getByRole('button', { name: /Aðstoð|Assistance/ });
    await opener.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    const links = panel.getByRole('link');
    await expect(links.filter({ visible: true })).toHaveCount(panelLinks[language].length);
    const shown = await links.evaluateAll((all) =>
      all.map((link) => [
        link.textContent?.replace(/\s/g, ' '),
        link.getAttribute('href')?.replace('/arsskyrsla', ''),
      ]),
    );
    expect(shown).toEqual(panelLinks[language]);
    await expect(panel.getByRole('button', { name: t('shell|chat') })).toBeVisible();
    const hours = panel.getByRole('region', { name: openingHours[language] });
    expect(await hours.getByRole('definition').count()).toBeGreaterThan(1);
    await expect(hours.getByRole('definition').first()).toHaveText(/\d/);
    await expectValidScreen(page, { language, heading: /./ });
    await panel.getByRole('button', { name: t('shell|closeWindow') }).click();
    await expect(panel).toHaveCount(0);
    await expect(opener).toBeFocused();

    if (width < 992) {
      await page.getByRole('button', { name: t('shell|menu'), exact: true }).click();
      await page.getByRole('button', { name: t('shell|searchPlaceholder') }).click();
    } else await page.getByRole('button', { name: t('shell|search'), exact: true }).click();
    const input = page.getByRole('combobox', { name: t('shell|searchPlaceholder') });
    await expect(input).toBeFocused();
    await page.keyboard.type(typed);
    const options = page.getByRole('listbox').getByRole('option');
    await expect(options.first()).toContainText(title);
    await expect(page.getByRole('dialog').getByRole('status')).toContainText(/\d/);
    await page.keyboard.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await expect(input).toHaveAttribute('aria-activedescendant', /-0$/);
    await expectValidScreen(page, { language, heading: /./ });
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(site.url + path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test('SITE-4: the first tab stop skips the header, whose three layers are above the page, and the footer is below it', async ({
  page,
  site,
}) => {
  const t = translate.is;
  await page.setViewportSize({ width: 1280, height: 800 });
  await openHydrated(page, `${site.url}/tryggingar/kaskotrygging`);
  const skip = page.getByRole('link', { name: t('shell|skipToMain') });
  await expect(skip).not.toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const main = page.getByRole('main');
  await expect(main.locator(':focus')).toHaveCount(1);
  await expect(main).toContainText('Kaskótrygging');

  const header = page.getByRole('banner');
  const layers = (['topNavigation', 'mainNavigation', 'linksNavigation'] as const).map((name) =>
    header.getByRole('navigation', { name: t(`shell|${name}`), exact: true }),
  );
  const footer = page.getByRole('contentinfo');
  const tops: number[] = [];
  for (const part of [...layers, main, footer]) {
    await expect(part).toBeVisible();
    tops.push((await part.evaluate((element) => element.getBoundingClientRect().top)) ?? 0);
  }
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(new Set(tops).size).toBe(tops.length);
  for (const layer of layers) expect(await layer.getByRole('listitem').count()).toBeGreaterThan(2);
  expect(await footer.getByRole('link').count()).toBeGreaterThan(5);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('SITE-6: the search opens with the focus in it and leads to its page, which lists every page', async ({
    page,
    site,
  }) => {
    await page.goto(site.url + about.en);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('motor');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${site.url}/en/search?q=motor`);
    await page.locator('main').getByRole('link', { name: 'Comprehensive motor insurance' }).first().click();
    await expect(page).toHaveURL(site.url + motor.en.path);
    await expect(page.getByText('Cookie settings'), 'what only a script does is not offered').toBeHidden();
  });
});

test.describe('when the index cannot be fetched', () => {
  test.use({ expectedMessages: [/503 \(Service Unavailable\)/] });

  test('SITE-6: the search says so and the next key retries; its own page works also without results, and the form leads to it', async ({
    page,
    site,
  }) => {
    site.fail('/search-index/is-4.json', { status: 503 });
    await openHydrated(page, site.url + about.is);
    await page.getByRole('button', { name: 'Leit', exact: true }).click();
    await page.keyboard.type('ka');
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('Leitin svarar ekki');
    site.clearFaults();
    await page.keyboard.type('sko');
    await expect(page.getByRole('option', { name: /^Kaskótrygging/ }).first()).toBeVisible();

    await openHydrated(page, `${site.url}/leit?q=kasko`);
    await expect(page.getByRole('heading', { level: 2, name: 'Niðurstöður fyrir „kasko“' })).toBeVisible();
    await expect(page.locator('main section ol').getByRole('link').first()).toHaveText('Kaskótrygging');
    await expectValidScreen(page, { language: 'is', heading: 'Leit' });
    await page.getByLabel('Leita á vefnum').last().fill('xyzzy');
    await page.locator('main').getByRole('button', { name: 'Leita' }).click();
    await expect(page.locator('main').getByRole('status')).toContainText('Ekkert fannst fyrir „xyzzy“');
    await expect(page).toHaveURL(`${site.url}/leit?q=xyzzy`);
  });
});

test('the chosen appearance applies before the first paint, and the device’s own can be restored', async ({
  page,
  site,
  expectedMessages,
}) => {
  // From the document whose modules are blocked below.
  expectedMessages.push(/ERR_FAILED/, /Failed to fetch dynamically imported module/);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await openHydrated(page, site.url + about.is);
  const light = await background();
  const choice = page.getByRole('combobox', { name: 'Útlit' });
  await choice.hover();
  await choice.selectOption('dark');
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  // Without its modules, a document runs only the scripts in its head.
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(site.url + about.en, { waitUntil: 'commit' });
  await page.locator('main h1').waitFor();
  expect(await background()).toBe(dark);
  await page.unroute('**/*.js');
  await page.goto(site.url + about.is);
  await hydrate(page);
  await choice.scrollIntoViewIfNeeded();
  await expect(choice).toHaveValue('dark');
  await choice.selectOption('system');
  await expect.poll(background).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).toBe(dark);
});

test.describe('a visitor who has not answered the cookie banner', () => {
  test.use({ consent: 'unanswered' });

  const outbound = 'https://elsewhere.example/skyrsla?kennitala=1#x';

  test('LINK-5: nothing is stored or reported before consent; with consent, an outbound link is reported without delaying the visitor, even if no response comes', async ({
    page,
    site,
  }) => {
    const reports: unknown[] = [];
    await page.route('**/api/analytics/v1/event', async (route) => {
      reports.push(route.request().postDataJSON());
      expect(await route.request().headerValue('cookie')).toBeNull();
      // Never answered.
    });
    await page
      .context()
      .route('https://elsewhere.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
      );
    await openHydrated(page, site.url + about.is);
    const question = page.getByRole('region', { name: 'Vafrakökur' });
    await expect(question).toBeVisible();
    await expectValidScreen(page, { language: 'is', heading: 'Um okkur' });
    expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0]);
    expect(site.requests().filter((request) => request.includes('outbound'))).toEqual([]);
    const opened = async () => {
      const popup = page.context().waitForEvent('page');
      await page.evaluate((href) => {
        const link = Object.assign(document.createElement('a'), { href, target: '_blank', rel: 'noopener' });
        document.querySelector('main')?.append(link);
        link.click();
      }, outbound);
      await (await popup).close();
    };
    await opened();
    expect(reports).toEqual([]);

    const counter = page.waitForResponse(/\/assets\/outbound-/);
    await question.getByRole('button', { name: 'Leyfa talningu' }).click();
    await expect(question).toBeHidden();
    await counter;
    await expect
      .poll(async () => {
        if (reports.length === 0) await opened();
        return reports[0];
      })
      .toEqual({ kind: 'outbound', host: 'elsewhere.example', path: '/skyrsla' });

    // In the same tab: measures how long the browser was kept from leaving.
    const before = reports.length;
    await page.evaluate(() => {
      let pressed = 0;
      const press = () => {
        pressed = performance.now();
      };
      addEventListener('click', press, { capture: true });
      addEventListener('beforeunload', () => console.info(`left after ${performance.now() - pressed}`));
    });
    const leaving = page.waitForEvent('console', (message) => message.text().startsWith('left after'));
    const navigation = page.waitForRequest('https://elsewhere.example/**');
    await followLink(page, outbound);
    await navigation;
    expect(Number((await leaving).text().replace('left after ', ''))).toBeLessThan(250);
    await expect(page).toHaveURL(outbound);
    expect(reports).toHaveLength(before + 1);
  });

  test('LINK-5: a refusal is stored, can be changed at any time, and consent can be withdrawn', async ({
    page,
    site,
  }) => {
    await page.goto(site.url + about.en);
    const question = page.getByRole('region', { name: 'Cookies' });
    await question.getByRole('button', { name: 'Necessary only' }).click();
    await expect(question).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: 'Cookie settings' }).click();
    await expect(question).toContainText('Analytics not allowed.');
    await expect(question.getByRole('button', { name: 'Necessary only' })).toBeFocused();
    await question.getByRole('button', { name: 'Allow analytics' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-consent', 'granted');
    expect(await page.evaluate((name) => localStorage.getItem(name), visitNames.consent)).toMatch(
      /^granted \d{4}-/,
    );
    await page.getByRole('button', { name: 'Cookie settings' }).click();
    await expect(question).toContainText('Analytics allowed.');
    await question.getByRole('button', { name: 'Necessary only' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-consent', 'refused');
  });
});

test('HELP-1, PORT-17: headless=true leaves only the logo in the header, in this tab, until headless=false', async ({
  page,
  site,
}) => {
  const bare = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1);
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Aðstoð|Assistance/ })).toHaveCount(0);
  };
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${site.url}${about.is}?headless=true`);
    await bare();
  }
  await expectValidScreen(page, { language: 'is', heading: 'Um okkur' });
  await hydrate(page);
  await page.locator('main').getByRole('link', { name: 'Stjórn' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Stjórn' })).toBeFocused();
  await bare();
  await page.goto(site.url + about.en);
  await bare();
  await hydrate(page);
  await followLink(page, `/arsskyrsla${about.is}?headless=false`);
  await expect(page.getByRole('heading', { level: 1, name: 'Um okkur' })).toBeFocused();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Leit' })).toBeVisible();
  await page.goto(`${site.url}${about.is}?headless=TRUE`);
  await expect(page.getByRole('contentinfo')).toBeVisible();
});
