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

const ofPlaywright = () => {
  const path = createRequire(join(root, 'package.json'))('@playwright/test').chromium.executablePath();
  return existsSync(path) ? path : undefined;
};

const run = (command, args, options = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'ignore', timeout: 300_000, ...options }).status === 0;

const installPackage = (name) =>
  process.getuid?.() === 0 &&
  run('apt-get', ['--version']) &&
  run('apt-get', ['update']) &&
  run('apt-get', ['install', '-y', '--no-install-recommends', name], {
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
  const onPath = () => folders.map((folder) => join(folder, 'chromium-headless-shell')).find(existsSync);
  const present = onPath();
  if (present) return present;
  installPackage('chromium-headless-shell');
  return onPath();
};
