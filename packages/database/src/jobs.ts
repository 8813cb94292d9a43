import { sql } from 'drizzle-orm';
import {
  type Clock,
  fromDrizzle,
  fromPglite,
  type JobWithMetadata,
  PgBoss,
  type QueueOptions,
  TestClock,
} from 'pg-boss';
import { type QueueDepth, readQueueDepths } from './job-depths.ts';
import type { Database, DatabaseLogger, Db } from './open.ts';

/** A queue of jobs: how many run at once, how often one is tried, and how long it may take. */
export type Queue = {
  name: string;
  /** Jobs of this queue that one process runs at the same time. */
  concurrency: number;
  /** Tries after the first; then the job goes to the queue `<name>.dead` and waits there for a person. */
  retries: number;
  /** Seconds before the first new try; doubled from try to try, up to `longestDelay`. */
  delay: number;
  longestDelay: number;
  /** Seconds after which a job is taken for dead with its process, and tried anew. */
  expires: number;
  /** Seconds without a sign of life from its process after which it is, where that is to be noticed sooner; 10 at least. */
  heartbeat?: number;
};

export type SendOptions = {
  /** Seconds before the job is due; 0 by default. */
  afterSeconds?: number;
  /** Jobs with a higher priority leave their queue first; 0 by default. */
  priority?: number;
};

