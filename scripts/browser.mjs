// Finds or installs the browsers for the browser tests. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { environment, root } from './node24.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const folders = [
  ...(process.env.PATH ?? '').split(delimiter),
  // Where Debian installs PgBouncer, outside most users' path.
  '/usr/sbin',
  '/Applications/Chromium.app/Contents/MacOS',
  '/Applications/Google Chrome.app/Contents/MacOS',
];
const macNames = ['Chromium', 'Google Chrome'];

const findOnSystem = () =>
  folders.flatMap((folder) => [...names, ...macNames].map((name) => join(folder, name))).find(existsSync);

const findInPlaywright = (name = 'chromium') => {
  const path = createRequire(join(root, 'package.json'))('@playwright/test')[name].executablePath();
  return existsSync(path) ? path : undefined;
};

/** Path of the first of these programs that is installed. */
export const findOnPath = (...programs) =>
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
 * Path of Chromium: `CHROMIUM_PATH`, the system's, or Playwright's. If there is none, installs Playwright's, or as root on
 * Debian or Ubuntu the distribution's package.
 * @returns {string | undefined} undefined if none is available
 */
export const findBrowser = (binary) => {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  const present = findOnSystem() ?? findInPlaywright();
  if (present) return present;
  console.log('Chromium not found: installing it for the browser tests …');
  if (run('playwright', ['install', 'chromium'], { env: environment(binary) })) return findInPlaywright();
  installPackage('chromium');
  return findOnSystem();
};

/**
 * Path of Chromium's headless shell, which renders like Chromium without windows, menus or PDF viewer and takes a sixth
 * less CPU: `CHROMIUM_SHELL_PATH`, or the system's. If there is none, installs the distribution's package as root on
 * Debian or Ubuntu.
 * @returns {string | undefined} undefined if none is available; the tests then use Chromium itself
 */
export const findHeadlessShell = () => {
  const { CHROMIUM_SHELL_PATH } = process.env;
  if (CHROMIUM_SHELL_PATH) return existsSync(CHROMIUM_SHELL_PATH) ? CHROMIUM_SHELL_PATH : undefined;
  const present = findOnPath('chromium-headless-shell');
  if (present) return present;
  installPackage('chromium-headless-shell');
  return findOnPath('chromium-headless-shell');
};

/** The configured path, or an installed browser, or one that an installer provides. */
const findOrInstall = (configured, name, find, ...installers) => {
  if (configured) return existsSync(configured) ? configured : undefined;
  const present = find();
  if (present) return present;
  console.log(`${name} not found: installing it for the smoke tests …`);
  for (const install of installers) {
    install();
    const found = find();
    if (found) return found;
  }
  return undefined;
};

const download = (binary, name) => () => run('playwright', ['install', name], { env: environment(binary) });

/**
 * Path of Firefox for the smoke tests: `FIREFOX_PATH`, Playwright's, or the system's. If there is none, installs the
 * distribution's package or Playwright's.
 * @returns {string | undefined} undefined if none is available
 */
export const findFirefox = (binary) =>
  findOrInstall(
    process.env.FIREFOX_PATH,
    'Firefox',
    // Windows cannot start a script in place of a browser, see e2e/smoke/firefox.mjs.
    () =>
      findInPlaywright('firefox') ??
      (process.platform === 'win32' ? undefined : findOnPath('firefox', 'firefox-esr')),
    () => installPackage('firefox-esr'),
    download(binary, 'firefox'),
  );

/**
 * Path of WebKit for the smoke tests: `WEBKIT_DRIVER_PATH`, Playwright's browser, or WebKitGTK's driver, which also needs
 * Xvfb. If there is none, installs the distribution's packages or Playwright's.
 * @returns {string | undefined} undefined if none is available
 */
export const findWebKit = (binary) =>
  findOrInstall(
    process.env.WEBKIT_DRIVER_PATH,
    'WebKit',
    () => findInPlaywright('webkit') ?? (findOnPath('Xvfb') && findOnPath('WebKitWebDriver')),
    () => installPackage('webkit2gtk-driver', 'xvfb'),
    download(binary, 'webkit'),
  );
