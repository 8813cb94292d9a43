import { performance } from 'node:perf_hooks';
import { patience } from '@hofn/database/testing/patience.ts';
import { expect, test } from 'vitest';
import { hostileInputs } from './hostile-input.ts';

/** Ratio of the large input to the small one. */
const growth = 8;
/** Allowed ratio of the durations: a factor of 3 for each doubling. Quadratic code takes 64 times as long. */
const maxRatio = 27;
/** Long enough to measure, and short enough to rarely be preempted. */
const minMs = 0.1;
/** How long a slow measurement is repeated before it counts as a failure. */
const retryMs = patience(5_000);
/** A measurement is made twice as long each time, until it takes so long. */
const longestMs = 200;
/** Resolution of the CPU clock, which excludes the time of other processes. */
const cpuClockMs = 10;

const msOf = async (parse: (input: never) => unknown, input: unknown, rounds: number): Promise<number> => {
  const startedAt = performance.now();
  const used = process.threadCpuUsage();
  for (let round = 0; round < rounds; round += 1) await parse(input as never);
  const elapsed = performance.now() - startedAt;
  const { user, system } = process.threadCpuUsage(used);
  return Math.min(elapsed, (user + system) / 1000 + cpuClockMs);
};

test.each(hostileInputs)(
  'HOLD-4: $name takes time proportional to its size',
  async ({ largest, input, parse }) => {
    const small = input(largest / growth);
    const large = input(largest);
    let rounds = 1;
    while ((await msOf(parse, small, rounds)) < minMs) rounds *= 2;
    // Where other programs have the processor meanwhile, only a longer measurement is exact; superlinear code is slow in
    // every one.
    let ratio = Number.POSITIVE_INFINITY;
    for (const end = performance.now() + retryMs; ratio > maxRatio && performance.now() < end; ) {
      let least = Number.POSITIVE_INFINITY;
      for (let time = 0; time < 3; time += 1) least = Math.min(least, await msOf(parse, small, rounds));
      const taken = await msOf(parse, large, rounds);
      ratio = Math.min(ratio, taken / least);
      if (taken < longestMs) rounds *= 2;
    }
    expect(ratio).toBeLessThanOrEqual(maxRatio);
  },
);