export type Jobs = {
  /**
   * Puts a job into a queue, due at once or after `afterSeconds`. With the transaction of the work it follows from, it
   * is there if and only if that is.
   */
  send(tx: Db, queue: string, data: object, options?: SendOptions): Promise<void>;
  /**
   * Works a queue off until it is empty, as many jobs at once as the queue allows. A handler may be called twice for a
   * job: it must not matter.
   */
  work<Data extends object>(queue: string, handler: (data: Data) => Promise<void>): Promise<void>;
  /**
   * Runs `handler` at the times of `cron` (in UTC), once for all copies of the service. A time that comes while the
   * former run lasts is left out, and a run whose process was killed starts again within minutes.
   */
  every(name: string, cron: string, handler: () => Promise<void>): Promise<void>;
  /** Removes schedules of this service, with their queues, that `every` was not called for: a former release had them. */
  removeOldSchedules(): Promise<void>;
  /** How full each queue is, those of other services too. */
  depths(): Promise<QueueDepth[]>;
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
const jobConnections = {
  max: 4,
  application_name: 'hofn-jobs',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};
// A query without an answer for this long is on a dead connection: those of the queue take milliseconds.
const usualQueryMs = 15_000;
const closeMs = 3_000;
// Dummy id; the look-up warms pg-boss's queue cache.
const nobody = '00000000-0000-0000-0000-000000000000';
// A retry that falls due sends no NOTIFY: without polls this short it would wait behind the default of 30 seconds.
const pollSeconds = 5;
// A sweep of a large table may take hours. A killed process is noticed by its heartbeat instead, long before that.
const scheduledRun = { expireInSeconds: 6 * 3600, heartbeatSeconds: 120, retryLimit: 2, retryDelay: 60 };

export type JobOptions = {
  logger?: DatabaseLogger;
  clock?: JobClock;
  /** Whose schedules these are: `removeOldSchedules` leaves those of other services alone. */
  service?: string;
  /** Longest wait of the queue itself for the answer to a query, in milliseconds. */
  queryMs?: number;
};

/**
 * Opens the job queue in the schema `jobs` of a database, and brings that schema to its newest. Copies of a service
 * share its jobs, each done by one of them. A job is tried again after a fault, and after its process was killed.
 */
export const openJobs = async (
  database: Database,
  queues: readonly Queue[],
  { logger, clock, service, queryMs = usualQueryMs }: JobOptions = {},
): Promise<Jobs> => {
  const { source } = database;
  const boss = new PgBoss({
    schema,
    // Connections of its own: one listens, and all carry the clock of a test.
    ...('client' in source
      ? { db: fromPglite(source.client), backend: 'pglite' as const }
      : { ...jobConnections, query_timeout: queryMs, connectionString: source.url }),
    ...(clock && { clock }),
    useListenNotify: true,
    superviseIntervalSeconds: 30,
    monitorVacuum: false,
  });
  boss.on('error', (error) => logger?.error({ err: error }, 'job queue'));
  boss.on('warning', ({ message }) => logger?.warn({ message }, 'job queue'));
  await boss.start();

  const makeQueue = async (
    name: string,
    options: QueueOptions & { deadLetter?: string },
    policy: 'standard' | 'exclusive' = 'standard',
  ) => {
    await boss.createQueue(name, { notify: true, policy, ...options });
    await boss.updateQueue(name, options);
    // A queue's row is read when it is first used; inside a transaction of the embedded database that would wait for
    // the connection which the transaction holds.
    await boss.findJobs(name, { id: nobody });
  };
  for (const { name, retries, delay, longestDelay, expires, heartbeat } of queues) {
    await makeQueue(`${name}.dead`, { retentionSeconds: 90 * 86_400 });
    await makeQueue(name, {
      retryLimit: retries,
      retryDelay: delay,
      retryBackoff: true,
      retryDelayMax: longestDelay,
      expireInSeconds: expires,
      ...(heartbeat !== undefined && { heartbeatSeconds: heartbeat }),
      deadLetter: `${name}.dead`,
    });
  }

  /** Runs a job, and logs its failure. */
  const logged =
    <Data extends object>(queue: string, handler: (data: Data) => Promise<void>) =>
    async (job: JobWithMetadata<Data>): Promise<void> => {
      try {
        await handler(job.data);
      } catch (error) {
        const failure = { queue, job: job.id, err: error };
        if (job.retryCount < job.retryLimit) logger?.warn(failure, 'job failed, to be tried again');
        else logger?.error(failure, 'job given up');
        throw error;
      }
    };

  const options = {
    batchSize: 1,
    includeMetadata: true,
    pollingIntervalSeconds: pollSeconds,
    notifyPollingIntervalSeconds: pollSeconds,
  } as const;
  /** Starts a worker that fetches again as soon as a job is done, and polls only once its queue is empty. */
  const startWorker = async <Data extends object>(
    queue: string,
    handler: (job: JobWithMetadata<Data>) => Promise<void>,
  ): Promise<void> => {
    let worker: string | undefined;
    worker = await boss.work<Data, void, typeof options>(queue, options, async ([job]) => {
      try {
        if (job) await handler(job);
      } finally {
        if (worker !== undefined) boss.notifyWorker(worker);
      }
    });
  };
  const concurrencyOf = new Map(queues.map(({ name, concurrency }) => [name, concurrency]));
  const scheduled = new Set<string>();

  return {
    send: async (tx, queue, data, { afterSeconds = 0, priority = 0 } = {}) => {
      await boss.send(queue, data, {
        db: fromDrizzle(tx, sql),
        priority,
        ...(afterSeconds > 0 && { startAfter: afterSeconds }),
      });
    },
    work: async <Data extends object>(queue: string, handler: (data: Data) => Promise<void>) => {
      for (let worker = 0; worker < (concurrencyOf.get(queue) ?? 1); worker += 1)
        await startWorker(queue, logged(queue, handler));
    },
    every: async (name, cron, handler) => {
      scheduled.add(name);
      // A former release made these queues with another policy, which pg-boss itself never changes.
      await database.db.execute(
        sql`update jobs.queue set policy = 'exclusive' where name = ${name} and policy <> 'exclusive'`,
      );
      await makeQueue(name, scheduledRun, 'exclusive');
      await boss.schedule(name, cron, { service });
      await startWorker(name, logged(name, handler));
    },
    removeOldSchedules: async () => {
      for (const { name, data } of await boss.getSchedules()) {
        if ((data as { service?: string } | null)?.service !== service || scheduled.has(name)) continue;
        await boss.unschedule(name);
        await boss.deleteQueue(name);
        logger?.warn({ queue: name }, 'schedule of a former release removed');
      }
    },
    depths: () => readQueueDepths(database.db),
    dead: async <Data extends object>(queue: string) =>
      (await boss.findJobs<Data>(`${queue}.dead`)).map(({ data }) => data),
    revive: (queue) => boss.redrive(`${queue}.dead`, { destination: queue, limit: 100_000 }),
    stop: async (graceMs = 10_000) => {
      // The listening connection waits for the server to close it, which a half-open one never sees.
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs + closeMs);
      });
      await Promise.race([boss.stop({ graceful: true, timeout: graceMs }), late]);
      clearTimeout(timer);
    },
  };
};
