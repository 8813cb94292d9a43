// An entry of its own, so that a server without a database does not load one.
import type { Jobs, QueueDepth } from '@hofn/database';
import { Gauge, type Registry } from 'prom-client';

const gauges = [
  ['job_queue_waiting', 'Jobs that are due and not begun, by queue.', (depth: QueueDepth) => depth.waiting],
  [
    'job_queue_oldest_seconds',
    'Seconds that the oldest job which is not begun has been due, by queue.',
    (depth: QueueDepth) => depth.oldestSeconds,
  ],
  ['job_queue_active', 'Jobs under way in all copies, by queue.', (depth: QueueDepth) => depth.active],
  [
    'job_queue_dead',
    'Jobs that were given up and wait for a person, by queue.',
    (depth: QueueDepth) => depth.dead,
  ],
] as const;

/** Adds depth and age of every job queue to a server's metrics. A database that does not answer leaves them out. */
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
