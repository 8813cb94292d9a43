// Contact sheets: every screen of an area in both languages, at three widths, light and dark, on one page.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@hofn/texts/language.ts';
import type { Browser, Page } from '@playwright/test';
import { type Area, areas, type Screen, waitUntilLoaded } from './areas.ts';
import { type Product, withProduct } from './product.ts';
import { type SheetPicture, sheetPage } from './sheet-page.ts';

const windows = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const schemes = ['light', 'dark'] as const;
/** Browsers draw no higher pictures; what is below is left out. */
const mostHeight = 16_000;

/** Has the question about cookies answered, unless the screen is that of a first visit. */
const answerCookies = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (location.hash !== '#first-visit')
      localStorage.setItem('hofn.consent', `refused ${new Date(Date.now() + 86_400_000).toISOString()}`);
    else localStorage.removeItem('hofn.consent');
  });

const openScreen = async (page: Page, { address, isFirstVisit }: Screen): Promise<void> => {
  // A document of its own for each: only the hash differs between a first visit and the front page.
  await page.goto('about:blank');
  await page.goto(isFirstVisit ? `${address}#first-visit` : address);
  // The first input hydrates a public page.
  await page.keyboard.press('Shift');
  await page.locator('html[data-live]').waitFor({ state: 'attached' });
  await waitUntilLoaded(page);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => {})));
    await document.fonts.ready;
  });
};

/** Takes the pictures of a screen at each width, light and dark. */
const captureScreen = async (
  page: Page,
  screen: Screen,
  language: string,
  folder: { area: string; path: string },
): Promise<SheetPicture[]> => {
  const pictures: SheetPicture[] = [];
  const slug = screen.name.replaceAll(/[^a-zA-Z0-9.]+/g, '-');
  for (const size of windows) {
    await page.setViewportSize(size);
    // As high as the page: what is fixed to the end of the window would stand over its middle.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({
      width: size.width,
      height: Math.min(Math.max(size.height, height), mostHeight),
    });
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      const file = `${folder.area}/${slug}-${language}-${size.width}-${scheme}.jpg`;
      const path = join(folder.path, file);
      await page.screenshot({ path, type: 'jpeg', quality: 70, animations: 'disabled' });
      const { name, address } = screen;
      pictures.push({ screen: name, address, language, width: size.width, scheme, file });
    }
  }
  return pictures;
};

const captureArea = async (browser: Browser, product: Product, area: Area, path: string): Promise<void> => {
  mkdirSync(join(path, area), { recursive: true });
  const pictures: SheetPicture[] = [];
  for (const language of languages) {
    const known = new Set<string>();
    for (const visit of areas[area]) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await answerCookies(page);
      for (const screen of await visit(page, product, language, known)) {
        known.add(screen.name);
        try {
          await openScreen(page, screen);
          pictures.push(...(await captureScreen(page, screen, language, { area, path })));
          console.log(`${area} ${language}: ${screen.name}`);
        } catch (error) {
          console.error(`${area} ${language}: ${screen.name} could not be shown: ${error}`);
          process.exitCode = 1;
        }
      }
      await context.close();
    }
  }
  writeFileSync(join(path, `${area}.html`), sheetPage(area, pictures));
  console.log(join(path, `${area}.html`));
};

/** Writes the contact sheets of areas into a folder: `site.html` and its pictures in `site/`. */
export const captureSheets = (browser: Browser, folder: string, chosen: readonly Area[]): Promise<void> =>
  withProduct(async (product) => {
    for (const area of chosen) await captureArea(browser, product, area, folder);
  });
