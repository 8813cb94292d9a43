// The service worker: what opens offline, how it shows its age, and how a new build affects an open page.

import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { patience } from '@hofn/database/testing/patience.ts';
import { createLogger, listen } from '@hofn/service';
import type { BrowserContext, Page } from '@playwright/test';
import { buildSite } from '../apps/web/build/build-site.ts';
import { contentFiles } from '../apps/web/build/content.ts';
import { defaultFolders } from '../apps/web/build/folders.ts';
import { defaultSettings } from '../apps/web/server/settings.ts';
import { createWeb } from '../apps/web/server/web.ts';
import { travelPath, travelScreen } from './screens/documents.ts';
import { overviewPath, overviewScreen, policyScreen } from './screens/overview.ts';
import { signIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { expect, hydrate, type Site, test } from './support/site.ts';
import { addresses } from './support/system.ts';
import { translate } from './support/translate.ts';

const about = '/um-okkur';
const heading = (text: string | RegExp) => ({ level: 1, name: text }) as const;
const age = (page: Page) => page.locator('.hofn-copy-notice');

/** Names of cached files, as paths below the base. */
const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const lists = names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url));
    return (await Promise.all(lists)).flat().map((url) => new URL(url).pathname.replace('/arsskyrsla', ''));
  });

/** Number of values in the database of personal data; none if the database does not exist. */
const countStored = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('hofn-kept', 1);
        opening.onupgradeneeded = () => void opening.result.createObjectStore('values');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('values').objectStore('values').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

/** Opens a page, and waits until it and everything it needs is cached. */
const visit = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await hydrate(page);
  const path = new URL(address).pathname.replace('/arsskyrsla', '');
  await expect.poll(() => cachedPaths(page), { timeout: patience(20_000) }).toContain(path);
  await expect
    .poll(async () => (await cachedPaths(page)).filter((name) => /PublicFrame|style-/.test(name)))
    .toHaveLength(2);
};

const offline = async (context: BrowserContext, on = true): Promise<void> => {
  await context.setOffline(on);
  // The emulation sets `navigator.onLine` again, but fires no event in a page that was loaded offline.
  if (!on) for (const page of context.pages()) await page.evaluate(() => dispatchEvent(new Event('online')));
};

test.use({ serviceWorkers: 'allow' });

test('PATH-16: online, a document is requested once, while the service worker starts', async ({
  page,
  site,
}) => {
  await visit(page, site.url + about);
  const preload = await page.evaluate(async () => {
    const { navigationPreload } = await navigator.serviceWorker.ready;
    return navigationPreload.getState();
  });
  expect(preload.enabled).toBe(true);
  const before = site.times(`GET ${about}`);
  await page.reload();
  await expect(page.getByRole('heading', heading('Um okkur'))).toBeVisible();
  await expect(age(page)).toHaveCount(0);
  expect(site.times(`GET ${about}`)).toBe(before + 1);
});

test.describe('without a network', () => {
  test.use({ expectedMessages: [/net::ERR_|FetchEvent/] });

  test('PATH-16: offline, a visited page opens with its script, shows its age in its language, and links to another; an unvisited page says so', async ({
    page,
    context,
    site,
  }) => {
    await visit(page, site.url + about);
    await visit(page, `${site.url}/en/about/board`);
    await expect(age(page)).toHaveCount(0);
    await offline(context);
    await page.goto(site.url + about);
    await expect(page.getByRole('heading', heading('Um okkur'))).toBeVisible();
    await expect(age(page)).toHaveText(
      /^Ekki næst samband við netið\. Þú sérð síðuna eins og hún var \d+\.\s\p{L}+\s\d{4}\skl\.\s\d{1,2}\.\d\d\.$/u,
    );
    await hydrate(page);
    await page.goto(`${site.url}/en/about/board`);
    await expect(age(page)).toHaveText(
      /^You seem to be offline\. This is the page as it was on \d+\s\w+\s\d{4}\sat\s\d\d:\d\d\.$/,
    );
    await page.goto(`${site.url}/hafa-samband`);
    await expect(page.getByRole('heading', heading('Ekkert netsamband'))).toBeVisible();
    await expect(page.getByRole('link', { name: /\d{3} \d{4}/ }).first()).toHaveAttribute('href', /^tel:/);
    await offline(context, false);
    await page.getByRole('button', { name: 'Reyna aftur' }).click();
    await expect(page.getByRole('heading', heading(/Hafa samband|Hafðu samband/))).toBeVisible();
    await expect(age(page)).toHaveCount(0);
  });
});

