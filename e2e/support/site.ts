// The built site behind the product's own web server, with faults that a test can inject.
import { createLogger, listen } from '@hofn/service';
import type { Page } from '@playwright/test';
import { defaultFolders } from '../../apps/web/build/folders.ts';
import { defaultSettings } from '../../apps/web/server/settings.ts';
import { createWeb } from '../../apps/web/server/web.ts';
import { test as base, expect } from './test.ts';

/** A response sent instead of the server's own. The request waits until `heldUntil` settles. */
export type Fault = { status?: number; body?: string; heldUntil?: Promise<unknown> };

export type Site = {
  /** The site's address with its base path, without a trailing slash. */
  url: string;
  /** Answers requests for a path below the base with these faults, in order; the last one repeats. */
  fail(path: string, ...faults: Fault[]): void;
  /** Removes all faults. */
  clearFaults(): void;
  /** Requests so far, as method and path below the base: `GET /page-data/app-data.json`. */
  requests(): string[];
  times(request: string): number;
};

/** Opens a page, makes it hydrate by a first key press, and waits until it has. */
export const openHydrated = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await hydrate(page);
};

/** Makes the page hydrate, which happens on the reader's first input, and waits until it has. */
export const hydrate = async (page: Page): Promise<void> => {
  await page.keyboard.press('Shift');
  await expect(page.locator('html')).toHaveAttribute('data-live', '');
};

/** Reports a data-saving connection, which turns prefetching off, so that a test can count requests. */
export const withoutPrefetch = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));

/** Puts a link into the page, as an editor could, and follows it. */
export const followLink = async (page: Page, href: string): Promise<void> => {
  await page.evaluate((address) => {
    const link = document.createElement('a');
    link.href = address;
    link.textContent = address;
    // Out of the flow, so that the layout does not shift.
    link.style.position = 'absolute';
    document.querySelector('main')?.prepend(link);
    link.click();
    link.remove();
  }, href);
};

export const test = base.extend<{ site: Site }>({
  // Playwright reads a fixture's dependencies from this pattern, and the linter rejects an empty one.
  site: async ({ browserName: _needsNone }, use) => {
    const faults = new Map<string, Fault[]>();
    const received: string[] = [];
    const server = await createWeb({
      settings: defaultSettings(),
      logger: createLogger('site', 'silent'),
      siteDir: defaultFolders.outDir,
      // The server shares its process with the test, whose work must not count as server load.
      limits: { eventLoopDelayMs: 0 },
      before: (web) => {
        web.addHook('onRequest', async (request, reply) => {
          const path = (request.url.split('?', 1)[0] ?? '').replace(/^\/arsskyrsla(?=\/|$)/, '') || '/';
          received.push(`${request.method} ${path}`);
          const queued = faults.get(path);
          const fault = queued && queued.length > 1 ? queued.shift() : queued?.[0];
          await fault?.heldUntil;
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
      clearFaults: () => faults.clear(),
      requests: () => [...received],
      times: (request) => received.filter((entry) => entry === request).length,
    });
    await running.stop();
  },
  // Depends on the site, so that the server still answers the page's last requests while the page is checked.
  page: async ({ site: _servesUntilThen, page }, use) => use(page),
});

export { expect };
