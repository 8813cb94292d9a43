import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { formatKennitala } from '@hofn/domain';
import { buildSite } from '../apps/web/build/build-site.ts';
import { defaultFolders } from '../apps/web/build/folders.ts';
import { people } from '../e2e/support/people.ts';
import { addresses, demoPassword, environmentOfTests } from '../e2e/support/system.ts';
import { type Bench, type Figure, median } from './bench.ts';
import { phone } from './phone.ts';
import { withSite } from './site.ts';
import { overSlowLine } from './slow-line.ts';
import { type UndebuggedPage, undebugged } from './undebugged.ts';

/** How often each is measured, in a fresh browser each time. */
const turnsPerMeasure = 7;

/** The page whose link is followed, the link, and the heading it leads to. */
const from = 'um-okkur';
const to = { link: 'main a[href$="/um-okkur/stjorn"]', heading: 'Stjórn' };

/**
 * Runs in the page before any other script. `taps` has the time from each event of a tap to the next paint, as the
 * browser measures it (INP), without those under 16 ms. `shown` has the time of each heading's first paint, `pressed`
 * that of the last click, and `painted` that of the largest paint.
 */
const installObservers = () => {
  const kept = { taps: [] as number[], shown: {} as Record<string, number>, pressed: 0, painted: 0 };
  Object.assign(globalThis, { kept });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) kept.taps.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) kept.painted = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  addEventListener(
    'click',
    ({ timeStamp }) => {
      kept.pressed = timeStamp;
      kept.shown = {};
    },
    true,
  );
  const recordHeading = () => {
    const heading = document.querySelector('h1')?.textContent;
    if (heading) kept.shown[heading] ??= performance.now();
    requestAnimationFrame(recordHeading);
  };
  requestAnimationFrame(recordHeading);
};

type Recording = { taps: number[]; shown: Record<string, number>; pressed: number; painted: number };
const readRecording = async (page: UndebuggedPage): Promise<Recording> =>
  (await page.evaluate('kept')) as Recording;

/** Waits until an expression is truthy in the page. */
const until = async (page: UndebuggedPage, expression: string): Promise<void> => {
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (await page.evaluate(`Boolean(${expression})`).catch(() => false)) return;
    await setTimeout(50);
  }
  throw new Error(`Timed out waiting for ${expression}`);
};

const emulatePhone = async ({ send }: UndebuggedPage): Promise<void> => {
  await send('Emulation.setDeviceMetricsOverride', phone.screen);
  await send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${installObservers})()` });
};

const open = async ({ send, event }: UndebuggedPage, url: string): Promise<void> => {
  const loaded = event('Page.loadEventFired');
  await send('Page.navigate', { url });
  await loaded;
};

/** Taps the middle of an element. */
const tap = async (page: UndebuggedPage, selector: string): Promise<void> => {
  const middle = `(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })()`;
  const point = await page.evaluate(middle);
  await page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

/** How long the page took to respond to a tap, in milliseconds: until the paint after its slowest event. */
const responseTime = async (page: UndebuggedPage, selector: string, condition: string): Promise<number> => {
  await tap(page, selector);
  await until(page, condition);
  // The browser reports events only after the paint.
  await setTimeout(1000);
  return Math.max(16, ...(await readRecording(page)).taps);
};

/** The first tap on a public page before hydration: the menu. */
const measureFirstTap = (site: string): Promise<number> =>
  undebugged(async (page) => {
    await emulatePhone(page);
    await page.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuSlowdown });
    const { port, pathname } = new URL(`${site}/${from}`);
    return overSlowLine(Number(port), phone.line, async (slow) => {
      await open(page, `http://localhost:${slow}${pathname}`);
      return responseTime(
        page,
        'header [commandfor="mobile-menu"]',
        `document.querySelector('#mobile-menu')?.open`,
      );
    });
  });

/** The first tap in My pages once their first screen is loaded: the user menu. */
const measureFirstTapSignedIn = (): Promise<number> =>
  undebugged(async (page) => {
    await emulatePhone(page);
    await open(page, `${addresses.site}vidskipti`);
    await until(page, `document.querySelector('input[name=password]')`);
    const loaded = page.event('Page.loadEventFired');
    await page.evaluate(`(() => {
      document.querySelector('input[name=name]').value = ${JSON.stringify(formatKennitala(people.family.ssn))};
      document.querySelector('input[name=password]').value = ${JSON.stringify(demoPassword)};
      document.querySelector('button[type=submit]').click();
    })()`);
    await loaded;
    const isLoaded = `document.querySelector('h1') && document.querySelector('[popovertarget="user-menu"]') && !document.querySelector('main [data-state=loading]')`;
    await until(page, isLoaded);
    // As on a later visit, with a session: a slow phone loads the page, and this is its first tap.
    await page.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuSlowdown });
    await open(page, `${addresses.site}vidskipti`);
    await until(page, isLoaded);
    return responseTime(
      page,
      '[popovertarget="user-menu"]',
      `document.querySelector('#user-menu:popover-open')`,
    );
  });