test.describe('for a signed-in customer', () => {
  test.use({ expectedMessages: [/net::ERR_|FetchEvent/] });

  test('PATH-16: visited screens (overview, policy, travel card) open offline and show their age; signing out deletes them', async ({
    page,
    context,
  }) => {
    const { family } = people;
    const overview = overviewScreen(page, 'is');
    await page.goto(`${addresses.site}${overviewPath.is}`);
    await signIn(page, 'is', family.ssn);
    await overview.loaded(new RegExp(family.firstNames));
    await overview.policies.first().click();
    await expect(policyScreen(page, 'is').premiumParts).toBeVisible();
    const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    expect(name).not.toBe('');
    const policy = page.url();
    // Storing a copy lags behind showing the screen: do not open the next page before it.
    await expect.poll(() => countStored(page)).toBe(7);
    const travel = travelScreen(page, 'is');
    await page.goto(`${addresses.site}${travelPath.is}`);
    const code = (await travel.code.textContent()) ?? 'none';
    await expect.poll(() => countStored(page)).toBe(8);
    await page.goto(`${addresses.site}${overviewPath.is}`);
    await overview.loaded(new RegExp(family.firstNames));
    await expect
      .poll(() => cachedPaths(page), { timeout: patience(20_000) })
      .toContain('/vidskipti/tryggingar/%5Bid%5D');
    for (const chunk of [/\/portalPolicy-/, /\/portalTravel-/])
      await expect
        .poll(async () => (await cachedPaths(page)).some((file) => chunk.test(file)), {
          timeout: patience(20_000),
        })
        .toBe(true);
    expect(
      (await cachedPaths(page)).filter((file) => file.startsWith('/api') || policy.endsWith(file)),
    ).toEqual([]);

    await offline(context);
    await page.goto(`${addresses.site}${overviewPath.is}`);
    await overview.loaded(new RegExp(family.firstNames));
    await expect(overview.policies).toHaveCount(family.policies);
    const ageOfData = page.getByText(
      /Ekkert netsamband\. Gögnin eru frá \d+\.\s\p{L}+\s\d{4}\skl\.\s\d{1,2}\.\d\d\./u,
    );
    await expect(ageOfData).toBeVisible();
    await page.goto(policy);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(policyScreen(page, 'is').premiumParts).toBeVisible();
    await expect(ageOfData).toBeVisible();
    await page.goto(`${addresses.site}${travelPath.is}`);
    await expect(travel.code).toHaveText(code);
    await expect(ageOfData).toBeVisible();

    await offline(context, false);
    await expect(ageOfData).toHaveCount(0);
    await expect(travel.code).toHaveText(code);
    await overview.userMenu.click();
    await overview.signOut.click();
    await page.waitForURL(addresses.site);
    expect(await countStored(page)).toBe(0);
    await offline(context);
    await page.goto(policy);
    await expect(page.getByRole('button', { name: translate.is('global|retry') })).toBeVisible();
    await expect(page.getByText(name)).toHaveCount(0);
  });
});

