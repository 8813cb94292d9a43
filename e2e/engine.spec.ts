import type { Page } from '@playwright/test';
import { expect, followLink, hydrate, openHydrated, test, withoutPrefetch } from './support/site.ts';

// Playwright cannot take its clock out of a shared context.
test.use({ reuseContext: false });

const about = '/um-okkur';
const board = '/um-okkur/stjorn';
const boardData = '/page-data/um-okkur/stjorn/page-data.json';
const appData = '/page-data/app-data.json';
const heading = (text: string | RegExp) => ({ level: 1, name: text }) as const;

test.describe('moving between pages', () => {
  test.beforeEach(({ page }) => withoutPrefetch(page));

  test('PATH-4, HOLD-18: a click fetches the page data and shows the page without reloading the document; the heading gets the focus, and nothing else announces the page', async ({
    page,
    site,
  }) => {
    await openHydrated(page, site.url + about);
    await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));
    await page.locator('main').getByRole('link', { name: 'Stjórn' }).click();
    await expect(page.getByRole('heading', heading('Stjórn'))).toBeFocused();
    await expect(page).toHaveURL(site.url + board);
    await expect(page).toHaveTitle('Stjórn · Tryggingar og góð þjónusta');
    await expect(page.locator('html')).toHaveAttribute('data-same-document', '');
    await expect(page.getByRole('status').filter({ hasText: 'Komið er á síðuna' })).toHaveCount(0);
    expect(site.times(`GET ${boardData}`)).toBe(1);
    expect(site.times(`GET ${board}`)).toBe(0);
  });

  test('PATH-4: page data that is not JSON counts as 404; the page exists, so the browser opens it', async ({
    page,
    site,
  }) => {
    await openHydrated(page, site.url + about);
    site.fail(boardData, { status: 200, body: '<!doctype html>' });
    await followLink(page, `/arsskyrsla${board}`);
    await expect(page.getByRole('heading', heading('Stjórn'))).toBeVisible();
    expect(site.times(`GET ${boardData}`)).toBe(1);
    expect(site.times(`HEAD ${board}`)).toBe(1);
    expect(site.times(`GET ${board}`)).toBe(1);
  });

  test.describe('when requests are refused', () => {
    test.use({ expectedMessages: [/503 \(Service Unavailable\)/] });

    test('PATH-7c and PATH-8: after four refusals the browser opens the page, with query and hash', async ({
      page,
      site,
    }) => {
      await openHydrated(page, site.url + about);
      site.fail(boardData, { status: 503 });
      await followLink(page, `/arsskyrsla${board}?a=1#b`);
      await expect(page.getByRole('heading', heading('Stjórn'))).toBeVisible();
      await expect(page).toHaveURL(`${site.url}${board}?a=1#b`);
      expect(site.times(`GET ${boardData}`)).toBe(4);
      expect(site.times(`GET ${board}`)).toBe(1);
    });
  });

  test('PATH-6: menus and texts come with the document, and the other language’s are fetched once', async ({
    page,
    site,
  }) => {
    await openHydrated(page, site.url + about);
    const queries = () => site.requests().filter((request) => request.includes('/page-data/sq/d/'));
    await followLink(page, `/arsskyrsla${board}`);
    await expect(page.getByRole('heading', heading('Stjórn'))).toBeFocused();
    expect(queries()).toEqual([]);
    for (const [path, name] of [
      ['/en/about', 'About us'],
      ['/en/contact', 'Contact us'],
      [about, 'Um okkur'],
      ['/en/about/board', 'Board of directors'],
    ] as const) {
      await followLink(page, `/arsskyrsla${path}`);
      await expect(page.getByRole('heading', heading(name))).toBeFocused();
    }
    expect(queries()).toHaveLength(2);
    expect(new Set(queries()).size).toBe(2);
  });

  test.describe('when the page does not exist', () => {
    test.use({ expectedMessages: [/404 \(Not Found\)/] });

    test('PATH-3, PATH-7a: a path without a page is confirmed by a HEAD request, and shows the 404 page of its language at the same address', async ({
      page,
      site,
    }) => {
      await openHydrated(page, site.url + about);
      await followLink(page, '/arsskyrsla/ekki-til?x=1');
      await expect(page.getByRole('heading', heading('Síðan fannst ekki'))).toBeFocused();
      await expect(page).toHaveURL(`${site.url}/ekki-til?x=1`);
      expect(site.times('HEAD /ekki-til')).toBe(1);
      expect(site.times('GET /ekki-til')).toBe(0);
      await followLink(page, '/arsskyrsla/en/no-such-page');
      await expect(page.getByRole('heading', heading('Page not found'))).toBeFocused();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      // Nor does a match path of another depth claim it.
      await followLink(page, `/arsskyrsla${about}`);
      await expect(page.getByRole('heading', heading('Um okkur'))).toBeFocused();
      await followLink(page, '/arsskyrsla/tryggingar/kaskotrygging/meira');
      await expect(page.getByRole('heading', heading('Síðan fannst ekki'))).toBeFocused();
    });

    const chosen = (page: Page) => page.evaluate(() => sessionStorage.getItem('language'));
    const choose = (page: Page, language: string) =>
      page.evaluate((value) => sessionStorage.setItem('language', value), language);

    test('LANG-2: the 404 page uses the chosen language, from a link or the address bar, and the choice is kept', async ({
      page,
      site,
    }) => {
      await openHydrated(page, `${site.url}/en/about`);
      expect(await chosen(page)).toBe('en');
      await followLink(page, '/arsskyrsla/ekki-til?x=1');
      await expect(page.getByRole('heading', heading('Page not found'))).toBeFocused();
      await expect(page).toHaveURL(`${site.url}/ekki-til?x=1`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      expect(await chosen(page)).toBe('en');
      await openHydrated(page, `${site.url}/ekki-til-heldur#b`);
      await expect(page.getByRole('heading', heading('Page not found'))).toBeVisible();
      await expect(page).toHaveURL(`${site.url}/ekki-til-heldur#b`);
      // A page that exists sets the language by its path, and stores it.
      await followLink(page, `/arsskyrsla${about}`);
      await expect(page.getByRole('heading', heading('Um okkur'))).toBeFocused();
      expect(await chosen(page)).toBe('is');
      await followLink(page, '/arsskyrsla/ekki-til?x=1');
      await expect(page.getByRole('heading', heading('Síðan fannst ekki'))).toBeFocused();
    });

    test('LANG-3: a chosen language that is unavailable leads to /404, whether from the address or from storage, and is forgotten', async ({
      page,
      site,
    }) => {
      await openHydrated(page, `${site.url}/pl/ubezpieczenia`);
      await expect(page).toHaveURL(`${site.url}/404`);
      await expect(page.getByRole('heading', heading('Síðan fannst ekki'))).toBeVisible();
      expect(await chosen(page)).toBe('is');
      await openHydrated(page, site.url + about);
      await choose(page, 'pl');
      await followLink(page, '/arsskyrsla/ekki-til');
      await expect(page.getByRole('heading', heading('Síðan fannst ekki'))).toBeFocused();
      await expect(page).toHaveURL(`${site.url}/404`);
      expect(await chosen(page)).toBe('is');
      await page.goBack();
      await expect(page.getByRole('heading', heading('Um okkur'))).toBeFocused();
      await followLink(page, '/arsskyrsla/ekki-til');
      await expect(page).toHaveURL(`${site.url}/ekki-til`);
    });

    test('LANG-3: an unavailable language leads to /404, and the next page opens in Icelandic', async ({
      page,
      site,
    }) => {
      await openHydrated(page, `${site.url}/en/about`);
      await followLink(page, '/arsskyrsla/pl/ubezpieczenia');
      await expect(page).toHaveURL(`${site.url}/404`);
      await expect(page.getByRole('heading', heading('Síðan fannst ekki'))).toBeFocused();
      expect(await page.evaluate(() => sessionStorage.getItem('language'))).toBe('is');
      await page.locator('main').getByRole('link', { name: 'Forsíða' }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'is');
      await expect(page).toHaveURL(`${site.url}/`);
    });
  });

  test.describe('when the server fails', () => {
    test.use({ expectedMessages: [/500 \(Internal Server Error\)/] });

    test('PATH-7b, PATH-8, PATH-21 and HOLD-18: page data answered with 500 is requested once; the browser opens the page, but not again within 10 s; the status announces how the last load ended', async ({
      page,
      site,
    }) => {
      await openHydrated(page, site.url + about);
      site.fail(boardData, { status: 500 });
      await followLink(page, `/arsskyrsla${board}`);
      await expect(page.getByRole('heading', heading('Stjórn'))).toBeVisible();
      expect(site.times(`GET ${boardData}`)).toBe(1);
      expect(site.times(`GET ${board}`)).toBe(1);

      await openHydrated(page, site.url + about);
      await followLink(page, `/arsskyrsla${board}`);
      await expect(page.getByRole('alert').filter({ hasText: 'Síðan opnaðist ekki' })).toBeVisible();
      await expect(page.getByRole('heading', heading('Um okkur'))).toBeVisible();
      await expect(page).toHaveURL(site.url + about);
      await expect(page.locator('html')).toHaveAttribute('data-loading', 'error');
      expect(site.times(`GET ${board}`)).toBe(1);

      site.clearFaults();
      await followLink(page, `/arsskyrsla${board}`);
      await expect(page.getByRole('heading', heading('Stjórn'))).toBeFocused();
      await expect(page.locator('html')).toHaveAttribute('data-loading', 'success');
      await expect(page.getByRole('alert').filter({ hasText: 'Síðan opnaðist ekki' })).toHaveCount(0);
    });
  });

  test.describe('when a file cannot be fetched', () => {
    test.use({ expectedMessages: [/net::ERR_FAILED/] });

    test('PATH-8: a template that cannot be fetched is no dead end: the browser opens the page', async ({
      page,
      site,
    }) => {
      await openHydrated(page, site.url + about);
      await page.route(/\/assets\/product-[^/]*\.js$/, (route) => route.abort(), { times: 1 });
      await followLink(page, '/arsskyrsla/tryggingar/kaskotrygging');
      await expect(page.getByRole('heading', heading('Kaskótrygging'))).toBeVisible();
      expect(site.times('GET /tryggingar/kaskotrygging')).toBe(1);
    });
  });

  test('PATH-9: when the server has a new build, the next navigation loads the document', async ({
    page,
    site,
  }) => {
    await openHydrated(page, site.url + about);
    site.fail(appData, { status: 200, body: '{"webpackCompilationHash":"another"}' });
    await followLink(page, `/arsskyrsla${board}?a=1`);
    await expect(page.getByRole('heading', heading('Stjórn'))).toBeVisible();
    await expect(page).toHaveURL(`${site.url}${board}?a=1`);
    expect(site.times(`GET ${board}`)).toBe(1);
  });

  test('HOLD-21: a prefetched page is shown while the server does not answer; once a new build is known, the next navigation loads the document', async ({
    page,
    site,
  }) => {
    await openHydrated(page, site.url + about);
    await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));
    await followLink(page, `/arsskyrsla${board}`);
    await expect(page.getByRole('heading', heading('Stjórn'))).toBeFocused();
    let release = (): void => {};
    const heldUntil = new Promise<void>((resolve) => {
      release = resolve;
    });
    site.fail(appData, { heldUntil, status: 200, body: '{"webpackCompilationHash":"another"}' });
    const answer = page.waitForResponse((response) => response.url().endsWith(appData));
    await page.goBack();
    await expect(page.getByRole('heading', heading('Um okkur'))).toBeFocused();
    release();
    await (await answer).finished();
    await expect(page.locator('html')).toHaveAttribute('data-same-document', '');
    await followLink(page, `/arsskyrsla${board}`);
    await expect(page.locator('html')).not.toHaveAttribute('data-same-document', '');
    expect(site.times(`GET ${board}`)).toBe(1);
  });

  test('PATH-11: a page that takes longer than a second shows a notice until it arrives', async ({
    page,
    site,
  }) => {
    await page.clock.install();
    await openHydrated(page, site.url + about);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    let release = (): void => {};
    site.fail(boardData, {
      heldUntil: new Promise<void>((resolve) => {
        release = resolve;
      }),
    });
    const notice = page.getByRole('status').filter({ hasText: 'Síðan er lengur að opnast' });
    await followLink(page, `/arsskyrsla${board}`);
    await page.clock.runFor(999);
    await expect(notice).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(notice).toBeVisible();
    release();
    await expect(page.getByRole('heading', heading('Stjórn'))).toBeFocused();
    await expect(notice).toHaveCount(0);
  });

  test('PATH-12a: a reload keeps the scroll position; a navigation starts at the top, Back restores the position, and a hash scrolls to its element', async ({
    page,
    site,
  }) => {
    await openHydrated(page, `${site.url}/personuvernd`);
    await page.evaluate(() => window.scrollTo(0, 700));
    const scroll = () => page.evaluate(() => Math.round(window.scrollY));
    await page.reload();
    // The browser restores it before any script runs.
    await expect.poll(scroll).toBe(700);
    await hydrate(page);
    expect(await scroll()).toBe(700);
    expect(await page.evaluate(() => history.scrollRestoration)).toBe('auto');
    await followLink(page, '/arsskyrsla/vafrakokur');
    await expect(page.getByRole('heading', heading('Vafrakökur'))).toBeFocused();
    expect(await scroll()).toBe(0);
    await page.goBack();
    await expect(page.getByRole('heading', heading('Persónuvernd'))).toBeFocused();
    await expect.poll(scroll).toBe(700);
    await page.goForward();
    await expect(page.getByRole('heading', heading('Vafrakökur'))).toBeFocused();
    await expect.poll(scroll).toBe(0);
    // The browser also restores a page reached by navigation, and storage restores the page before it.
    await page.evaluate(() => window.scrollTo(0, 300));
    await expect.poll(scroll).toBe(300);
    await page.reload();
    await expect.poll(scroll).toBe(300);
    await hydrate(page);
    await page.goBack();
    await expect(page.getByRole('heading', heading('Persónuvernd'))).toBeFocused();
    await expect.poll(scroll).toBe(700);

    await followLink(page, '/arsskyrsla/tryggingar/kaskotrygging#main');
    await expect(page.locator('#main')).toBeFocused();
    // The heading does not have the focus, so the page's name is announced.
    await expect(page.getByRole('status').filter({ hasText: /: Kaskótrygging$/ })).toHaveCount(1);
    await expect(page).toHaveURL(/#main$/);
  });

  test('PATH-12a: a link to a question opens its answer, with the question in view, in a new document and from another page', async ({
    page,
    site,
  }) => {
    const path = '/spurt-og-svarad#moving-home';
    const expectAnswer = async () => {
      await expect(page.getByText('Innbúið er tryggt á nýja heimilinu')).toBeInViewport();
      await expect(page.getByText('Gildir heimilistryggingin þegar ég flyt?')).toBeInViewport();
    };
    await page.goto(site.url + path);
    await expectAnswer();
    await openHydrated(page, `${site.url}/personuvernd`);
    await followLink(page, `/arsskyrsla${path}`);
    await expectAnswer();
  });

  test('LINK-1 and LINK-2: our own pages open in place, others in a new tab without an opener, and the browser handles clicks with a modifier key', async ({
    page,
    site,
    context,
  }) => {
    await openHydrated(page, `${site.url}/`);
    const footer = page.locator('footer');
    const outside = footer.getByRole('link', { name: /Veðurstofa Íslands/ });
    await expect(outside).toHaveAttribute('target', '_blank');
    await expect(outside).toHaveAttribute('rel', /noopener/);
    await expect(outside).toContainText('opnast í nýjum flipa');
    await expect(footer.getByRole('link', { name: /560/ }).first()).not.toHaveAttribute('target');
    await footer.getByRole('link', { name: 'Um okkur' }).click();
    await expect(page.getByRole('heading', heading('Um okkur'))).toBeFocused();
    expect(context.pages()).toHaveLength(1);

    const opened = context.waitForEvent('page');
    await page
      .locator('main')
      .getByRole('link', { name: 'Stjórn' })
      .click({ modifiers: ['ControlOrMeta'] });
    await (await opened).waitForURL(site.url + board);
    await expect(page).toHaveURL(site.url + about);
  });

  test('LANG-9: the language switch keeps the reader on the same page, and sets the document’s language', async ({
    page,
    site,
  }) => {
    await openHydrated(page, `${site.url}/tryggingar/kaskotrygging`);
    await page.locator('header').getByRole('link', { name: 'English' }).first().click();
    await expect(page).toHaveURL(`${site.url}/en/insurance/comprehensive-motor`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page).toHaveTitle('Comprehensive motor insurance · Insurance and Service');
    expect(await page.evaluate(() => sessionStorage.getItem('language'))).toBe('en');
    await page.locator('header').getByRole('link', { name: 'Íslenska' }).first().click();
    await expect(page).toHaveURL(`${site.url}/tryggingar/kaskotrygging`);
    await expect(page.getByRole('heading', heading('Kaskótrygging'))).toBeFocused();
  });

  test('LANG-9: the language switch keeps the query and the hash, which says what is priced', async ({
    page,
    site,
  }) => {
    await openHydrated(page, `${site.url}/tryggja?from=ad#kasko`);
    await expect(page.getByRole('heading', heading('Kaskótrygging'))).toBeVisible();
    await page.locator('header').getByRole('link', { name: 'English' }).first().click();
    await expect(page).toHaveURL(`${site.url}/en/insure?from=ad#kasko`);
    await expect(page.getByRole('heading', heading('Comprehensive motor insurance'))).toBeVisible();
  });
});

