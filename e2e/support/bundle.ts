import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';

/** The files of a bundled page by path: script, style sheet, sprites and fonts. */
export type Bundle = Map<string, Buffer>;

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
/** Chromium treats `.localhost` as a secure origin; nothing listens there. */
const address = 'http://parts.localhost/';

const bundles = new Map<string, Promise<Bundle>>();

/** Bundles a page in memory, once per worker. */
export const bundle = (entry: URL): Promise<Bundle> => {
  const cached = bundles.get(entry.href) ?? bundleUncached(entry);
  bundles.set(entry.href, cached);
  return cached;
};

const bundleUncached = async (entry: URL): Promise<Bundle> => {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    css: { transformer: 'lightningcss' },
    build: {
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: fileURLToPath(entry),
        output: { entryFileNames: 'page.js', assetFileNames: '[name][extname]', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(
    result.output.map((file) => [
      `/${file.fileName}`,
      Buffer.from(file.type === 'chunk' ? file.code : file.source),
    ]),
  );
};

/** Opens a bundled page as if a server had sent it. */
export const openBundle = async (page: Page, files: Bundle, query = ''): Promise<void> => {
  await page.route(`${address}**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const body = files.get(pathname);
    if (body)
      return route.fulfill({
        body,
        contentType: types[pathname.split('.').at(-1) ?? ''] ?? 'font/woff2',
      });
    const styles = [...files.keys()].filter((file) => file.endsWith('.css'));
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Parts</title><link rel="icon" href="data:,">${styles
        .map((href) => `<link rel="stylesheet" href="${href}">`)
        .join('')}<body><script type="module" src="/page.js"></script>`,
    });
  });
  await page.goto(address + query);
};
