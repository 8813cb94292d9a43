// The screenshots in docs/pictures.
import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { bundle, openBundle } from '../../e2e/support/bundle.ts';
import { type Product, withProduct } from './product.ts';
import { signIn } from './sign-in.ts';

const languages = ['is', 'en'] as const;
type Language = (typeof languages)[number];

const widths = [1280, 390];

const overviewPath: Record<Language, string> = { is: 'vidskipti', en: 'en/my-pages' };
/** The policy shown in detail. */
const policy: Record<Language, string> = { is: 'Kaskótrygging', en: 'Comprehensive motor insurance' };

/** Takes a screenshot once fonts are loaded and animations have finished. */
const capture = async (page: Page, folder: string, name: string) => {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
  });
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: true });
  console.log(`docs/pictures/${name}.png`);
};

const captureFront = async (context: BrowserContext, site: string, folder: string, name: string) => {
  const page = await context.newPage();
  await page.goto(site, { waitUntil: 'networkidle' });
  // The first interaction hydrates the page, which shows today's opening hours.
  await page.mouse.move(20, 200);
  await page.locator('html[data-live]').waitFor({ state: 'attached' });
  await capture(page, folder, name);
  await page.close();
};

const capturePortal = async (
  context: BrowserContext,
  product: Product,
  { language, folder, look }: { language: Language; folder: string; look: string },
) => {
  const page = await context.newPage();
  await page.goto(product.system.site + overviewPath[language]);
  await page.locator('input[name=name]').waitFor();
  const kennitala = product.system.demo?.signIns[0]?.ssn ?? '';
  await page.locator('input[name=name]').fill(kennitala);
  await capture(page, folder, `sign-in-${look}`);
  await signIn(page, product, kennitala);
  await page.locator('main dl').first().waitFor();
  await page.waitForLoadState('networkidle');
  await capture(page, folder, `overview-${look}`);
  await page.getByRole('link', { name: policy[language] }).click();
  await page.getByRole('heading', { level: 1, name: policy[language] }).waitFor();
  await capture(page, folder, `policy-${look}`);
  await page.close();
};

/** Takes the pictures of front page, sign-in, overview and a policy, in both languages and at both widths. */
export const captureProduct = (browser: Browser, folder: string): Promise<void> =>
  withProduct(async (product) => {
    mkdirSync(folder, { recursive: true });
    for (const language of languages) {
      for (const width of widths) {
        const context = await browser.newContext({ viewport: { width, height: 900 } });
        const look = `${language}-${width}`;
        const front = product.system.site + (language === 'is' ? '' : language);
        await captureFront(context, front, folder, `front-${look}`);
        await capturePortal(context, product, { language, folder, look });
        await context.close();
      }
    }
  });

/** Takes the pictures of parts in the component gallery: light and wide, dark and narrow. */
export const captureGallery = async (browser: Browser, folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const files = await bundle(new URL('../../packages/ui/gallery/main.tsx', import.meta.url));
  const views = [
    { look: 'is-1280', width: 1280, colorScheme: 'light', parts: ['fields', 'files', 'messages'] },
    { look: 'en-390-dark', width: 390, colorScheme: 'dark', parts: ['timeline', 'table'] },
  ] as const;
  for (const { look, width, colorScheme, parts } of views) {
    // Loading dots and skeletons animate forever.
    const page = await browser.newPage({
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    await openBundle(page, files, `?language=${look.slice(0, 2)}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    for (const part of parts) {
      await page.locator(`#${part}`).screenshot({ path: `${folder}parts-${part}-${look}.png` });
      console.log(`docs/pictures/parts-${part}-${look}.png`);
    }
    await page.close();
  }
};
