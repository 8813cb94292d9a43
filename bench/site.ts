import { createLogger, listen } from '@hofn/service';
import { type Browser, chromium } from 'playwright';
import { defaultSettings } from '../apps/web/server/settings.ts';
import { createWeb } from '../apps/web/server/web.ts';
import { findBrowser } from '../scripts/browser.mjs';

let found: string | undefined;

/** Path of the browser that the tests use. */
export const browserPath = (): string => {
  found ??= findBrowser(process.execPath) ?? chromium.executablePath();
  return found;
};

/** A fresh browser, so that no cache carries over between measurements. */
export const freshBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  });

/** Serves a built site with the product's own server while `measure` runs, passing the site's address with its base. */
export const withSite = async <T>(siteDir: string, measure: (address: string) => Promise<T>): Promise<T> => {
  const server = await createWeb({
    settings: defaultSettings(),
    logger: createLogger('bench', 'silent'),
    siteDir,
  });
  const running = await listen(server, { port: 0, host: 'localhost', setting: 'none', graceMs: 0 });
  try {
    return await measure(`${running.url}/arsskyrsla`);
  } finally {
    await running.stop();
  }
};
