import { patience } from '@hofn/database/testing/patience.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import type { Life } from './testing/lives/life.ts';
import { type Lives, startLives } from './testing/lives/start.ts';
import { lifeSteps } from './testing/lives/steps.ts';

// LIVES=500 npm run unit -- apps/api/src/requests/policy-life.test.ts; a failure names the seed for LIVES_SEED.
const { LIVES, LIVES_SEED } = process.env;

/** Lives in `npm test`: about fifteen seconds. What the core system settles, it also writes, so less can go wrong. */
const fewest = { staff: 24, core: 8, rule: 12 };

const beginning = fc.record({
  length: fc.oneof(fc.constant(365), fc.integer({ min: 1, max: 366 })),
  left: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 45 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 366 }) },
  ),
  renews: fc.constantFrom(true, true, true, false),
});

for (const settledBy of ['staff', 'core', 'rule'] as const satisfies ReadonlyArray<Life['settledBy']>)
  describeWithDatabase(`lives of policies whose requests are settled by ${settledBy}`, (open) => {
    let lives: Lives;
    beforeAll(async () => {
      lives = await startLives(await open(), settledBy);
    });
    afterAll(() => lives.stop());

    test(
      `INS-10, ACT-3: after every step of a random life, what was accepted is applied, waits or has an owner (${settledBy})`,
      () =>
        fc.assert(
          fc.asyncProperty(beginning, lifeSteps(16), (first, steps) =>
            fc.asyncModelRun(async () => ({ model: {}, real: await lives.begin(first) }), steps),
          ),
          // Shrinking takes longer than a test may: it is left to the run that repeats a seed.
          {
            numRuns: Number(LIVES ?? fewest[settledBy]),
            endOnFailure: LIVES_SEED === undefined,
            ...(LIVES_SEED && { seed: Number(LIVES_SEED) }),
          },
        ),
      LIVES === undefined && LIVES_SEED === undefined ? undefined : patience(3_600_000),
    );
  });
