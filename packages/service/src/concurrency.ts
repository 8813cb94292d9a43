import { Counter, Gauge, type Registry } from 'prom-client';
import { z } from 'zod';

/** Thrown for a request that is refused because of load. */
export class Overloaded extends Error {
  override name = 'Overloaded';
  readonly statusCode = 503;
}

/** Whether a request was refused because of load: counted but not logged. */
export const isRefusedForLoad = (error: unknown): boolean => error instanceof Overloaded;

/** Setting of the concurrency limit, to spread into a service's settings schema. */
export const loadSettings = {
  REQUESTS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .default(500)
    .describe('maximum concurrent requests per process; further ones are refused with 503 and Retry-After'),
};

/**
 * Counts concurrent requests by lane. Above `most`, a request is refused immediately: that costs next to nothing, the
 * balancer can try another process, and the accepted requests are answered in bounded time.
 */
export const createLoad = (most: number, metrics: Registry) => {
  const lanes = new Map<string, number>();
  const atOnce = (): number => [...lanes.values()].reduce((sum, count) => sum + count, 0);
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests refused with 503 because of load.',
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
    /** Counts a request that is refused for another reason. */
    shed: (): void => shed.inc(),
    /** Counts a request in, until `leave`. @returns false if the lane is full */
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
