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
import { checkEncryptedJobs, decryptJob, encryptJob, type JobCipher } from './job-cipher.ts';
import { type QueueDepth, readQueueDepths } from './job-depths.ts';
import { jobsSchema } from './jobs-schema.ts';
import { type Loop, startLoop } from './loop.ts';
import { readMigrations } from './migrations.ts';
import type { Database, DatabaseLogger, Db } from './open.ts';

/** A job queue with its concurrency, retry policy and timeouts. */
export type Queue = {
  name: string;
  /** Jobs of this queue that one process runs concurrently. */
  concurrency: number;
  /** Number of retries; after that the job moves to the queue `<name>.dead` for manual handling. */
  retries: number;
  /** Seconds before the first retry; doubled with each retry, up to `longestDelay`. */
  delay: number;
  longestDelay: number;
  /** Seconds after which a running job is considered dead and retried. */
  expires: number;
  /** Seconds without a heartbeat after which a running job is considered dead, to detect it sooner than `expires`; at
   * least 10. */
  heartbeat?: number;
  /** Whether its jobs contain a secret, such as the key in a link: their data is stored encrypted. */
  encrypted?: true;
};

export type SendOptions = {
  /** Seconds before the job is due; 0 by default. */
  afterSeconds?: number;
  /** Jobs with a higher priority leave their queue first; 0 by default. */
  priority?: number;
};