test('PATH-10: links are prefetched when they are visible, pointed at or focused', async ({ page, site }) => {
  const data = (path: string) => `GET /page-data${path}/page-data.json`;
  await page.setViewportSize({ width: 1280, height: 700 });
  await openHydrated(page, site.url + about);
  await expect.poll(() => site.times(data(board))).toBe(1);
  expect(site.requests().some((request) => request.includes('/assets/boardMember-'))).toBe(false);
  await openHydrated(page, site.url + board);
  const member = page.locator('main').getByRole('link', { name: /Ragna/ });
  await member.hover();
  await expect
    .poll(() => site.requests().some((request) => request.includes('/assets/boardMember-')))
    .toBe(true);
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = '/arsskyrsla/kvartanir';
    link.style.position = 'absolute';
    link.style.insetBlockStart = '9000px';
    link.textContent = 'x';
    link.id = 'far';
    document.body.append(link);
  });
  expect(site.times(data('/kvartanir'))).toBe(0);
  await page.evaluate(() => document.getElementById('far')?.focus({ preventScroll: true }));
  await expect.poll(() => site.times(data('/kvartanir'))).toBe(1);
});

test('PATH-10: nothing is prefetched on a slow connection', async ({ page, site }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g' } }),
  );
  await openHydrated(page, site.url + about);
  const link = page.locator('main').getByRole('link', { name: 'Stjórn' });
  await link.hover();
  await link.focus();
  // A navigation comes after anything that hover and focus would have prefetched.
  await followLink(page, '/arsskyrsla/hafa-samband');
  await expect(page.getByRole('heading', heading('Hafa samband'))).toBeFocused();
  const prefetches = site.requests().filter((request) => /\/page-data\/(?!app-data)/.test(request));
  expect(prefetches).toEqual(['GET /page-data/hafa-samband/page-data.json']);
});

