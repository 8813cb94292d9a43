// The service worker: what opens without a network, how it tells its age, and what a new build does to an open page.
import type { BrowserContext, Page } from '@playwright/test';
import { expect, live, test } from './support/site.ts';

const about = '/um-okkur';
const heading = (text: string | RegExp) => ({ level: 1, name: text }) as const;
const age = (page: Page) => page.locator('.hofn-copy-notice');

/** Names of what is kept, as paths below the base. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const lists = names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url));
    return (await Promise.all(lists)).flat().map((url) => new URL(url).pathname.replace('/arsskyrsla', ''));
  });

/** Opens a page, and waits until it and all that it is made of is kept. */
const visit = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await live(page);
  const path = new URL(address).pathname.replace('/arsskyrsla', '');
  await expect.poll(() => kept(page), { timeout: 20_000 }).toContain(path);
  await expect
    .poll(async () => (await kept(page)).filter((name) => /PublicFrame|style-/.test(name)))
    .toHaveLength(2);
};

const offline = (context: BrowserContext, on = true): Promise<void> => context.setOffline(on);

test.use({ serviceWorkers: 'allow' });

test.describe('without a network', () => {
  test.use({ expectedMessages: [/net::ERR_INTERNET_DISCONNECTED/, /FetchEvent/] });

  test('PATH-16: a visited page opens with its script, tells its age in its language, and leads on to another; one that was not visited says so', async ({
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
      /^Ekki næst samband við netið\. Þú sérð síðuna eins og hún var \d+\.\s\p{L}+\s\d{4}\skl\.\s\d\d:\d\d\.$/u,
    );
    await live(page);
    await page.goto(`${site.url}/en/about/board`);
    await expect(age(page)).toHaveText(
      /^The network does not answer\. You are seeing the page as it was on \d+\s\w+\s\d{4}\sat\s\d\d:\d\d\.$/,
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
