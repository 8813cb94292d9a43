// The browsers of the tests. `npm test` finds them and names them in the environment.
import type { LaunchOptions } from '@playwright/test';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--disable-background-networking',
  // A page of a test is too short for code to repay its optimisation, which took a sixth of the pages' time.
  '--js-flags=--no-maglev,--no-turbofan',
];

const launch = (path: string | undefined): LaunchOptions => ({ args, ...(path && { executablePath: path }) });

/** Chromium with its viewer of PDFs, which the headless shell does not have. */
export const withPdfViewer: LaunchOptions = launch(process.env.CHROMIUM_PATH);

/** The headless shell, or Chromium where there is none. */
export const headless: LaunchOptions = launch(process.env.CHROMIUM_SHELL_PATH || process.env.CHROMIUM_PATH);
