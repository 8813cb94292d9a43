// Scripts that the browser must refuse after injection into a page, and what the page can still do.
import { openHydrated, test } from './support/site.ts';
import { expect } from './support/test.ts';

test.use({ expectedMessages: [/Content Security Policy/] });

test('SITE-7: an injected or foreign script does not run, and the page keeps working', async ({
  page,
  site,
}) => {
  await openHydrated(page, `${site.url}/um-okkur`);
  const ran = await page.evaluate(async () => {
    const refused = (count: number) =>
      new Promise<void>((resolve) => {
        let left = count;
        addEventListener('securitypolicyviolation', () => {
          left -= 1;
          if (left === 0) resolve();
        });
      });
    const all = refused(2);
    const inline = document.createElement('script');
    inline.text = 'window.injected = true;';
    const elsewhere = document.createElement('script');
    elsewhere.src = 'https://evil.example/steal.js';
    document.body.append(inline, elsewhere);
    await all;
    return 'injected' in window;
  });
  expect(ran).toBe(false);
  await page.getByRole('link', { name: 'Stjórn' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Stjórn' })).toBeFocused();
});
