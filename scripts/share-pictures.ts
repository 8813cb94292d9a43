// Renders the preview pictures for shared links, one per language, and the icons of the installed app:
// `npm run share-pictures`. The files are committed; run this when the brand changes.
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { languages } from '@hofn/texts/language.ts';
import { pageTitle } from '@hofn/texts/page-title.ts';
import { themes } from '@hofn/ui/tokens.ts';
import { chromium } from '@playwright/test';
import { iconSource, pixelIcons } from '../apps/web/build/app-manifest.ts';
import { shareFile, shareSize } from '../apps/web/build/share-pictures.ts';
import { findBrowser } from './browser.mjs';

if (process.argv.includes('--help')) {
  console.log(
    `npm run share-pictures    renders the pictures of shared links and the icons of the app into apps/web/public`,
  );
  process.exit(0);
}

const root = new URL('../', import.meta.url);
const read = (path: string, encoding: 'utf8' | 'base64' = 'utf8'): string =>
  readFileSync(new URL(path, root), encoding);

const symbol = (path: string, id: string): string => {
  const found = new RegExp(`<symbol id="${id}"[^]*?</symbol>`).exec(read(path));
  if (!found) throw new Error(`${path} has no ${id}`);
  return found[0];
};

const colours = Object.entries(themes.light).map(([name, value]) => `--${name}:${value}`);
const style = `
  @font-face { font-family: Title; src: url(data:font/woff2;base64,${read('packages/ui/src/fonts/source-serif-4-600.woff2', 'base64')}); }
  :root { ${colours.join(';')} }
  text { font: 600 62px Title; fill: var(--bar-ink); }
  .drawing { fill: none; stroke: var(--ill-line); stroke-width: 2.25; stroke-linecap: round; stroke-linejoin: round; }
`;

/** Splits a title into at most two lines, to fit beside the drawing. */
const linesOf = (text: string): string[] => {
  const words = text.split(' ');
  const middle = Math.ceil(words.length / 2);
  return [words.slice(0, middle).join(' '), words.slice(middle).join(' ')].filter(Boolean);
};

const drawing = (title: string): string => `
  <svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="${shareSize.height}" viewBox="0 0 ${shareSize.width} ${shareSize.height}">
    <style>${style}</style>
    <defs>${symbol('packages/ui/src/icons/icons.svg', 'logo')}${symbol('packages/ui/src/illustrations/drawings/harbour.svg', 'harbour')}</defs>
    <rect width="100%" height="100%" fill="var(--bar)"/>
    <rect x="500" width="700" height="100%" fill="var(--sky)"/>
    <svg class="drawing" x="490" y="213" width="720" height="417"><use href="#harbour"/></svg>
    <rect width="500" height="100%" fill="var(--bar)"/>
    <svg x="64" y="72" width="224" height="72" color="var(--bar-ink)"><use href="#logo"/></svg>
    ${linesOf(title)
      .map((line, at) => `<text x="64" y="${330 + at * 84}">${line}</text>`)
      .join('')}
  </svg>`;

/** The logo mark at a size; a maskable icon fills the edges and keeps the mark in the safe zone. */
const iconOf = (size: number, maskable: boolean): string => {
  const mark = read(iconSource);
  if (!maskable) return mark.replace('<svg ', `<svg width="${size}" height="${size}" `);
  const [, ground = ''] = /<rect [^>]*fill="([^"]+)"/.exec(mark) ?? [];
  const inner = mark
    .replace(/<rect [^>]*>/, '')
    .replace('<svg ', '<svg width="80%" height="80%" x="10%" y="10%" ');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="${ground}"/>${inner}</svg>`;
};

const executablePath = findBrowser(process.execPath);
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: shareSize });
  for (const language of languages) {
    await page.setContent(`<body style="margin:0">${drawing(pageTitle(language))}</body>`);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const path = fileURLToPath(new URL(`apps/web/public/${shareFile(language)}`, root));
    mkdirSync(fileURLToPath(new URL('apps/web/public/share/', root)), { recursive: true });
    await page.screenshot({ path });
    console.log(path.slice(fileURLToPath(root).length));
  }
  mkdirSync(fileURLToPath(new URL('apps/web/public/icons/', root)), { recursive: true });
  for (const { file, size, maskable } of pixelIcons) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<body style="margin:0;display:grid">${iconOf(size, maskable)}</body>`);
    await page.screenshot({
      path: fileURLToPath(new URL(`apps/web/public/${file}`, root)),
      omitBackground: true,
    });
    console.log(`apps/web/public/${file}`);
  }
} finally {
  await browser.close();
}
