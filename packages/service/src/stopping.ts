import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';

/** A part of a process that is stopped with it. */
export type Part = {
  /** Name in the log, if it does not stop. */
  name: string;
  /** @param until the deadline, in the time of `performance.now()` */
  stop(until: number): Promise<void>;
};

/** What `start` of a program returns. `stop` takes the deadline, in the time of `performance.now()`. */
export type Stoppable = { stop(until?: number): Promise<void> };

/** Thrown when parts did not stop before the deadline. */
export class StopTimeout extends Error {
  override name = 'StopTimeout';
  readonly parts: readonly string[];

  constructor(parts: readonly string[]) {
    super(`did not close in time: ${parts.join(', ')}`);
    this.parts = parts;
  }
}

const defaultStopMs = 25_000;

/** Setting of the deadline of a stop, to spread into an app's settings schema. */
export const stopSettings = {
  STOP_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(3_600_000)
    .default(defaultStopMs)
    .describe(
      'maximum time to stop in milliseconds; then what is still open is logged and the exit code is 1',
    ),
};

/** Share of the time left that a part gets before those below it are stopped too. */
const share = 0.5;
// The last part may use nearly all; the rest is for reporting it by its own name.
const lastShare = 0.9;

/** Waits for a promise that never rejects, at most `ms`. */
const wait = async (ms: number, promise: Promise<unknown>): Promise<void> => {
  const timer = new AbortController();
  await Promise.race([promise, setTimeout(ms, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
};

/**
 * Stops parts one after another: each before the parts that it uses. A part that has not stopped in half of the time left
 * does not keep those below it open; the database at the end is closed in any case.
 * @param until the deadline, in the time of `performance.now()`
 * @throws StopTimeout naming the parts that are still open at the deadline; otherwise the errors of parts
 */
export const stopInOrder = async (
  parts: readonly Part[],
  until: number = performance.now() + defaultStopMs,
): Promise<void> => {
  const open = new Set(parts);
  const faults: unknown[] = [];
  const stops: Promise<void>[] = [];
  for (const [index, part] of parts.entries()) {
    const now = performance.now();
    const ms = Math.max(0, until - now) * (index < parts.length - 1 ? share : lastShare);
    const stopped = Promise.resolve()
      .then(() => part.stop(now + ms))
      .catch((error: unknown) => void faults.push(error))
      .finally(() => open.delete(part));
    stops.push(stopped);
    await wait(ms, stopped);
  }
  if (open.size > 0) await wait(Math.max(0, until - performance.now()), Promise.all(stops));
  const late = faults.flatMap((fault) => (fault instanceof StopTimeout ? fault.parts : []));
  const stillOpen = [...late, ...Array.from(open, ({ name }) => name)];
  if (stillOpen.length > 0) throw new StopTimeout(stillOpen);
  if (faults.length > 1) throw new AggregateError(faults, 'several parts did not stop cleanly');
  if (faults.length === 1) throw faults[0];
};
