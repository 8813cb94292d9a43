// The browsers available for the journeys. `npm test` finds them and passes their paths in the environment.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, firefox, webkit } from '@playwright/test';
import { Builder, Capabilities } from 'selenium-webdriver';
import { headless } from '../support/browser.ts';
import { people } from '../support/people.ts';
import { removeNewerFeatures } from './lack.ts';
import { playwrightReader } from './playwright-reader.ts';
import { type Reader, waitUntil } from './reader.ts';
import { webdriverReader } from './webdriver-reader.ts';

/** The demo customers that sign in. */
export type Customer = (typeof people)[
  | 'claims'
  | 'family'
  | 'longNames'
  | 'procuration'
  | 'reader'
  | 'spouse'];

/** Opens a browser as wide as a phone. `prepare` runs before any script of a page, where the driver allows it. */
type Open = (prepare?: () => void) => Promise<Reader>;
/**
 * Each engine has its own `customer`, who signs a document, and its own `payer`, who has a card: both can be done only once.
 */
export type Engine = { name: string; open: Open; customer: Customer; payer: Customer };

const phone = { width: 390, height: 844 };
const { FIREFOX_PATH, WEBKIT_DRIVER_PATH } = process.env;

const openWithPlaywright =
  (launch: () => Promise<Browser>): Open =>
  async (prepare) => {
    const browser = await launch();
    const options: BrowserContextOptions = { viewport: phone, locale: 'is-IS', serviceWorkers: 'block' };
    const context = await browser.newContext(options);
    if (prepare) await context.addInitScript(prepare);
    const reader = await playwrightReader(context);
    return { ...reader, close: () => browser.close() };
  };

/** Playwright's own Firefox, or the machine's through a relay. */
const openFirefox = openWithPlaywright(() =>
  FIREFOX_PATH === firefox.executablePath()
    ? firefox.launch()
    : firefox.launch({
        channel: 'moz-firefox',
        executablePath: fileURLToPath(new URL('firefox.mjs', import.meta.url)),
      }),
);

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** A virtual screen: WebKitGTK's browser has no headless mode. */
const startScreen = async () => {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise<string>((resolve) =>
    screen.stdout.once('data', (data) => resolve(String(data).trim())),
  );
  return { display: `:${number}`, stop: () => screen.kill() };
};

/** WebKitGTK's own browser, with some features turned off. */
const openWebKitGtk =
  (disabledFeatures: readonly string[] = []): Open =>
  async () => {
    const screen = await startScreen();
    const port = await freePort();
    const server = spawn(WEBKIT_DRIVER_PATH ?? '', [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: screen.display, GDK_BACKEND: 'x11', LANGUAGE: 'is' },
    });
    const url = `http://127.0.0.1:${port}`;
    await waitUntil('WebKitWebDriver', () => fetch(`${url}/status`).catch(() => undefined));
    const driver = await new Builder()
      .usingServer(url)
      .disableEnvironmentOverrides()
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': {
            args: ['--automation', ...disabledFeatures.map((feature) => `--features=-${feature}`)],
          },
        }),
      )
      .build();
    const reader = webdriverReader(driver);
    await reader.resize(phone.width, phone.height);
    return {
      ...reader,
      close: async () => {
        await driver.quit();
        server.kill();
        screen.stop();
      },
    };
  };

const isPlaywrightWebKit = WEBKIT_DRIVER_PATH === webkit.executablePath();

/** Always available: the other browser tests run in it. */
export const chromiumEngine: Engine = {
  name: 'Chromium',
  customer: people.longNames,
  payer: people.family,
  open: openWithPlaywright(() => chromium.launch(headless)),
};

/** The available engines. Chromium joins only on request, because the other browser tests already run in it. */
export const engines: Engine[] = [
  ...(process.env.SMOKE === 'all' ? [chromiumEngine] : []),
  ...(FIREFOX_PATH
    ? [{ name: 'Firefox', customer: people.procuration, payer: people.reader, open: openFirefox }]
    : []),
  ...(WEBKIT_DRIVER_PATH
    ? [
        {
          name: 'WebKit',
          customer: people.spouse,
          payer: people.claims,
          open: isPlaywrightWebKit ? openWithPlaywright(() => webkit.launch()) : openWebKitGtk(),
        },
      ]
    : []),
];

/** Browsers without features that some from the last three years lack: WebKit by its flags, Chromium by script. */
export const olderBrowsers: Engine[] = [
  {
    name: 'Chromium without commands, popovers and newer calls',
    customer: people.family,
    payer: people.family,
    open: () => chromiumEngine.open(removeNewerFeatures),
  },
  ...(WEBKIT_DRIVER_PATH && !isPlaywrightWebKit
    ? [
        {
          name: 'WebKit without commands and popovers',
          customer: people.family,
          payer: people.family,
          open: openWebKitGtk(['PopoverAttribute']),
        },
      ]
    : []),
];
