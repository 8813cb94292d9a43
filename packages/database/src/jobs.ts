import { sql } from 'drizzle-orm';
import { type Clock, fromDrizzle, fromPglite, type JobWithMetadata, PgBoss, TestClock } from 'pg-boss';
import type { Database, DatabaseLogger, Db } from './open.ts';

/** A queue of jobs: how often one is tried, and how long it may take. */
export type Queue = {
  name: string;
  /** Tries after the first; then the job goes to the queue `<name>.dead` and waits there for a person. */
  retries: number;
  /** Seconds before the first new try; doubled from try to try, up to `longestDelay`. */
  delay: number;
  longestDelay: number;
  /** Seconds after which a job is taken for dead with its process, and tried anew. */
  expires: number;
};

export type Jobs = {
  /**
   * Puts a job into a queue, to be done at once or `afterSeconds`. With the transaction of the work it follows from, it
   * is there if and only if that is.
   */
  send(tx: Db, queue: string, data: object, options?: { afterSeconds: number }): Promise<void>;
  /** Works a queue off, one job at a time and process. A handler may be called twice for a job: it must not matter. */
  work<Data extends object>(queue: string, handler: (data: Data) => Promise<void>): Promise<void>;
  /** Does `handler` at the times of `cron` (in UTC), once for all copies of the service. */
  every(name: string, cron: string, handler: () => Promise<void>): Promise<void>;
  /** Data of the jobs that were given up. */
  dead<Data extends object>(queue: string): Promise<Data[]>;
  /** Puts the jobs that were given up back into their queue, to be tried as new ones. @returns how many */
  revive(queue: string): Promise<number>;
  /** Takes no more jobs and finishes those under way, for `graceMs` at the longest. */
  stop(graceMs?: number): Promise<void>;
};

/** The queue's own clock: the system's, or one that a test moves, which the database then goes by as well. */
export type JobClock = Clock;
export { TestClock };

const schema = 'jobs';
// Any id that no job has: asking for it makes the queue known to this process.
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Opens the job queue in the schema `jobs` of a database, and brings that schema to its newest. Copies of a service
 * share its jobs, each done by one of them. A job is tried again after a fault, and after its process was killed.
 */
export const openJobs = async (
  database: Database,
  queues: readonly Queue[],
  { logger, clock }: { logger?: DatabaseLogger; clock?: JobClock } = {},
): Promise<Jobs> => {
  const { source } = database;
  const boss = new PgBoss({
    schema,
    // Its own few connections: they listen, and carry the clock of a test.
    ...('client' in source
      ? { db: fromPglite(source.client), backend: 'pglite' as const }
      : { connectionString: source.url, max: 4, application_name: 'hofn-jobs' }),
    ...(clock && { clock }),
    useListenNotify: true,
    superviseIntervalSeconds: 30,
    monitorVacuum: false,
  });
  boss.on('error', (error) => logger?.error({ err: error }, 'job queue'));
  boss.on('warning', ({ message }) => logger?.warn({ message }, 'job queue'));
  await boss.start();

  const makeQueue = async (name: string, options: Parameters<PgBoss['createQueue']>[1] = {}) => {
    await boss.createQueue(name, { notify: true, ...options });
    await boss.updateQueue(name, options);
    // A queue's row is read when it is first used; inside a transaction of the embedded database that would wait for
    // the connection which the transaction holds.
    await boss.findJobs(name, { id: nobody });
  };
  for (const { name, retries, delay, longestDelay, expires } of queues) {
    await makeQueue(`${name}.dead`, { retentionSeconds: 90 * 86_400 });
    await makeQueue(name, {
      retryLimit: retries,
      retryDelay: delay,
      retryBackoff: true,
      retryDelayMax: longestDelay,
      expireInSeconds: expires,
      deadLetter: `${name}.dead`,
    });
  }

  const one = { batchSize: 1, includeMetadata: true } as const;
  const unhurried = { ...one, pollingIntervalSeconds: 30 } as const;
  /** Does a job, and tells the log when it fails. */
  const told =
    <Data extends object>(queue: string, handler: (job: JobWithMetadata<Data>) => Promise<void>) =>
    async ([job]: JobWithMetadata<Data>[]): Promise<void> => {
      if (!job) return;
      try {
        await handler(job);
      } catch (error) {
        const failure = { queue, job: job.id, err: error };
        if (job.retryCount < job.retryLimit) logger?.warn(failure, 'job failed, to be tried again');
        else logger?.error(failure, 'job given up');
        throw error;
      }
    };
  return {
    send: async (tx, queue, data, { afterSeconds: startAfter = 0 } = { afterSeconds: 0 }) => {
      await boss.send(queue, data, { db: fromDrizzle(tx, sql), ...(startAfter > 0 && { startAfter }) });
    },
    work: async <Data extends object>(queue: string, handler: (data: Data) => Promise<void>) => {
      await boss.work<Data, void, typeof one>(
        queue,
        one,
        told(queue, ({ data }) => handler(data)),
      );
    },
    every: async (name, cron, handler) => {
      await makeQueue(name, { retryLimit: 2, retryDelay: 60 });
      await boss.schedule(name, cron);
      await boss.work<object, void, typeof unhurried>(name, unhurried, told(name, handler));
    },
    dead: async <Data extends object>(queue: string) =>
      (await boss.findJobs<Data>(`${queue}.dead`)).map(({ data }) => data),
    revive: (queue) => boss.redrive(`${queue}.dead`, { destination: queue, limit: 100_000 }),
    stop: async (graceMs = 10_000) => {
      await boss.stop({ graceful: true, timeout: graceMs });
    },
  };
};
