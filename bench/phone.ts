import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { buildSite } from '../apps/web/build/build-site.ts';
import { defaultFolders } from '../apps/web/build/folders.ts';
import { type Bench, type Figure, median } from './bench.ts';
import { withSite } from './site.ts';
import { overSlowLine } from './slow-line.ts';
import { undebugged } from './undebugged.ts';

/** Measured pages, by their path below the base. */
const pages = { 'front page': '', 'text page': 'um-okkur' };

/** How often each page is opened, alternating with the floor; each goes first half of the time. */
const turnsPerPage = 12;

/** A mid-range phone on slow 4G: a quarter of this processor's speed, 1.6 Mbit/s down, 150 ms round trip. */
export const phone = {
  screen: { width: 390, height: 844, deviceScaleFactor: 1, mobile: true },
  cpuSlowdown: 4,
  line: { roundTripMs: 150, bytesPerSecond: 200_000 },
};

type Measurement = { largestPaint: number; blocking: number; shift: number };

/** How long a page is watched after `load`, in milliseconds; it hydrates on its own in that time. */
const watchMs = 4000;

/** Runs in the page before any other script, and records its measurements in `taken`. */
const installObservers = () => {
  const taken = { largestPaint: 0, blocking: 0, shift: 0 };
  Object.assign(globalThis, { taken });
  const observe = (type: string, add: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) add(entry);
    }).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => {
    taken.largestPaint = startTime;
  });
  // A task up to 50 ms is acceptable; only the excess blocks the reader.
  observe('longtask', ({ duration }) => {
    taken.blocking += duration - 50;
  });
  observe('layout-shift', ({ value = 0 }) => {
    taken.shift += value;
  });
};

/** The recorded measurements, and whether the page has hydrated. */
const report = '({ ...taken, alive: document.documentElement.dataset.live !== undefined })';

/**
 * Opens a page as a phone would, and measures it for a fixed time, in which it must hydrate unless it has no scripts.
 */
const measurePage = (address: string, hydrates: boolean): Promise<Measurement> =>
  undebugged(async ({ send, event, evaluate }) => {
    await send('Emulation.setDeviceMetricsOverride', phone.screen);
    await send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await send('Emulation.setCPUThrottlingRate', { rate: phone.cpuSlowdown });
    await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${installObservers})()` });
    const { port, pathname } = new URL(address);
    return overSlowLine(Number(port), phone.line, async (slow) => {
      const loaded = event('Page.loadEventFired');
      await send('Page.navigate', { url: `http://localhost:${slow}${pathname}` });
      await loaded;
      await setTimeout(watchMs);
      const { alive, ...taken } = (await evaluate(report)) as Measurement & { alive: boolean };
      if (alive !== hydrates) throw new Error(`${address} ${alive ? 'hydrated' : 'did not hydrate'}`);
      return taken;
    });
  });

/** A copy of the site whose measured pages have no scripts, but the same text, styles, fonts and pictures. */
const copyWithoutScripts = async (folder: string): Promise<string> => {
  const bare = join(folder, 'site');
  await cp(defaultFolders.outDir, bare, { recursive: true });
  for (const path of Object.values(pages)) {
    const file = join(bare, path, 'index.html');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/<script\b.*?<\/script>/gs, ''));
  }
  return bare;
};

const round = (value: number, places = 2): number => Number(value.toFixed(places));

const measure = async (site: string, bare: string): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(pages)) {
    const ours: Measurement[] = [];
    const floor: Measurement[] = [];
    for (let turn = 0; turn < turnsPerPage; turn += 1) {
      const sides = [
        () => measurePage(`${site}/${path}`, true).then((one) => ours.push(one)),
        () => measurePage(`${bare}/${path}`, false).then((one) => floor.push(one)),
      ];
      for (const one of turn % 2 === 0 ? sides : sides.toReversed()) await one();
    }
    const medianOf = (taken: Measurement[], key: keyof Measurement) => median(taken.map((one) => one[key]));
    // One ratio per turn, because other work on the machine affects both sides of a turn.
    const ratios = ours
      .map((one, turn) => one.largestPaint / (floor[turn]?.largestPaint ?? 0))
      .toSorted((a, b) => a - b);
    const quarter = (share: number) => round(ratios[Math.floor((ratios.length - 1) * share)] ?? 0);
    figures.push(
      { name: `largest paint, ${name}`, value: round(medianOf(ours, 'largestPaint'), 0), unit: 'ms' },
      {
        name: `largest paint without scripts, ${name}`,
        value: round(medianOf(floor, 'largestPaint'), 0),
        unit: 'ms',
      },
      { name: `largest paint by that, ${name}`, value: round(median(ratios)), unit: 'times', most: 1.05 },
      { name: `a quarter of the turns is below, ${name}`, value: quarter(0.25), unit: 'times' },
      { name: `a quarter of the turns is above, ${name}`, value: quarter(0.75), unit: 'times' },
      { name: `blocking time, ${name}`, value: round(medianOf(ours, 'blocking'), 0), unit: 'ms' },
      {
        name: `blocking time without scripts, ${name}`,
        value: round(medianOf(floor, 'blocking'), 0),
        unit: 'ms',
      },
      {
        name: `blocking time over that, ${name}`,
        value: round(Math.max(0, medianOf(ours, 'blocking') - medianOf(floor, 'blocking')), 0),
        unit: 'ms',
        most: 30,
      },
      { name: `layout shift, ${name}`, value: round(medianOf(ours, 'shift'), 3), unit: '', most: 0 },
    );
  }
  return figures;
};

/** How long a reader with a slow phone waits, in a real browser, with the product's own web server. */
export const bench: Bench = {
  about:
    'largest paint, blocking time and layout shift on a slow phone, against the same pages without scripts',
  async run() {
    await buildSite();
    const folder = await mkdtemp(join(tmpdir(), 'hofn-bench-'));
    try {
      const bareDir = await copyWithoutScripts(folder);
      return await withSite(defaultFolders.outDir, (site) =>
        withSite(bareDir, (bare) => measure(site, bare)),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