export type Jobs = {
  /**
   * Queues a job, due immediately or after `afterSeconds`. The job exists if and only if the transaction `tx` commits.
   */
  send(tx: Db, queue: string, data: object, options?: SendOptions): Promise<void>;
  /**
   * Processes the jobs of a queue, as many concurrently as the queue allows. A handler may be called twice for the same
   * job, so it must be idempotent.
   */
  work<Data extends object>(queue: string, handler: (data: Data) => Promise<void>): Promise<void>;
  /**
   * Runs `handler` on the schedule `cron` (in UTC), once across all processes of the service. A run that would overlap
   * the previous one is skipped, and a run whose process was killed restarts within minutes.
   */
  every(name: string, cron: string, handler: () => Promise<void>): Promise<void>;
  /**
   * Runs `handler` in this process again and again, with a pause of `ms`, until `stop`. Other processes do the same at
   * the same time.
   */
  repeat(name: string, ms: number, handler: (stopping: AbortSignal) => Promise<unknown>): void;
  /**
   * Removes schedules of this service, with their queues, that an older release left and `every` was not called for.
   * Those of a newer release, which may run beside this one, stay (rule HOLD-9).
   */
  removeOldSchedules(): Promise<void>;
  /** The depth of each queue, including those of other services. */
  depths(): Promise<QueueDepth[]>;
  /** Data of the jobs in the dead-letter queue. */
  dead<Data extends object>(queue: string): Promise<Data[]>;
  /** Requeues the dead jobs as new ones. @returns how many */
  revive(queue: string): Promise<number>;
  /** Stops taking jobs and waits for running ones, at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
};

/** The queue's clock: the system's, or a test clock, which the queue's SQL then uses as well. */
export type JobClock = Clock;
export { TestClock };

const jobConnections = {
  max: 4,
  application_name: 'hofn-jobs',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};
// Queries of the queue take milliseconds; one that takes this long is on a dead connection.
const defaultQueryMs = 15_000;
const closeMs = 3_000;
// Dummy id; the look-up warms pg-boss's queue cache.
const unknownJobId = '00000000-0000-0000-0000-000000000000';
// A retry that becomes due sends no NOTIFY; with the default interval of 30 seconds it would wait too long.
const pollSeconds = 5;
// A nightly job over a large table may take hours. A killed process is detected by its missing heartbeat long before.
const scheduledRun = { expireInSeconds: 6 * 3600, heartbeatSeconds: 120, retryLimit: 2, retryDelay: 60 };

export type JobOptions = {
  logger?: DatabaseLogger;
  clock?: JobClock;
  /** Owner of the schedules: `removeOldSchedules` does not touch those of other services. */
  service?: string;
  /** Timeout of the queue's own queries, in milliseconds. */
  queryMs?: number;
  /** For the queues whose jobs are encrypted. */
  cipher?: JobCipher;
  /** The newest migration that this release knows, by which schedules of older and newer releases are distinguished. */
  schema?: string | undefined;
};

/** What a schedule is stored with. */
type ScheduleData = {
  /** The service; not named `service`, because releases up to 0036 remove such schedules when they do not know them. */
  owner?: string | undefined;
  /** The service, as those releases store it. */
  service?: string;
  /** The newest migration of the release that stored it. */
  schema?: string | undefined;
};

/** Creates a queue, or gives it these options. */
const ensureQueue = async (
  boss: PgBoss,
  name: string,
  options: QueueOptions & { deadLetter?: string },
  policy: 'standard' | 'exclusive' = 'standard',
) => {
  await boss.createQueue(name, { notify: true, policy, ...options });
  await boss.updateQueue(name, options);
  // pg-boss reads a queue's row on first use. Inside a transaction of the embedded database that would deadlock on
  // the single connection.
  await boss.findJobs(name, { id: unknownJobId });
};

/** Creates a queue and the one for its dead jobs. */
const ensureWithDeadLetters = async (
  boss: PgBoss,
  { name, retries, delay, longestDelay, expires, heartbeat }: Queue,
): Promise<void> => {
  await ensureQueue(boss, `${name}.dead`, { retentionSeconds: 90 * 86_400 });
  await ensureQueue(boss, name, {
    retryLimit: retries,
    retryDelay: delay,
    retryBackoff: true,
    retryDelayMax: longestDelay,
    expireInSeconds: expires,
    ...(heartbeat !== undefined && { heartbeatSeconds: heartbeat }),
    deadLetter: `${name}.dead`,
  });
};

/** Wraps a handler to log failures; `read` turns the stored data of a job into its data. */
const withFailureLog =
  <Data extends object>(
    logger: DatabaseLogger | undefined,
    queue: string,
    read: (stored: object) => Promise<Data>,
    handler: (data: Data) => Promise<void>,
  ) =>
  async (job: JobWithMetadata<object>): Promise<void> => {
    try {
      await handler(await read(job.data));
    } catch (error) {
      const failure = { queue, job: job.id, err: error };
      if (job.retryCount < job.retryLimit) logger?.warn(failure, 'job failed, will be retried');
      else logger?.error(failure, 'job given up');
      throw error;
    }
  };

const workerOptions = {
  batchSize: 1,
  includeMetadata: true,
  pollingIntervalSeconds: pollSeconds,
  notifyPollingIntervalSeconds: pollSeconds,
} as const;

/** Starts a worker that fetches the next job as soon as one is done, and polls only when its queue is empty. */
const startWorker = async (
  boss: PgBoss,
  queue: string,
  handler: (job: JobWithMetadata<object>) => Promise<void>,
): Promise<void> => {
  let worker: string | undefined;
  worker = await boss.work<object, void, typeof workerOptions>(queue, workerOptions, async ([job]) => {
    try {
      if (job) await handler(job);
    } finally {
      if (worker !== undefined) boss.notifyWorker(worker);
    }
  });
};

/** Stops the queue, even if its listening connection is half open. */
const stopWithin = async (boss: PgBoss, graceMs: number): Promise<void> => {
  // The listening connection waits for the server to close it, which never happens if it is half open.
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs + closeMs);
  });
  await Promise.race([boss.stop({ graceful: true, timeout: graceMs }), timeout]);
  clearTimeout(timer);
};

/** Reads and writes the data of jobs, encrypted in the queues that say so. */
const jobDataIn = (queues: readonly Queue[], cipher: JobCipher | undefined) => {
  const encrypted = new Set(
    queues.flatMap(({ name, encrypted: isEncrypted }) => (isEncrypted ? [name] : [])),
  );
  const cipherOf = (queue: string): JobCipher | undefined => {
    if (!encrypted.has(queue)) return undefined;
    if (!cipher) throw new Error(`The queue ${queue} needs a cipher`);
    return cipher;
  };
  return {
    encrypted: [...encrypted],
    stored: async (queue: string, data: object): Promise<object> => {
      const own = cipherOf(queue);
      return own ? encryptJob(own, queue, data) : data;
    },
    read: async <Data extends object>(queue: string, stored: object): Promise<Data> => {
      const own = cipherOf(queue);
      return own ? decryptJob<Data>(own, queue, stored) : (stored as Data);
    },
  };
};