test.describe('registering', () => {
  const countDocumentRequests = (page: Page) =>
    page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length));

  test('PATH-15: the service worker is not registered on staff.localhost, and logs nothing', async ({
    page,
    site,
  }) => {
    const loaded = page.waitForResponse(/\/assets\/page-[^/]*\.js$/);
    await page.goto(site.url.replace('//localhost', '//staff.localhost') + about);
    await hydrate(page);
    await (await loaded).finished();
    expect(site.times('GET /sw.js')).toBe(0);
  });

  test.describe('when it fails', () => {
    test.use({
      expectedMessages: [
        /service worker could not be registered|500 \(Internal Server Error\)|response code \(500\)/,
      ],
    });

    for (const [what, prepare] of [
      ['its script is answered 500', async (_page: Page, site: Site) => site.fail('/sw.js', { status: 500 })],
      [
        'registering throws',
        (page: Page) =>
          page.addInitScript(() => {
            ServiceWorkerContainer.prototype.register = () => {
              throw new DOMException('forbidden', 'SecurityError');
            };
          }),
      ],
      [
        'storage is forbidden',
        async (page: Page, site: Site) => {
          site.fail('/sw.js', { status: 500 });
          await page.addInitScript(() => {
            Object.defineProperty(globalThis, 'caches', {
              get: () => {
                throw new DOMException('denied', 'SecurityError');
              },
            });
            Object.defineProperty(globalThis, 'indexedDB', {
              get: () => {
                throw new DOMException('denied', 'SecurityError');
              },
            });
          });
        },
      ],
    ] as const) {
      test(`PATH-15: ${what}: the failure is logged to the console, and the page keeps working`, async ({
        page,
        site,
      }) => {
        await prepare(page, site);
        const logged = page.waitForEvent('console', (message) =>
          message.text().includes('could not be registered'),
        );
        await page.goto(site.url + about);
        await hydrate(page);
        expect((await logged).type()).toBe('error');
        await page.locator('main').getByRole('link', { name: 'Stjórn' }).click();
        await expect(page.getByRole('heading', heading('Stjórn'))).toBeFocused();
        expect(await countDocumentRequests(page)).toBe(0);
      });
    }
  });
});

/** Turns a site into another build by changing the build's hash in every page and its data, as new sources would. */
const renameBuild = async (site: string): Promise<void> => {
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const { webpackCompilationHash: hash } = JSON.parse(
    await readFile(join(site, 'page-data/app-data.json'), 'utf8'),
  );
  for (const file of files) {
    if (/(?:page-data|index|app-data)\.(?:json|html)\.(?:br|gz)$/.test(file)) await rm(file);
    else if (/\.(?:json|html)$/.test(file))
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll(hash, 'another-build'));
  }
};

test('PATH-17: a new build and worker leave an open page and its input alone; the next click shows the new build, and nothing is answered with 404', async ({
  page,
}) => {
  // Builds the site again.
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'hofn-e2e-content-'));
  const outDir = join(dirname(defaultFolders.outDir), `e2e-${process.pid}`);
  await cp(defaultFolders.contentDir, folder, { recursive: true });
  // The first build is that of the site under test.
  await cp(defaultFolders.outDir, outDir, { recursive: true });
  const change = async (file: string, from: string, to: string) => {
    const path = join(folder, file);
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(from, to));
  };
  const server = await createWeb({
    settings: defaultSettings(),
    logger: createLogger('site', 'silent'),
    siteDir: outDir,
  });
  const running = await listen(server, { port: 0, host: 'localhost', setting: 'none', graceMs: 0 });
  try {
    const address = `${running.url}/arsskyrsla${about}`;
    const missing: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 404) missing.push(response.url());
    });
    await visit(page, address);
    await page.evaluate(() => {
      const field = document.createElement('textarea');
      field.id = 'typed';
      document.querySelector('main')?.append(field);
      document.documentElement.setAttribute('data-same-document', '');
    });
    await page.locator('#typed').fill('Hálfskrifað bréf');

    await change('generic/board.json', 'Stjórn', 'Nýja stjórn');
    await change('menu/menu.json', 'Tryggingar', 'Vátryggingar');
    await buildSite({ outDir, content: contentFiles(folder) });
    await renameBuild(outDir);
    // A new worker signals a new build, so the page checks for one in the background.
    const learned = page.waitForResponse((response) => response.url().endsWith('/page-data/app-data.json'));
    const updated = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const changed = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve),
      );
      await registration.update();
      await changed;
      return navigator.serviceWorker.controller?.state;
    });
    expect(updated).toMatch(/activat/);
    await (await learned).finished();
    await expect(page.locator('#typed')).toHaveValue('Hálfskrifað bréf');
    await expect(page.locator('html')).toHaveAttribute('data-same-document', '');

    await page
      .locator('main')
      .getByRole('link', { name: /stjórn/i })
      .first()
      .click();
    await expect(page.getByRole('heading', heading(/Nýja stjórn/))).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-same-document', '');
    await hydrate(page);
    expect(missing).toEqual([]);
  } finally {
    // The page is still prefetching.
    await page.close();
    await running.stop();
    await Promise.all([folder, outDir].map((path) => rm(path, { recursive: true, force: true })));
  }
});
