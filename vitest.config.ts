import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { patience } from './packages/database/src/testing/patience.ts';

// Tests of modules that keep state for a whole page: each file loads them afresh, with a document of its own.
const pageTests = [
  '{apps,packages}/**/*.test.tsx',
  'apps/web/src/session/{open-session,settings}.test.ts',
  'apps/web/src/shell/{forget-on-sign-out,help,older-browsers,outbound-links}.test.ts',
];

// Builds the site and weighs its pages. `npm test` runs it before all others: a page over its budget is found first.
const siteTest = 'apps/web/build/build-site.test.ts';

// Builds the container image's content and starts every app from it: `npm test -- release`.
const releaseTest = 'scripts/release/**/*.test.ts';

export default defineConfig({
  test: {
    globalSetup: 'packages/database/src/testing/shared-postgres.ts',
    // One more than the cores of a small machine: tests wait for servers, timers and disks.
    maxWorkers: Math.max(3, availableParallelism()),
    // Speed is measured in `bench/`: here a limit only ends what hangs, also on a machine that is busy.
    testTimeout: patience(90_000),
    hookTimeout: patience(90_000),
    expect: { poll: { timeout: patience(1_000) } },
    setupFiles: ['packages/database/src/testing/waiting.ts'],
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      { extends: true, test: { name: 'site', include: [siteTest] } },
      { extends: true, test: { name: 'release', include: [releaseTest] } },
      {
        extends: true,
        // A module context of its own for each file, in threads: processes take twice the time.
        test: { name: 'page', include: pageTests, pool: 'vmThreads' },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{apps,packages,scripts}/**/*.test.ts'],
          exclude: [...pageTests, siteTest, releaseTest],
          setupFiles: ['apps/api/src/platform/pdf/testing-glyphs.ts'],
          // Files share a worker's modules: loading them again for each file took a third of the time.
          isolate: false,
          // A worker opens the embedded engine for seconds at a time: optimising its code took a thirteenth of the CPU.
          execArgv: ['--no-wasm-tier-up'],
        },
      },
    ],
  },
});
