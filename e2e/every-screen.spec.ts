// Every screen of the portal that a link leads to, in both languages and at the widths the journeys are not made in:
// those hold what a screen does in Icelandic on a phone and in English on a desk, this holds that the rest fits too.
import { type Language, languageOfPath } from '@hofn/texts/language.ts';
import { matchPath } from '@hofn/texts/paths.ts';
import type { Page } from '@playwright/test';
import { signIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { follow } from './support/site.ts';
import { addresses } from './support/system.ts';
import { axeFinds, expect, test } from './support/test.ts';
import { words } from './support/words.ts';

const menuOf = { is: 'vidskipti/yfirlitmobile', en: 'en/my-pages/mobile-menu' } as const;
/** The widths of each language; axe looks at the last, in which no journey is made. */
const widthsOf = { is: [320, 390, 1280], en: [320, 1280, 390] } as const;

/** The site's path of an address, without base and slash at the end. */
const pathOf = (address: string): string =>
  new URL(address, addresses.site).pathname.replace('/arsskyrsla', '').replace(/(.)\/$/, '$1');

/** Links in the page, and not in the site's frame around it, to screens behind sign-in in its language, with the key of the screen. */
const screensLinkedFrom = async (page: Page, language: Language): Promise<[string, string][]> => {
  const links = await page
    .locator('main a[href^="/arsskyrsla"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return links.flatMap((link): [string, string][] => {
    const row = matchPath(pathOf(link))?.row;
    return row?.protected && languageOfPath(pathOf(link)) === language ? [[row.key, link]] : [];
  });
};

/** Nothing loads any more, and the menu is that of whom it is for. */
const loaded = async (page: Page, userMenu: string): Promise<void> => {
  await expect(page.getByRole('button', { name: userMenu })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [data-state=loading]')).toHaveCount(0);
};

for (const { language, who, name, least } of [
  { language: 'is', who: 'family', name: 'Guðrún Helga Þorsteinsdóttir', least: 20 },
  { language: 'en', who: 'family', name: 'Guðrún Helga Þorsteinsdóttir', least: 20 },
  { language: 'is', who: 'company', name: 'Netagerðin Ísver ehf.', least: 17 },
] as const)
  test(`UI-6, LANG-6: every screen that ${who} comes to by links fits every window, and axe finds nothing, ${language}`, async ({
    page,
  }) => {
    // Some twenty screens, each at three widths.
    test.slow();
    const userMenu = words[language]('nav|userMenuFor', { name });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(addresses.site + menuOf[language]);
    await signIn(page, language, people[who].ssn);
    await loaded(page, userMenu);
    const faults: string[] = [];
    const seen = new Set<string>();
    const waiting = await screensLinkedFrom(page, language);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [key, address] = next;
      if (seen.has(key)) continue;
      seen.add(key);
      // As a link leads there; the other walk opens each address anew.
      if (language === 'en') await follow(page, address);
      else await page.goto(new URL(address, addresses.site).href);
      await expect.poll(() => pathOf(page.url())).toBe(pathOf(address));
      await loaded(page, userMenu);
      waiting.push(...(await screensLinkedFrom(page, language)));
      const fault = (what: string) => faults.push(`${address}: ${what}`);
      if ((await page.locator('html').getAttribute('lang')) !== language) fault('is in the other language');
      for (const width of widthsOf[language]) {
        await page.setViewportSize({ width, height: 900 });
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (over > 0) fault(`${over} px wider than ${width} px`);
      }
      for (const found of await axeFinds(page)) fault(found);
    }
    expect(faults).toEqual([]);
    expect(seen.size, [...seen].join(', ')).toBeGreaterThanOrEqual(least);
  });
