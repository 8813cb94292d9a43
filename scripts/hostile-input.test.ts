import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { hostileInputs } from './hostile-input.ts';

/** Ratio of the large input to the small one. */
const growth = 8;
/** Allowed ratio of the durations: a factor of 3 for each doubling. Quadratic code takes 64 times as long. */
const maxRatio = 27;
/** Long enough to measure, and short enough to rarely be preempted. */
const minMs = 0.1;
/** How long a slow measurement is repeated before it counts as a failure. */
const retryMs = 1500;
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
    let least = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 3; attempt += 1)
      least = Math.min(least, await msOf(parse, small, rounds));
    // Retries filter out noise; superlinear code is slow every time.
    let taken = await msOf(parse, large, rounds);
    for (const end = performance.now() + retryMs; taken > least * maxRatio && performance.now() < end; )
      taken = Math.min(taken, await msOf(parse, large, rounds));
    expect(taken).toBeLessThanOrEqual(least * maxRatio);
  },
);