type LinksAndVisits = {
  newPage: number;
  pageInMemory: number;
  swappedMarkup: number;
  firstVisit: number;
  secondVisit: number;
};

/**
 * Runs in the page: the link puts markup into `main` and focuses its heading, with no framework. The floor of a click to a
 * page in memory: what the browser itself needs for the address, style, layout and focus.
 */
const swapOnClick = (link: string, markup: string) => {
  document.querySelector(link)?.addEventListener('click', (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    history.pushState(null, '', (event.currentTarget as HTMLAnchorElement).href);
    const main = document.querySelector('#main');
    if (main) main.innerHTML = markup;
    const heading = document.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
    scrollTo(0, 0);
  });
};

/**
 * A link to a page that is not loaded and the same link when it is, and the largest paint of a first and a second
 * visit.
 */
const measureLinksAndVisits = (site: string): Promise<LinksAndVisits> =>
  undebugged(async (page) => {
    await emulatePhone(page);
    await page.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuSlowdown });
    const { port, pathname } = new URL(`${site}/${from}`);
    return overSlowLine(Number(port), phone.line, async (slow) => {
      const address = `http://localhost:${slow}${pathname}`;
      await open(page, address);
      const live = `document.documentElement.dataset.live !== undefined`;
      await until(page, live);
      const firstVisit = (await readRecording(page)).painted;
      const follow = async (): Promise<number> => {
        await tap(page, to.link);
        await until(page, `kept.shown[${JSON.stringify(to.heading)}] > kept.pressed`);
        const { shown, pressed } = await readRecording(page);
        return (shown[to.heading] ?? 0) - pressed;
      };
      const newPage = await follow();
      await page.evaluate('history.back()');
      await until(page, `document.querySelector(${JSON.stringify(to.link)})`);
      await setTimeout(500);
      const pageInMemory = await follow();
      const markup = await page.evaluate(`document.querySelector('#main').innerHTML`);
      // The first visit's service worker stores the page for the second.
      await until(page, `navigator.serviceWorker.controller`);
      await open(page, 'about:blank');
      await open(page, address);
      await until(page, live);
      const secondVisit = (await readRecording(page)).painted;
      await page.evaluate(`(${swapOnClick})(${JSON.stringify(to.link)}, ${JSON.stringify(markup)})`);
      const swappedMarkup = await follow();
      return { newPage, pageInMemory, swappedMarkup, firstVisit, secondVisit };
    });
  });

/** Runs the whole product as the browser tests do, while `use` runs. */
const withProduct = async <T>(use: () => Promise<T>): Promise<T> => {
  const serve = fileURLToPath(new URL('../scripts/serve.ts', import.meta.url));
  const system = spawn(process.execPath, [serve], {
    env: { ...process.env, ...environmentOfTests },
    stdio: 'ignore',
  });
  // From the start: a product that ends by itself closes only once.
  const ended = once(system, 'close');
  try {
    for (let waited = 0; ; waited += 200) {
      if (
        await fetch(addresses.site).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        break;
      if (system.exitCode !== null || waited > 120_000) throw new Error('The product did not start');
      await setTimeout(200);
    }
    return await use();
  } finally {
    system.kill('SIGTERM');
    await ended;
  }
};

const repeat = async <T>(measure: () => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let turn = 0; turn < turnsPerMeasure; turn += 1) results.push(await measure());
  return results;
};

const toFigure = (name: string, values: number[], most?: number): Figure => ({
  name,
  value: Math.round(median(values)),
  unit: 'ms',
  ...(most !== undefined && { most }),
});

/** How fast the product responds to taps, on the phone of the `phone` benchmark. */
export const bench: Bench = {
  about: 'first tap, links and a second visit on a slow phone',
  async run() {
    await buildSite();
    const { taps, visits } = await withSite(defaultFolders.outDir, async (site) => ({
      taps: await repeat(() => measureFirstTap(site)),
      visits: await repeat(() => measureLinksAndVisits(site)),
    }));
    const signedIn = await withProduct(() => repeat(measureFirstTapSignedIn));
    const each = (key: keyof LinksAndVisits): number[] => visits.map((visit) => visit[key]);
    const ratio = median(each('pageInMemory')) / median(each('swappedMarkup'));
    return [
      toFigure('first tap, public page', taps, 200),
      toFigure('first tap, My pages', signedIn, 200),
      toFigure('click to a page in memory', each('pageInMemory')),
      toFigure('the same markup put in place without a framework', each('swappedMarkup')),
      { name: 'page in memory by bare markup', value: Number(ratio.toFixed(2)), unit: 'times', most: 1.5 },
      toFigure('click to a new page', each('newPage')),
      toFigure('largest paint, first visit', each('firstVisit')),
      toFigure('largest paint, second visit', each('secondVisit')),
    ];
  },
};
