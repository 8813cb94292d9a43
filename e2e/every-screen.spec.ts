// Every linked screen of the portal, in both languages and at every width. A journey checks what a screen does in one
// language at one width; this checks that it is valid in the others.
import { type Language, languageOfPath } from '@hofn/texts/language.ts';
import { matchPath } from '@hofn/texts/paths.ts';
import type { Page } from '@playwright/test';
import { openSignedIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { followLink } from './support/site.ts';
import { addresses } from './support/system.ts';
import { expect, findAxeViolations, oncePerRun, screenId, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const menuOf = { is: 'vidskipti/yfirlitmobile', en: 'en/my-pages/mobile-menu' } as const;
/** The widths of each language: one that no journey uses, one that some journeys use, and one where axe always runs. */
const widthsOf = { is: [320, 390, 1280], en: [320, 1280, 390] } as const;

/** The path of an address without the base and the trailing slash. */
const pathOf = (address: string): string =>
  new URL(address, addresses.site).pathname.replace('/arsskyrsla', '').replace(/(.)\/$/, '$1');

/** Links in the page's content to screens behind sign-in in the same language, each with the screen's key. */
const screensLinkedFrom = async (page: Page, language: Language): Promise<[string, string][]> => {
  const links = await page
    .locator('main a[href^="/arsskyrsla"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return links.flatMap((link): [string, string][] => {
    const row = matchPath(pathOf(link))?.row;
    return row?.protected && languageOfPath(pathOf(link)) === language ? [[row.key, link]] : [];
  });
};

/** Waits until nothing is loading and the user menu belongs to the right person. */
const waitUntilLoaded = async (page: Page, userMenu: string): Promise<void> => {
  await expect(page.getByRole('button', { name: userMenu })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [data-state=loading]')).toHaveCount(0);
};

for (const { language, who, name, least } of [
  { language: 'is', who: 'family', name: 'Guðrún Helga Þorsteinsdóttir', least: 20 },
  { language: 'en', who: 'family', name: 'Guðrún Helga Þorsteinsdóttir', least: 20 },
  { language: 'is', who: 'company', name: 'Netagerðin Ísver ehf.', least: 17 },
] as const)
  test(`KT-8, UI-6, LANG-6: every screen that ${who} reaches by links fits every window and shows each kennitala with its dash, and axe finds no violations, ${language}`, async ({
    page,
  }) => {
    // About twenty screens, each at three widths.
    test.slow();
    const userMenu = translate[language]('nav|userMenuFor', { name });
    await page.setViewportSize({ width: 1280, height: 900 });
    await openSignedIn(page, language, people[who].ssn, addresses.site + menuOf[language]);
    await waitUntilLoaded(page, userMenu);
    const faults: string[] = [];
    const visited = new Set<string>();
    const waiting = await screensLinkedFrom(page, language);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [key, address] = next;
      if (visited.has(key)) continue;
      visited.add(key);
      // One walk opens each address directly, the others follow the links.
      if (language === 'en' || who === 'company') await followLink(page, address);
      else await page.goto(new URL(address, addresses.site).href);
      await expect.poll(() => pathOf(page.url())).toBe(pathOf(address));
      await waitUntilLoaded(page, userMenu);
      waiting.push(...(await screensLinkedFrom(page, language)));
      const report = (what: string) => faults.push(`${address}: ${what}`);
      if ((await page.locator('html').getAttribute('lang')) !== language) report('is in the other language');
      // Of a test kennitala, digits 7 and 8 are 14 or 15.
      const [undashed] =
        /(?<!\d)\d{6}1[45]\d\d(?!\d)/.exec((await page.locator('main').textContent()) ?? '') ?? [];
      if (undashed) report(`shows ${undashed} without a dash`);
      for (const width of widthsOf[language]) {
        await page.setViewportSize({ width, height: 900 });
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (over > 0) report(`${over} px wider than ${width} px`);
      }
      const [, ofJourneys, always] = widthsOf[language];
      // What a journey has checked is not checked again. An error is not noted as checked.
      if (who === 'family') {
        await page.setViewportSize({ width: ofJourneys, height: 900 });
        await oncePerRun(await screenId(page), async () => {
          const violations = await findAxeViolations(page);
          if (violations.length > 0) throw new Error(violations.join('\n'));
        }).catch((error: Error) => report(error.message));
      }
      await page.setViewportSize({ width: always, height: 900 });
      for (const violation of await findAxeViolations(page)) report(violation);
    }
    expect(faults).toEqual([]);
    expect(visited.size, [...visited].join(', ')).toBeGreaterThanOrEqual(least);
  });
