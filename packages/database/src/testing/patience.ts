import { availableParallelism, loadavg } from 'node:os';

const variable = 'TEST_SLOWNESS';
// Other work may begin during a run, after the machine was measured.
const least = 4;
const most = 20;

/** Milliseconds that a fixed task takes on this machine now, and those that the processor worked on it. */
const calibrate = (): { wallMs: number; cpuMs: number } => {
  const begun = performance.now();
  const before = process.cpuUsage();
  let sum = 0;
  for (let step = 0; step < 40_000_000; step += 1) sum = (sum + step * 7) % 1_000_003;
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - begun + sum * 0, cpuMs: Math.max(1, (user + system) / 1000) };
};

/** What the task takes on the machine for which the limits of tests are written. */
const usualCpuMs = 200;

/**
 * How many times slower than usual this machine is, from 4 to 20: by the speed of its processor, and by the programs that
 * share it. Measured once in a run, by the process that starts it, and passed on to the others in TEST_SLOWNESS, which can
 * also be set, and then to less.
 */
export const slowness = (): number => {
  const given = Number(process.env[variable]);
  if (given >= 1) return given;
  const { wallMs, cpuMs } = calibrate();
  const byLoad = Math.max(wallMs / cpuMs, (loadavg()[0] ?? 0) / availableParallelism());
  const bySpeed = Math.max(1, cpuMs / usualCpuMs);
  const measured = Math.min(most, Math.max(least, bySpeed * Math.max(1, byLoad)));
  process.env[variable] = measured.toFixed(1);
  return measured;
};

/** A limit of a test in milliseconds, as long as this machine needs. It only ends what hangs: nothing waits for it. */
export const patience = (ms: number): number => Math.round(ms * slowness());
