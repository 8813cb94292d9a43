// Takes the screenshots for the documentation, into docs/pictures, of the product running with demo customers on its own
// ports: `npm run pictures`. With `-- parts` only the component gallery.
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLogger } from '@hofn/service';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { buildSite } from '../apps/web/build/build-site.ts';
import { defaultFolders } from '../apps/web/build/folders.ts';
import { bundle, openBundle } from '../e2e/support/bundle.ts';
import { findBrowser } from './browser.mjs';
import { arePicturesOld, stampPictures } from './pictures-age.ts';
import { startSystem, systemSettings } from './system.ts';

if (process.argv.includes('--help')) {
  console.log(`npm run pictures             takes the screenshots in docs/pictures
npm run pictures -- parts    only those of the component gallery
npm run pictures -- --check  says whether they are older than what they show`);
  process.exit(0);
}

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const languages = ['is', 'en'] as const;
type Language = (typeof languages)[number];

const looks = [
  { name: '1280', width: 1280 },
  { name: '390', width: 390 },
] as const;

const publicPages: Record<string, Record<Language, string>> = {
  front: { is: '', en: 'en' },
};
const overviewPath: Record<Language, string> = { is: 'vidskipti', en: 'en/my-pages' };
/** The policy shown in detail. */
const product: Record<Language, string> = { is: 'Kaskótrygging', en: 'Comprehensive motor insurance' };

const password = randomBytes(9).toString('base64url');
const settings = systemSettings.parse({
  WEB_PORT: 18480,
  IDENTITY_PORT: 18481,
  API_PORT: 18488,
  CARDS_PORT: 18483,
  BANK_PORT: 18493,
  EID_PORT: 18485,
  CRM_PORT: 18489,
  REGISTER_PORT: 18492,
  CORE_PORT: 18494,
  CHAT_PORT: 18484,
  MAILBOX_PORT: 18486,
  MAILBOX_SMTP_PORT: 18425,
  DATABASE_FOLDER: ':memory:',
  DEMO_PASSWORD: password,
  SEED_DEMO: 'true',
});

/** Takes a screenshot once fonts are loaded and animations have finished. */
const capture = async (page: Page, name: string) => {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
  });
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: true });
  console.log(`docs/pictures/${name}.png`);
};

const capturePublicPages = async (
  context: BrowserContext,
  site: string,
  language: Language,
  look: string,
) => {
  const page = await context.newPage();
  for (const [name, path] of Object.entries(publicPages)) {
    await page.goto(site + path[language], { waitUntil: 'networkidle' });
    // The first interaction hydrates the page, which shows today's opening hours.
    await page.mouse.move(20, 200);
    await page.locator('html[data-live]').waitFor({ state: 'attached' });
    await capture(page, `${name}-${language}-${look}`);
  }
  await page.close();
};

const capturePortal = async (
  context: BrowserContext,
  site: string,
  language: Language,
  look: string,
  kennitala: string,
) => {
  const page = await context.newPage();
  await page.goto(site + overviewPath[language]);
  await page.locator('input[name=name]').fill(kennitala);
  await capture(page, `sign-in-${language}-${look}`);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
  await page.locator('main dl').first().waitFor();
  await page.waitForLoadState('networkidle');
  await capture(page, `overview-${language}-${look}`);
  await page.getByRole('link', { name: product[language] }).click();
  await page.getByRole('heading', { level: 1, name: product[language] }).waitFor();
  await capture(page, `policy-${language}-${look}`);
  await page.close();
};

/** Parts of the component gallery: light and wide, dark and narrow. */
const captureGallery = async (browser: Browser) => {
  const files = await bundle(new URL('../packages/ui/gallery/main.tsx', import.meta.url));
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
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    for (const part of parts) {
      await page.locator(`#${part}`).screenshot({ path: `${folder}parts-${part}-${look}.png` });
      console.log(`docs/pictures/parts-${part}-${look}.png`);
    }
    await page.close();
  }
};

const captureProduct = async (browser: Browser) => {
  const system = await startSystem(settings, {
    logger: createLogger('pictures', 'warn'),
    site: () => buildSite({ log: console.log }).then(() => defaultFolders.outDir),
  });
  try {
    const kennitala = system.demo?.signIns[0]?.ssn ?? '';
    for (const language of languages) {
      for (const { name, width } of looks) {
        const context = await browser.newContext({ viewport: { width, height: 900 } });
        await capturePublicPages(context, system.site, language, name);
        await capturePortal(context, system.site, language, name, kennitala);
        await context.close();
      }
    }
  } finally {
    await system.stop();
  }
};

if (process.argv.includes('--check')) {
  const areOld = await arePicturesOld(folder);
  console.log(
    areOld ? 'docs/pictures is older than what it shows: npm run pictures' : 'docs/pictures is up to date.',
  );
  process.exit(areOld ? 1 : 0);
}
const executablePath = findBrowser(process.execPath);
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
});
try {
  mkdirSync(folder, { recursive: true });
  // The product first: bundling the gallery sets NODE_ENV to production, which needs settings that a demo lacks.
  if (process.argv[2] !== 'parts') await captureProduct(browser);
  await captureGallery(browser);
  if (process.argv[2] !== 'parts') await stampPictures(folder);
} finally {
  await browser.close();
}
