import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { hostileInputs } from './hostile-input.ts';

/** How much larger the largest input is than the one that it is compared with. */
const growth = 8;
/** As much longer it may take: twice the size, three times as long, three times over. What is quadratic takes 64 times. */
const mostTimes = 27;
/** Enough to be measured, and short enough that other programs seldom come in between. */
const leastMs = 0.1;
/** As long a time is measured again and again before it counts as too long. */
const mostLooksMs = 1500;
/** The processor's clock is as coarse as this; of what takes longer it leaves out other programs. */
const coarseMs = 10;

const msOf = async (parse: (input: never) => unknown, input: unknown, rounds: number): Promise<number> => {
  const begun = performance.now();
  const used = process.threadCpuUsage();
  for (let round = 0; round < rounds; round += 1) await parse(input as never);
  const elapsed = performance.now() - begun;
  const { user, system } = process.threadCpuUsage(used);
  return Math.min(elapsed, (user + system) / 1000 + coarseMs);
};

test.each(hostileInputs)('HOLD-4: $name costs no more than its size', async ({ largest, input, parse }) => {
  const small = input(largest / growth);
  const large = input(largest);
  let rounds = 1;
  while ((await msOf(parse, small, rounds)) < leastMs) rounds *= 2;
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 3; look += 1) least = Math.min(least, await msOf(parse, small, rounds));
  // Most need one look; what is not linear takes too long each time.
  let taken = await msOf(parse, large, rounds);
  for (const end = performance.now() + mostLooksMs; taken > least * mostTimes && performance.now() < end; )
    taken = Math.min(taken, await msOf(parse, large, rounds));
  expect(taken).toBeLessThanOrEqual(least * mostTimes);
});
