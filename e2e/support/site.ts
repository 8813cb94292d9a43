// The built site behind the product's own web server, which a test can tell to fail.
import { createLogger, listen } from '@hofn/service';
import type { Page } from '@playwright/test';
import { defaultFolders } from '../../apps/web/build/folders.ts';
import { defaultSettings } from '../../apps/web/server/settings.ts';
import { createWeb } from '../../apps/web/server/web.ts';
import { test as base, expect } from './test.ts';

/** An answer in place of the server's own. `held` keeps the request waiting until it settles. */
export type Fault = { status?: number; body?: string; held?: Promise<unknown> };

export type Site = {
  /** Address of the site with its base, without a slash at the end. */
  url: string;
  /** Answers the requests for a path below the base in this way, in turn; the last fault stays. */
  fail(path: string, ...faults: Fault[]): void;
  /** Lets the server answer for itself again. */
  mend(): void;
  /** Requests for a path below the base, with their method: `GET /page-data/app-data.json`. */
  requests(): string[];
  times(request: string): number;
};

/** Opens a page and waits until its browser half has taken over, at the reader's first sign. */
export const openLive = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await live(page);
};

/** Gives the reader's first sign and waits for the browser half. */
export const live = async (page: Page): Promise<void> => {
  await page.keyboard.press('Shift');
  await expect(page.locator('html')).toHaveAttribute('data-live', '');
};

/** A connection that asks for nothing ahead, so that a test can count requests. */
export const withoutPrefetch = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));

/** Puts a link into the page, as content could have it, and follows it. */
export const follow = async (page: Page, href: string): Promise<void> => {
  await page.evaluate((address) => {
    const link = document.createElement('a');
    link.href = address;
    link.textContent = address;
    // Out of the flow, so that nothing of the page moves.
    link.style.position = 'absolute';
    document.querySelector('main')?.prepend(link);
    link.click();
    link.remove();
  }, href);
};

export const test = base.extend<{ site: Site }>({
  // Playwright reads what a fixture needs from this pattern; the linter takes no empty one.
  site: async ({ browserName: _needsNone }, use) => {
    const faults = new Map<string, Fault[]>();
    const seen: string[] = [];
    const server = await createWeb({
      settings: defaultSettings(),
      logger: createLogger('site', 'silent'),
      siteDir: defaultFolders.outDir,
      // It shares its process with the test, whose own work is no load of the site's.
      limits: { eventLoopDelayMs: 0 },
      before: (web) => {
        web.addHook('onRequest', async (request, reply) => {
          const path = (request.url.split('?', 1)[0] ?? '').replace(/^\/arsskyrsla(?=\/|$)/, '') || '/';
          seen.push(`${request.method} ${path}`);
          const given = faults.get(path);
          const fault = given && given.length > 1 ? given.shift() : given?.[0];
          await fault?.held;
          if (fault?.status)
            return reply
              .code(fault.status)
              .type('application/json')
              .send(fault.body ?? '');
        });
      },
    });
    const running = await listen(server, { port: 0, host: 'localhost', setting: 'none', graceMs: 0 });
    await use({
      url: `${running.url}/arsskyrsla`,
      fail: (path, ...given) => void faults.set(path, given),
      mend: () => faults.clear(),
      requests: () => [...seen],
      times: (request) => seen.filter((entry) => entry === request).length,
    });
    await running.stop();
  },
  // The site first, so that it serves until the page has been checked: what a page asks for at the end is answered too.
  page: async ({ site: _servesUntilThen, page }, use) => use(page),
});

export { expect };
