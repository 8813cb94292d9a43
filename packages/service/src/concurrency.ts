import { Counter, Gauge, type Registry } from 'prom-client';
import { z } from 'zod';

/** Raised for a request that comes while as many are under way as may be. */
export class Overloaded extends Error {
  override name = 'Overloaded';
  readonly statusCode = 503;

  constructor() {
    super('too many requests are under way');
  }
}

/** Whether a request was refused for load, by this bound or by that of the event loop: counted, and not logged. */
export const isShed = (error: unknown): boolean =>
  error instanceof Overloaded ||
  (error instanceof Error && 'code' in error && error.code === 'FST_UNDER_PRESSURE');

/** The setting of how much one copy takes on, for the schema of a service. */
export const loadSettings = {
  REQUESTS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .default(500)
    .describe('requests that this copy has under way at once; the next are refused with 503 and Retry-After'),
};

/**
 * Counts the requests under way, by lane. Once `most` are, a request more would wait behind all of them: refused at once, it
 * costs next to nothing and can be sent to another copy, so that those taken on are answered in bounded time.
 */
export const createLoad = (most: number, metrics: Registry) => {
  const lanes = new Map<string, number>();
  const atOnce = (): number => [...lanes.values()].reduce((sum, count) => sum + count, 0);
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests refused with 503 because too many were under way.',
    registers: [metrics],
  });
  new Gauge({
    name: 'http_requests_under_way',
    help: 'Requests that are being answered.',
    registers: [metrics],
    collect() {
      this.set(atOnce());
    },
  });
  return {
    atOnce,
    /** Counts one more, which `leave` takes away. @returns false when there is no room for it */
    enter: (lane: string): boolean => {
      const count = lanes.get(lane) ?? 0;
      if (count >= most) {
        shed.inc();
        return false;
      }
      lanes.set(lane, count + 1);
      return true;
    },
    leave: (lane: string): void => {
      lanes.set(lane, (lanes.get(lane) ?? 1) - 1);
    },
  };
};