test('no script is requested before the reader’s first input, which hydrates the page', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await page.goto(site.url + about, { waitUntil: 'load' });
  const scripts = () => site.requests().filter((request) => request.endsWith('.js'));
  await expect(page.getByRole('heading', heading('Um okkur'))).toBeVisible();
  expect(scripts()).toEqual([]);
  await page.mouse.move(200, 200);
  await page.mouse.move(210, 210);
  await expect(page.locator('html')).toHaveAttribute('data-live', '');
  expect(scripts().length).toBeGreaterThan(0);
});

test('LANG-2: with storage forbidden, the page still hydrates and links open in place', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const forbid = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(window, 'sessionStorage', { get: forbid });
    Object.defineProperty(window, 'localStorage', { get: forbid });
  });
  await openHydrated(page, site.url + about);
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));
  await followLink(page, '/arsskyrsla/en/about/board');
  await expect(page.getByRole('heading', heading('Board of directors'))).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', heading('Um okkur'))).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('data-same-document', '');
});

test('with storage full, the page still hydrates and links open in place', async ({ page, site }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await openHydrated(page, site.url + about);
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));
  await followLink(page, '/arsskyrsla/en/about/board');
  await expect(page.getByRole('heading', heading('Board of directors'))).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('data-same-document', '');
});

test('without any input, scripts load when the browser is idle after load', async ({ page, site }) => {
  await page.goto(site.url + about);
  await expect(page.locator('html')).toHaveAttribute('data-live', '');
  // The code for leaving the page loads when the reader acts.
  const requestsFor = (name: string) =>
    site.requests().filter((request) => request.includes(`/assets/${name}`));
  expect(requestsFor('entry.client')).toHaveLength(1);
  expect(requestsFor('navigation-chunk')).toEqual([]);
  expect(site.requests().length, 'requests of a first load').toBeLessThanOrEqual(10);
  await page.mouse.move(200, 200);
  await page.mouse.move(210, 210);
  await expect.poll(() => requestsFor('navigation-chunk').length).toBe(1);
  await expect.poll(() => site.requests().some((request) => request.includes('/page-data/'))).toBe(true);
});
