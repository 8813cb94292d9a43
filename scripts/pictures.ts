// Takes pictures of the product running with demo customers on its own ports: those of the documentation, into
// docs/pictures, and contact sheets of every screen.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from './browser.mjs';
import { readSources } from './checks/source.ts';
import { oldPictures, stampPictures } from './pictures/age.ts';
import { type Area, areas } from './pictures/areas.ts';
import { captureGallery, captureProduct } from './pictures/documentation.ts';
import { captureSheets } from './pictures/sheets.ts';

const allAreas = Object.keys(areas) as Area[];
const usage = `npm run pictures                             takes the screenshots in docs/pictures
npm run pictures -- parts                    only those of the component gallery
npm run pictures -- --check                  fails if a screen in docs/pictures has changed since
npm run pictures -- --sheets FOLDER [AREA …]  writes a contact sheet of every screen of ${allAreas.join(', ')}
                                             into FOLDER: both languages, 390, 1280 and 1920 px, light and dark`;

const stop = (message: string): never => {
  console.error(`${message}\n\n${usage}`);
  process.exit(1);
};

const readArguments = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        check: { type: 'boolean' },
        sheets: { type: 'string' },
      },
    });
  } catch (error) {
    return stop((error as Error).message);
  }
};

const isArea = (name: string): name is Area => name in areas;

const withBrowser = async (run: (browser: Browser) => Promise<void>): Promise<void> => {
  const executablePath = findBrowser(process.execPath);
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  });
  try {
    await run(browser);
  } finally {
    await browser.close();
  }
};

const { values, positionals } = readArguments();
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

if (values.help) console.log(usage);
else if (values.check) {
  const old = oldPictures(folder, await readSources());
  console.log(
    old.length > 0
      ? `docs/pictures is older than what it shows (${old.join(', ')}): npm run pictures`
      : 'docs/pictures is up to date.',
  );
  process.exitCode = old.length > 0 ? 1 : 0;
} else if (values.sheets !== undefined) {
  const unknown = positionals.find((name) => !isArea(name));
  if (unknown) stop(`There is no area "${unknown}": ${allAreas.join(', ')}.`);
  const into = resolve(values.sheets);
  if (existsSync(into) && !statSync(into).isDirectory()) stop(`--sheets: ${into} is a file, not a folder.`);
  const chosen = positionals.filter(isArea);
  await withBrowser((browser) => captureSheets(browser, into, chosen.length > 0 ? chosen : allAreas));
} else {
  const [only, ...more] = positionals;
  if (more.length > 0 || (only !== undefined && only !== 'parts')) stop(`Unknown: ${positionals.join(' ')}`);
  const sources = await readSources();
  await withBrowser(async (browser) => {
    // The product first: bundling the gallery sets NODE_ENV to production, which needs settings that a demo lacks.
    if (only !== 'parts') await captureProduct(browser, folder);
    await captureGallery(browser, folder);
  });
  stampPictures(
    folder,
    sources,
    only === 'parts' ? ['parts'] : ['front', 'sign-in', 'overview', 'policy', 'parts'],
  );
}
