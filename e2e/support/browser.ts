// The browsers under test. `npm test` finds the browsers and passes their paths in the environment.
import type { LaunchOptions, Page } from '@playwright/test';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--disable-background-networking',
  // Test pages are too short-lived for optimised code to pay off; compiling it took a sixth of the pages' time.
  '--js-flags=--no-maglev,--no-turbofan',
  // No test looks at animations but those that ask for them, and drawing their frames takes a twentieth of a run.
  '--force-prefers-reduced-motion',
  // The tests of a worker share a context, and with it the process that has compiled the site's scripts.
  '--renderer-process-limit=1',
  // Each site in a process of its own made one for nearly every test, a fifth of the browsers' time. No test is about it.
  '--disable-site-isolation-trials',
];

const launch = (path: string | undefined): LaunchOptions => ({ args, ...(path && { executablePath: path }) });

/** Chromium with its PDF viewer, which the headless shell lacks. */
export const withPdfViewer: LaunchOptions = launch(process.env.CHROMIUM_PATH);

/** Makes the page believe that there is no PDF viewer, as on most phones. With one, axe would enter the browser's own pages. */
export const hidePdfViewer = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => false }),
  );

/** The headless shell, or Chromium where it is not installed. */
export const headless: LaunchOptions = launch(process.env.CHROMIUM_SHELL_PATH || process.env.CHROMIUM_PATH);
