// The footer updated from the content service after the build (rules CALL-5, SITE-5, SITE-9, SITE-11).
import { footerQuery } from '../apps/web/src/content/live-footer.ts';
import { hydrate } from './support/site.ts';
import { addresses } from './support/system.ts';
import { expect, test } from './support/test.ts';

// Playwright cannot take its clock out of a shared context.
test.use({ reuseContext: false });

const graphql = `${addresses.content}/graphql?**`;

for (const { language, path } of [
  { language: 'is', path: 'um-okkur' },
  { language: 'en', path: 'en/about' },
] as const) {
  test(`CALL-5: the footer is fetched when a reader comes near it, and shows what is published now (${language})`, async ({
    page,
  }) => {
    let requestedUrl: URL | undefined;
    await page.route(graphql, async (route) => {
      requestedUrl = new URL(route.request().url());
      // The service's response, as if an editor had just changed the number.
      const answer = await route.fetch();
      const body = (await answer.text()).replace('"560 5000"', '"560 5001"');
      await route.fulfill({ response: answer, body });
    });
    await page.goto(addresses.site + path);
    const footer = page.locator('footer');
    const link = footer.locator('a[href^="tel:"]').first();
    await expect(link).toHaveText(/560.5000/);
    expect(requestedUrl, 'asked before anyone came near').toBeUndefined();
    await hydrate(page);
    await footer.scrollIntoViewIfNeeded();
    await expect(link).toHaveAttribute('href', 'tel:+3545605001');
    await expect(link).toHaveText(/560.5001/);
    expect(requestedUrl?.searchParams.get('query')).toBe(footerQuery(language));
  });
}

test('SITE-9, SITE-11: the front page says whether telephone and chat are open now, by the current opening hours', async ({
  page,
}) => {
  await page.clock.setFixedTime('2026-11-23T15:00:00Z');
  await page.route(graphql, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('"16:00"', '"14:00"');
    await route.fulfill({ response: answer, body });
  });
  await page.goto(addresses.site);
  await hydrate(page);
  const contact = page.locator('main').getByText(/^Op(?:ið núna|num)/);
  await expect(contact).toHaveText(/^Opnum/);
});

test('CALL-5: the built-in footer stays when the content service is down', async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/Failed to load resource: net::ERR_FAILED/);
  const refused = page.waitForEvent('requestfailed', (request) =>
    request.url().startsWith(addresses.content),
  );
  await page.route(`${addresses.content}/**`, (route) => route.abort());
  await page.goto(`${addresses.site}um-okkur`);
  await hydrate(page);
  const footer = page.locator('footer');
  await footer.scrollIntoViewIfNeeded();
  await refused;
  await expect(footer.locator('a[href^="tel:"]').first()).toHaveAttribute('href', 'tel:+3545605000');
});
