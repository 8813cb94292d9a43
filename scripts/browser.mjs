// Finds the browsers of the browser tests, or gets them. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { environment, root } from './node24.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const folders = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/Applications/Chromium.app/Contents/MacOS',
  '/Applications/Google Chrome.app/Contents/MacOS',
];
const macNames = ['Chromium', 'Google Chrome'];

const onMachine = () =>
  folders.flatMap((folder) => [...names, ...macNames].map((name) => join(folder, name))).find(existsSync);

const ofPlaywright = (name = 'chromium') => {
  const path = createRequire(join(root, 'package.json'))('@playwright/test')[name].executablePath();
  return existsSync(path) ? path : undefined;
};

const onPath = (...programs) =>
  folders.flatMap((folder) => programs.map((name) => join(folder, name))).find(existsSync);

const run = (command, args, options = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'ignore', timeout: 300_000, ...options }).status === 0;

const installPackage = (...packages) =>
  process.getuid?.() === 0 &&
  run('apt-get', ['--version']) &&
  run('apt-get', ['update']) &&
  run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

/**
 * Path of a Chromium: `CHROMIUM_PATH`, the machine's, Playwright's; else Playwright's download; else, as root on
 * Debian or Ubuntu, the distribution's package.
 * @returns {string | undefined} undefined where none can be had
 */
export const findBrowser = (binary) => {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  const present = onMachine() ?? ofPlaywright();
  if (present) return present;
  console.log('No Chromium on this machine: getting one for the browser tests …');
  if (run('playwright', ['install', 'chromium'], { env: environment(binary) })) return ofPlaywright();
  installPackage('chromium');
  return onMachine();
};

/**
 * Path of Chromium's headless shell, which draws pages as Chromium does and has no windows, menus or PDF viewer of its
 * own: browser tests take a sixth less CPU in it. `CHROMIUM_SHELL_PATH`, or the machine's; else, as root on Debian or
 * Ubuntu, the distribution's package.
 * @returns {string | undefined} undefined where there is none: the tests then run in Chromium itself
 */
export const findHeadlessShell = () => {
  const { CHROMIUM_SHELL_PATH } = process.env;
  if (CHROMIUM_SHELL_PATH) return existsSync(CHROMIUM_SHELL_PATH) ? CHROMIUM_SHELL_PATH : undefined;
  const present = onPath('chromium-headless-shell');
  if (present) return present;
  installPackage('chromium-headless-shell');
  return onPath('chromium-headless-shell');
};

/** What `named` says; else what is there; else what is there after one of the ways to get it. */
const findOrGet = (named, what, find, ...ways) => {
  if (named) return existsSync(named) ? named : undefined;
  const present = find();
  if (present) return present;
  console.log(`No ${what} on this machine: getting one for the smoke journeys …`);
  for (const get of ways) {
    get();
    const found = find();
    if (found) return found;
  }
  return undefined;
};

const download = (binary, name) => () => run('playwright', ['install', name], { env: environment(binary) });

/**
 * Path of a Firefox for the smoke journeys: `FIREFOX_PATH`, Playwright's, the machine's; else the distribution's package,
 * or Playwright's download.
 * @returns {string | undefined} undefined where none can be had
 */
export const findFirefox = (binary) =>
  findOrGet(
    process.env.FIREFOX_PATH,
    'Firefox',
    // Windows starts no script in a browser's place, see e2e/smoke/firefox.mjs.
    () =>
      ofPlaywright('firefox') ??
      (process.platform === 'win32' ? undefined : onPath('firefox', 'firefox-esr')),
    () => installPackage('firefox-esr'),
    download(binary, 'firefox'),
  );

/**
 * Path of WebKit for the smoke journeys: `WEBKIT_DRIVER_PATH`, Playwright's browser, or the driver of WebKitGTK, which needs
 * Xvfb too; else the distribution's packages, or Playwright's download.
 * @returns {string | undefined} undefined where none can be had
 */
export const findWebKit = (binary) =>
  findOrGet(
    process.env.WEBKIT_DRIVER_PATH,
    'WebKit',
    () => ofPlaywright('webkit') ?? (onPath('Xvfb') && onPath('WebKitWebDriver')),
    () => installPackage('webkit2gtk-driver', 'xvfb'),
    download(binary, 'webkit'),
  );