/**
 * Opens the job queue in the schema `jobs` of a database and migrates that schema. Processes of a service share its
 * jobs; each is run by one of them. A job is retried after an error and after its process was killed.
 */
export const openJobs = async (
  database: Database,
  queues: readonly Queue[],
  {
    logger,
    clock,
    service,
    queryMs = defaultQueryMs,
    cipher,
    schema = readMigrations().at(-1)?.name,
  }: JobOptions = {},
): Promise<Jobs> => {
  const jobData = jobDataIn(queues, cipher);
  const { source } = database;
  const boss = new PgBoss({
    schema: jobsSchema,
    // Separate connections: one listens, and all carry a test's clock.
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
  for (const queue of queues) await ensureWithDeadLetters(boss, queue);
  try {
    if (cipher) await checkEncryptedJobs(database.db, cipher, jobData.encrypted);
  } catch (error) {
    await stopWithin(boss, 0);
    throw error;
  }

  const concurrencyOf = new Map(queues.map(({ name, concurrency }) => [name, concurrency]));
  const scheduled = new Set<string>();
  const loops: Loop[] = [];

  return {
    send: async (tx, queue, data, { afterSeconds = 0, priority = 0 } = {}) => {
      await boss.send(queue, await jobData.stored(queue, data), {
        db: fromDrizzle(tx, sql),
        priority,
        ...(afterSeconds > 0 && { startAfter: afterSeconds }),
      });
    },
    work: async <Data extends object>(queue: string, handler: (data: Data) => Promise<void>) => {
      for (let worker = 0; worker < (concurrencyOf.get(queue) ?? 1); worker += 1)
        await startWorker(
          boss,
          queue,
          withFailureLog(logger, queue, (stored) => jobData.read<Data>(queue, stored), handler),
        );
    },
    every: async (name, cron, handler) => {
      scheduled.add(name);
      // An earlier release created these queues with another policy, which pg-boss never changes.
      await database.db.execute(
        sql`update jobs.queue set policy = 'exclusive' where name = ${name} and policy <> 'exclusive'`,
      );
      await ensureQueue(boss, name, scheduledRun, 'exclusive');
      await boss.schedule(name, cron, { owner: service, schema } satisfies ScheduleData);
      await startWorker(
        boss,
        name,
        withFailureLog(logger, name, async (stored) => stored, handler),
      );
    },
    repeat: (name, ms, handler) => {
      loops.push(startLoop(ms, handler, (error) => logger?.error({ err: error }, `${name} failed`)));
    },
    removeOldSchedules: async () => {
      for (const { name, data } of await boss.getSchedules()) {
        const stored = (data ?? {}) as ScheduleData;
        const isOurs = (stored.owner ?? stored.service) === service;
        const isOlder = (stored.schema ?? '') < (schema ?? '');
        if (!isOurs || !isOlder || scheduled.has(name)) continue;
        await boss.unschedule(name);
        await boss.deleteQueue(name);
        logger?.warn({ queue: name }, 'removed a schedule of an earlier release');
      }
    },
    depths: () => readQueueDepths(database.db),
    dead: async <Data extends object>(queue: string) =>
      Promise.all(
        (await boss.findJobs<object>(`${queue}.dead`)).map(({ data }) => jobData.read<Data>(queue, data)),
      ),
    revive: (queue) => boss.redrive(`${queue}.dead`, { destination: queue, limit: 100_000 }),
    stop: async (graceMs = 10_000) => {
      await Promise.all(loops.map((loop) => loop.stop()));
      await stopWithin(boss, graceMs);
    },
  };
};
