import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages,scripts}/**/*.test.ts', '{apps,packages}/**/*.test.tsx'],
    globalSetup: 'packages/database/src/testing/one-server.ts',
    // One worker would leave a machine of two cores half idle: tests wait for servers and disks.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Speed is measured in `bench/`: here a limit only ends what hangs, also on a machine that is busy.
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
