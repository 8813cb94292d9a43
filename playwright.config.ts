import { defineConfig } from '@playwright/test';
import { headless } from './e2e/support/browser.ts';
import { addresses, environmentOfTests } from './e2e/support/system.ts';
import { patience } from './packages/database/src/testing/patience.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than the cores of a small machine: a test spends a quarter of its time waiting.
  workers: 3,
  // A browser on a busy machine may be late once in a thousand times; `npm test` names the test that needed a second try.
  retries: 1,
  // Bounds on what hangs, wide enough for a machine that has other work: a test that passes does not wait for them.
  timeout: patience(45_000),
  expect: { timeout: patience(10_000) },
  forbidOnly: true,
  reporter: [['line'], ['json']],
  use: {
    baseURL: addresses.site,
    // Tests of a worker share a context, which Playwright empties between them: cookies, storage, cache, routes, scripts,
    // window. A new context is a process that starts and compiles the site's scripts again. The fixture
    // `page` in `e2e/support/test.ts` takes back what Playwright leaves.
    reuseContext: true,
    launchOptions: headless,
    // A worker would answer in the server's place; the tests that are about it allow it.
    serviceWorkers: 'block',
    locale: 'is-IS',
    timezoneId: 'Atlantic/Reykjavik',
    // A trace of every test costs two fifths of the time of all; a second try leaves one.
    trace: 'on-first-retry',
  },
  webServer: {
    command: 'node scripts/serve.ts',
    url: addresses.site,
    env: environmentOfTests,
    timeout: patience(180_000),
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
