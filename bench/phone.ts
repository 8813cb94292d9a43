import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../apps/web/build.ts';
import { writeCompressed } from '../apps/web/src/generate/compress.ts';
import { defaultFolders } from '../apps/web/src/generate/folders.ts';
import { type Bench, type Figure, median } from './bench.ts';
import { freshBrowser, withSite } from './site.ts';

/** Pages that are measured, by their path below the base. */
const pages = { 'front page': '', 'text page': 'um-okkur' };

/** How often each page is opened, the product and the floor in turn. */
const turns = 5;

/** A phone of the middle on a slow 4G: a quarter of this processor, 1.6 Mbit/s down, 150 ms there and back. */
const phone = {
  viewport: { width: 390, height: 844 },
  slower: 4,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
};

type Taken = { largestPaint: number; blocking: number; shift: number };

/** How long a page is watched after `load`, in milliseconds: it comes to life by itself in that time. */
const watchedMs = 4000;

/** Opens a page as a phone does and watches it until it has come to life, or where it has no scripts as long. */
const open = async (address: string): Promise<Taken> => {
  const browser = await freshBrowser();
  try {
    const page = await browser.newPage({ viewport: phone.viewport, isMobile: true, hasTouch: true });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', phone.network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: phone.slower });
    await page.addInitScript(() => {
      const taken = { largestPaint: 0, blocking: 0, shift: 0 };
      Object.assign(globalThis, { taken });
      const watch = (type: string, each: (entry: PerformanceEntry & { value?: number }) => void) =>
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) each(entry);
        }).observe({ type, buffered: true });
      watch('largest-contentful-paint', ({ startTime }) => {
        taken.largestPaint = startTime;
      });
      // A task may take 50 ms; what is over holds the reader up.
      watch('longtask', ({ duration }) => {
        taken.blocking += duration - 50;
      });
      watch('layout-shift', ({ value = 0 }) => {
        taken.shift += value;
      });
    });
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForTimeout(watchedMs);
    return await page.evaluate(() => (globalThis as unknown as { taken: Taken }).taken);
  } finally {
    await browser.close();
  }
};

/** A copy of the site whose measured pages have no script: the same text, styles, fonts and pictures. */
const withoutScripts = async (folder: string): Promise<string> => {
  const bare = join(folder, 'site');
  await cp(defaultFolders.outDir, bare, { recursive: true });
  for (const path of Object.values(pages)) {
    const file = join(bare, path, 'index.html');
    const html = (await readFile(file, 'utf8')).replaceAll(/<script\b.*?<\/script>/gs, '');
    await writeFile(file, html);
    await writeCompressed(file, Buffer.from(html));
  }
  return bare;
};

const rounded = (value: number, places = 2): number => Number(value.toFixed(places));

const measure = async (site: string, bare: string): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(pages)) {
    const ours: Taken[] = [];
    const floor: Taken[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      ours.push(await open(`${site}/${path}`));
      floor.push(await open(`${bare}/${path}`));
    }
    const middle = (taken: Taken[], key: keyof Taken) => median(taken.map((one) => one[key]));
    const paint = middle(ours, 'largestPaint');
    const bound = middle(floor, 'largestPaint');
    figures.push(
      { name: `largest paint, ${name}`, value: rounded(paint, 0), unit: 'ms' },
      { name: `largest paint without scripts, ${name}`, value: rounded(bound, 0), unit: 'ms' },
      { name: `largest paint by that, ${name}`, value: rounded(paint / bound), unit: 'times', most: 1.05 },
      { name: `blocking time, ${name}`, value: rounded(middle(ours, 'blocking'), 0), unit: 'ms' },
      {
        name: `blocking time without scripts, ${name}`,
        value: rounded(middle(floor, 'blocking'), 0),
        unit: 'ms',
      },
      {
        name: `blocking time over that, ${name}`,
        value: rounded(Math.max(0, middle(ours, 'blocking') - middle(floor, 'blocking')), 0),
        unit: 'ms',
        most: 30,
      },
      { name: `layout shift, ${name}`, value: rounded(middle(ours, 'shift'), 3), unit: '', most: 0 },
    );
  }
  return figures;
};

/** What a reader with a slow phone waits for, in a real browser, from the product's own web server. */
export const bench: Bench = {
  about: 'largest paint, blocking time and shift on a slow phone, against the same pages without scripts',
  async run() {
    await buildSite();
    const folder = await mkdtemp(join(tmpdir(), 'hofn-bench-'));
    try {
      const bareDir = await withoutScripts(folder);
      return await withSite(defaultFolders.outDir, (site) =>
        withSite(bareDir, (bare) => measure(site, bare)),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
