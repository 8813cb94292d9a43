import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import { expect, test } from './support/test.ts';

const address = 'http://parts.localhost/';

/** The page of parts, bundled in memory: its script and its style sheet. */
const bundled = async (): Promise<Map<string, string>> => {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: fileURLToPath(new URL('support/parts-page.ts', import.meta.url)),
        output: { entryFileNames: 'page.js', assetFileNames: '[name][extname]', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(
    result.output.map((file) => [
      `/${file.fileName}`,
      file.type === 'chunk' ? file.code : Buffer.from(file.source).toString('latin1'),
    ]),
  );
};

let files: Map<string, string>;
test.beforeAll(async () => {
  files = await bundled();
});

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };

const open = async (page: Page) => {
  await page.clock.install({ time: new Date('2026-11-21T11:00:00Z') });
  await page.route(`${address}**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const type = types[pathname.split('.').at(-1) ?? ''] ?? 'font/woff2';
    const body = files.get(pathname);
    if (body !== undefined) return route.fulfill({ body: Buffer.from(body, 'latin1'), contentType: type });
    const styles = [...files.keys()].filter((file) => file.endsWith('.css'));
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Parts</title><link rel="icon" href="data:,">${styles
        .map((href) => `<link rel="stylesheet" href="${href}">`)
        .join('')}<body><script type="module" src="/page.js"></script>`,
    });
  });
  await page.goto(address);
  // From here time passes when the test says so.
  await page.clock.pauseAt(new Date('2026-11-21T12:00:00Z'));
};

test('UI-3: the ripple of a press is gone after 1 s, and not before', async ({ page }) => {
  await open(page);
  const ripples = page.locator('[data-ripple]');
  await page.getByRole('button', { name: 'Press' }).click();
  await expect(ripples).toHaveCount(1);
  await page.clock.runFor(999);
  await expect(ripples).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(ripples).toHaveCount(0);
});

test('UI-3: a button that waits shows five dots, keeps its name, and cannot be pressed again', async ({
  page,
}) => {
  await open(page);
  const button = page.getByRole('button', { name: 'Send' });
  await expect(button.locator('i')).toHaveCount(5);
  // Forced: to Playwright, as to a screen reader, it is not enabled.
  await button.click({ force: true });
  await expect(page.locator('output')).toHaveText('0');
  await page.getByRole('button', { name: 'Press' }).click();
  await expect(page.locator('output')).toHaveText('1');
});

test('UI-2: an alert that can be closed goes when it is closed; the others stay', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('It will snow.')).toHaveCount(0);
  await expect(page.getByText('It stays.')).toBeVisible();
});

test('UI-5: the skeleton and its words come after 300 ms, and not before', async ({ page }) => {
  await open(page);
  const waiting = page.locator('#waiting [role=status]');
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect(waiting).toHaveCount(1);
  await page.clock.runFor(299);
  await expect(waiting).toBeEmpty();
  await page.clock.runFor(1);
  await expect(waiting).toHaveText('On its way');
  await expect(waiting.locator('[aria-hidden=true]')).toBeVisible();
});
