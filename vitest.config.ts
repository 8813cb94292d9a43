import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages,scripts}/**/*.test.ts', '{apps,packages}/**/*.test.tsx'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
