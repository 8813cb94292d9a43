// A separate entry point, so that a server without a database does not load one.
import type { Jobs, QueueDepth } from '@hofn/database';
import { Gauge, type Registry } from 'prom-client';

const gauges = [
  ['job_queue_waiting', 'Jobs that are due and not started, by queue.', (depth: QueueDepth) => depth.waiting],
  [
    'job_queue_oldest_seconds',
    'Seconds since the oldest waiting job became due, by queue.',
    (depth: QueueDepth) => depth.oldestSeconds,
  ],
  ['job_queue_active', 'Jobs running in all processes, by queue.', (depth: QueueDepth) => depth.active],
  [
    'job_queue_dead',
    'Jobs that were given up and need attention, by queue.',
    (depth: QueueDepth) => depth.dead,
  ],
] as const;

/** Adds depth and age of every job queue to a server's metrics; omitted while the database does not answer. */
export const exposeQueues = (metrics: Registry, jobs: Pick<Jobs, 'depths'>): void => {
  // All gauges of one scrape share one query.
  let reading: Promise<QueueDepth[]> | undefined;
  const read = (): Promise<QueueDepth[]> => {
    reading ??= jobs
      .depths()
      .catch(() => [])
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  for (const [name, help, figureOf] of gauges) {
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [metrics],
      async collect() {
        const depths = await read();
        this.reset();
        for (const depth of depths) this.set({ queue: depth.queue }, figureOf(depth));
      },
    });
  }
};
