import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { hiddenKeys } from '../../apps/web/src/shell/hidden-popups.ts';
import { visitNames } from '../../apps/web/src/shell/visitor-choices.ts';

const variants = {
  phone: { language: 'is', width: 390, name: 'is, 390 px' },
  desktop: { language: 'en', width: 1280, name: 'en, 1280 px' },
} as const;
export type JourneyVariant = (typeof variants)[keyof typeof variants];

/**
 * The variants in which a journey runs: the one in which it is likeliest to break, and both where they differ in what
 * they do. `JOURNEYS=all` runs every journey in both. `every-screen.spec.ts` checks that every screen fits in the other
 * combinations.
 */
export const journeyVariants = (...own: Array<keyof typeof variants>): JourneyVariant[] =>
  process.env.JOURNEYS === 'all' ? Object.values(variants) : own.map((name) => variants[name]);

/**
 * The same for a journey with variants of its own: the first is the one in which it is likeliest to break, unless
 * `JOURNEYS=all`.
 */
export const firstVariant = <const Variant>(...own: [Variant, ...Variant[]]): Variant[] =>
  process.env.JOURNEYS === 'all' ? own : own.slice(0, 1);

// Playwright records a stack trace for every action and looks up each frame in source maps, a tenth of a worker's CPU. There is
// nothing to look up when Node strips the types, because that keeps every line where it is.
if (process.env.PW_DISABLE_TS_ESM) Reflect.deleteProperty(Error, 'prepareStackTrace');

/** Playwright's message when it blocks a service worker, as it does in all tests but the service worker's own. */
const serviceWorkerBlocked = 'Service Worker registration blocked by Playwright';

/** Options of a test. */
type Fixtures = {
  expectedMessages: RegExp[];
  /** The visitor's answer to the cookie banner; `unanswered` in tests of the banner itself. */
  consent: 'granted' | 'refused' | 'unanswered';
  /**
   * Whether My pages ask for a missing card, account or contact details; hidden except in the tests of these popups.
   */
  popups: 'hidden' | 'shown';
};

/**
 * Playwright's test, failing on any console warning, console error or uncaught error that matches no pattern in
 * `expectedMessages`.
 */
export const test = base.extend<Fixtures>({
  // Playwright reads a fixture's dependencies from this pattern, and the linter rejects an empty one.
  expectedMessages: async ({ browserName: _needsNone }, use) => use([]),
  consent: ['refused', { option: true }],
  popups: ['hidden', { option: true }],
  page: async ({ page, expectedMessages, consent, popups }, use) => {
    // The headless shell reports a pointer in the corner of each new page, though nobody has moved one there.
    await page.addInitScript(() => {
      for (const name of ['pointerover', 'pointermove', 'mouseover', 'mousemove'])
        addEventListener(
          name,
          (event) => {
            const { clientX, clientY, isTrusted } = event as MouseEvent;
            if (isTrusted && clientX === 0 && clientY === 0) event.stopImmediatePropagation();
          },
          true,
        );
    });
    if (consent !== 'unanswered')
      // This also runs in the frame of the browser's PDF viewer, which has no storage.
      await page.addInitScript(([name, value]) => window.localStorage?.setItem(name, value), [
        visitNames.consent,
        `${consent} 9999`,
      ] as const);
    if (popups === 'hidden')
      await page.addInitScript((names) => {
        // Only on our own pages, not on third-party pages that a test opens.
        if (!location.pathname.startsWith('/arsskyrsla')) return;
        for (const name of names) window.sessionStorage?.setItem(name, 'true');
      }, Object.values(hiddenKeys));
    const messages: string[] = [];
    page.on('console', (message) => {
      if (message.text() === serviceWorkerBlocked) return;
      if (['warning', 'error'].includes(message.type()))
        messages.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => {
      // Chromium's PDF viewer throws when its frame is left before it is ready.
      if (!error.stack?.includes('chrome-extension://')) messages.push(`uncaught: ${error.message}`);
    });
    await use(page);
    // A request may still be on its way through a test's route when the test ends. A test may have closed its page.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    // The next test gets the same context, and Playwright leaves these.
    await page.context().clearPermissions();
    await page.context().setOffline(false);
    const unexpected = messages.filter(
      (message) => !expectedMessages.some((pattern) => pattern.test(message)),
    );
    expect(unexpected, 'messages in the browser console').toEqual([]);
  },
});

export { expect };

/**
 * The minified build is sent to a page and compiled in two thirds of the time of the package's own `source`, and in a
 * fifth less without characters that take two bytes.
 */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replace(
  /[\u0080-\uffff]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
);

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Runs axe in the page with its frames, or in a part of it, and lists each violated rule with the offending elements.
 * Injecting axe once per frame takes half the time of its own builder for Playwright. Animations are awaited first,
 * because colours have no meaningful contrast halfway through.
 */
export const findAxeViolations = async (page: Page, within = 'html'): Promise<string[]> => {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
  return page.evaluate(
    async ({ part, tags }) => {
      // Longer ones are countdowns, and some never end.
      const runningAnimations = () =>
        document
          .getAnimations()
          .filter(
            ({ playState, effect }) =>
              playState === 'running' && Number(effect?.getComputedTiming().endTime) <= 1000,
          );
      for (let running = runningAnimations(); running.length > 0; running = runningAnimations())
        await Promise.allSettled(running.map(({ finished }) => finished));
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(part, {
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    { part: within, tags: axeTags },
  );
};

/**
 * Checks what every loaded screen needs: one h1, the page's language, a title, no horizontal scrolling, and no axe
 * violations.
 */
export const expectValidScreen = async (
  page: Page,
  { language, heading }: { language: 'is' | 'en'; heading: string | RegExp },
) => {
  const headings = page.locator('h1');
  await expect(headings).toHaveCount(1);
  await expect(headings).toHaveText(heading);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page).toHaveTitle(
    language === 'is' ? /Tryggingar og góð þjónusta$/ : /Insurance and Service$/,
  );
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'pixels wider than the window').toBeLessThanOrEqual(0);
  expect(await findAxeViolations(page), 'what axe finds').toEqual([]);
};

/** Runs a check once per test run, in whichever worker reaches it first. A check that fails runs again next time. */
export const oncePerRun = async (checkId: string, check: () => Promise<void>): Promise<void> => {
  const folder = join(test.info().project.outputDir, 'checked');
  const mark = join(folder, createHash('sha256').update(checkId).digest('hex'));
  if (existsSync(mark)) return;
  await check();
  mkdirSync(folder, { recursive: true });
  writeFileSync(mark, checkId);
};

/** Identifies a screen in the window: its address, heading and width. */
export const screenId = async (page: Page): Promise<string> => {
  const { pathname, host } = new URL(page.url());
  const heading = await page.locator('h1').textContent();
  return [host, pathname.replace(/\/$/, ''), page.viewportSize()?.width, heading].join(' ');
};

/**
 * Waits for a screen, and checks it the first time the run reaches it: the same address, heading and window width are
 * checked once. Every page object calls this, so that no journey passes an unchecked screen. To check a screen again
 * after interacting with it, call `expectValidScreen`.
 */
export const expectScreen = async (
  page: Page,
  screen: { language: 'is' | 'en'; heading: string | RegExp },
): Promise<void> => {
  await expect(page.locator('h1')).toHaveText(screen.heading);
  await oncePerRun(await screenId(page), () => expectValidScreen(page, screen));
};
