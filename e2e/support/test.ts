import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { hiddenNames } from '../../apps/web/src/shell/hidden-popups.ts';
import { visitNames } from '../../apps/web/src/shell/visitor-choices.ts';

/**
 * What every journey is made in: both languages and both widths, each once. That a screen fits in the other pairs too
 * is held by one walk through all of them, `every-screen.spec.ts`.
 */
export const variants = (
  [
    { language: 'is', width: 390 },
    { language: 'en', width: 1280 },
  ] as const
).map((variant) => ({ ...variant, name: `${variant.language}, ${variant.width} px` }));
export type Variant = (typeof variants)[number];

/** What Playwright says in the place of a service worker, which all tests but its own are without. */
const refusal = 'Service Worker registration blocked by Playwright';

/** Console messages that a test expects, because it is about the fault that causes them. */
type Fixtures = {
  expectedMessages: RegExp[];
  /** What the visitor has said about cookies; `unasked` for a test that is about being asked. */
  consent: 'granted' | 'refused' | 'unasked';
  /** Whether My pages ask for a missing card, account or contact details; hidden but in the tests of just that. */
  popups: 'hidden' | 'asked';
};

/**
 * Playwright's test, in which a console warning, a console error or an uncaught error fails the test, unless the test
 * has put a pattern for it into `expectedMessages`.
 */
export const test = base.extend<Fixtures>({
  // Playwright reads what a fixture needs from this pattern; the linter takes no empty one.
  expectedMessages: async ({ browserName: _needsNone }, use) => use([]),
  consent: ['refused', { option: true }],
  popups: ['hidden', { option: true }],
  page: async ({ page, expectedMessages, consent, popups }, use) => {
    // The headless shell reports a pointer in the corner of each new page, which no reader has moved there.
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
    if (consent !== 'unasked')
      // The frame of the browser's viewer of PDFs has no storage, and runs this too.
      await page.addInitScript(([name, value]) => window.localStorage?.setItem(name, value), [
        visitNames.consent,
        `${consent} 9999`,
      ] as const);
    if (popups === 'hidden')
      await page.addInitScript((names) => {
        // Of our own pages alone, and not of another's that a test brings.
        if (!location.pathname.startsWith('/arsskyrsla')) return;
        for (const name of names) window.sessionStorage?.setItem(name, 'true');
      }, Object.values(hiddenNames));
    const messages: string[] = [];
    page.on('console', (message) => {
      if (message.text() === refusal) return;
      if (['warning', 'error'].includes(message.type()))
        messages.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
    await use(page);
    const unexpected = messages.filter(
      (message) => !expectedMessages.some((pattern) => pattern.test(message)),
    );
    expect(unexpected, 'messages in the browser console').toEqual([]);
  },
});

export { expect };

/** Minified, it is sent to a page and compiled in half the time that the package's own `source` takes. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds in the page with its frames, or in a part of it: each rule with the elements that break it. Axe is put
 * into each frame once and run there, in half the time that its own builder for Playwright takes. Animations end first:
 * half way a colour has a contrast that no reader meets.
 */
export const axeFinds = async (page: Page, within = 'html'): Promise<string[]> => {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
  return page.evaluate(
    async ({ part, tags }) => {
      // Longer ones are counting down, and some have no end.
      const moving = () =>
        document
          .getAnimations()
          .filter(
            ({ playState, effect }) =>
              playState === 'running' && Number(effect?.getComputedTiming().endTime) <= 1000,
          );
      for (let left = moving(); left.length > 0; left = moving())
        await Promise.allSettled(left.map(({ finished }) => finished));
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
 * What must hold of every screen that has loaded: one h1, the page's language, a title, no sideways scroll, and
 * nothing that axe finds.
 */
export const expectSound = async (
  page: Page,
  { language, heading }: { language: 'is' | 'en'; heading: string | RegExp },
) => {
  const main = page.locator('h1');
  await expect(main).toHaveCount(1);
  await expect(main).toHaveText(heading);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page).toHaveTitle(
    language === 'is' ? /Tryggingar og góð þjónusta$/ : /Insurance and Service$/,
  );
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'pixels wider than the window').toBeLessThanOrEqual(0);
  expect(await axeFinds(page), 'what axe finds').toEqual([]);
};

/**
 * Makes a check once in a run, in whichever worker comes to it first. A check that fails is made again at the next
 * occasion.
 */
export const onceInRun = async (what: string, check: () => Promise<void>): Promise<void> => {
  const folder = join(test.info().project.outputDir, 'checked');
  const mark = join(folder, createHash('sha256').update(what).digest('hex'));
  if (existsSync(mark)) return;
  await check();
  mkdirSync(folder, { recursive: true });
  writeFileSync(mark, what);
};

/**
 * Expects a screen, and checks that it is sound the first time a run comes to it: the same address with the same
 * heading in a window of the same width was checked before. Every page object calls it, so that no journey passes an
 * unchecked screen; what a press has made of a screen since is for `expectSound`.
 */
export const expectScreen = async (
  page: Page,
  screen: { language: 'is' | 'en'; heading: string | RegExp },
): Promise<void> => {
  const heading = page.locator('h1');
  await expect(heading).toHaveText(screen.heading);
  const { pathname, host } = new URL(page.url());
  const what = [host, pathname, page.viewportSize()?.width, await heading.textContent()].join(' ');
  await onceInRun(what, () => expectSound(page, screen));
};
