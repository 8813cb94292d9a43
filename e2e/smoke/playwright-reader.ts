import type { BrowserContext, Locator, Page } from '@playwright/test';
import { type PressTarget, type Reader, timeoutMs, waitUntil } from './reader.ts';

/** The topmost modal dialog if there is one, since the rest is inert then, or the whole page. */
const reachable = async (page: Page): Promise<Locator> => {
  const dialogs = page.locator('dialog:modal');
  return (await dialogs.count()) > 0 ? dialogs.last() : page.locator('html');
};

const locate = async (page: Page, what: PressTarget, name: string | RegExp): Promise<Locator> => {
  const within = await reachable(page);
  const matching =
    what === 'label'
      ? within.locator('label').filter({ has: page.getByText(name, { exact: true }) })
      : within.getByRole(what, { name, exact: typeof name === 'string' });
  return matching.filter({ visible: true }).first();
};

/** A reader in a browser driven by Playwright. */
export const playwrightReader = async (context: BrowserContext): Promise<Reader> => {
  context.setDefaultTimeout(timeoutMs);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  return {
    open: async (address) => void (await page.goto(address)),
    address: async () => page.url(),
    resize: (width, height) => page.setViewportSize({ width, height }),
    press: async (what, name) => (await locate(page, what, name)).click(),
    tap: (x, y) => page.mouse.click(x, y),
    escape: () => page.keyboard.press('Escape'),
    fill: async (label, text) => {
      const fields = (await reachable(page)).getByLabel(label, { exact: true });
      // Type key by key: React misses a change when Playwright fills a field in Firefox at once. A «ð» near the end
      // of a text is lost even so, so texts that are read back contain none.
      await fields.filter({ visible: true }).first().pressSequentially(text);
    },
    attach: (path) => page.locator('input[type=file]').first().setInputFiles(path),
    run: async (script) => {
      const result = await waitUntil('a page that stays', () =>
        page
          .evaluate(`(() => { ${script} })()`)
          .then((value) => ({ value }))
          // The page navigated while the script ran.
          .catch((cause) => (/navigat/.test(String(cause)) ? undefined : Promise.reject(cause))),
      );
      return result.value as never;
    },
    takeErrors: () => faults.splice(0),
    close: () => context.close(),
  };
};
