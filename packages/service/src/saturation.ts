import { Gauge, type Registry } from 'prom-client';

/** How much of the delay of its event loop a server causes itself. */
export type Saturation = {
  /** Whether that delay was more than `multiple` times the limit, on average over the last sample. */
  isOver(multiple: number): boolean;
  stop(): void;
};

/** How often a sample measures the delay, if nothing is late. */
const timesPerSample = 20;
const shortestIntervalMs = 10;

/** Milliseconds of CPU time that this thread has used. */
const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Measures how late the timers of this thread are because of the CPU time that it uses itself. Time in which other
 * programs had the processor doesn't count: a machine busy with something else makes every answer late, but refusing
 * requests would not make it any faster (rule HOLD-26). See docs/decisions/0130-own-saturation.md.
 * @param limits `eventLoopDelayMs` 0: never saturated
 */
export const createSaturation = (
  { eventLoopDelayMs, sampleMs }: { eventLoopDelayMs: number; sampleMs: number },
  metrics: Registry,
): Saturation => {
  const intervalMs = Math.max(shortestIntervalMs, sampleMs / timesPerSample);
  let delayMs = 0;
  let times = 0;
  let sample = { startedAt: performance.now(), usedMs: usedMs() };
  const measure = (): void => {
    times += 1;
    const now = performance.now();
    if (now - sample.startedAt < sampleMs) return;
    const used = usedMs();
    delayMs = Math.max(0, (used - sample.usedMs) / times - intervalMs);
    times = 0;
    sample = { startedAt: now, usedMs: used };
  };
  const timer = setInterval(measure, intervalMs).unref();
  new Gauge({
    name: 'event_loop_own_delay_seconds',
    help: 'Delay of the event loop by the CPU time of this process, averaged over the last sample.',
    registers: [metrics],
    collect() {
      this.set(delayMs / 1000);
    },
  });
  return {
    isOver: (multiple) => eventLoopDelayMs > 0 && delayMs > multiple * eventLoopDelayMs,
    stop: () => clearInterval(timer),
  };
};
