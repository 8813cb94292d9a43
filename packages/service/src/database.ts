// A separate entry point, so that a server without a database does not load one.
import { setTimeout } from 'node:timers/promises';
import { type Database, DatabaseFault, DatabaseUnreachable, type Jobs, openDatabase } from '@hofn/database';
import { z } from 'zod';
import type { Logger } from './logger.ts';
import { processSettings, production } from './production.ts';
import { databaseUrl, optionalDatabaseUrl } from './production-rules.ts';
import { SettingsError } from './settings.ts';
import { type Stoppable, stopInOrder } from './stopping.ts';

/** Value of DATABASE_FOLDER for an embedded database in memory. */
export const inMemory = ':memory:';

const milliseconds = (defaultMs: number) =>
  z.coerce.number().int().min(100).max(3_600_000).default(defaultMs);

/** Settings of every app with a database, to spread into its settings schema. */
export const databaseSettings = {
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be as postgres://user:password@host:5432/name' })
    .optional()
    .describe('PostgreSQL; if unset, the embedded database in DATABASE_FOLDER')
    .register(production, databaseUrl),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be as postgres://user:password@host:5432/name' })
    .optional()
    .describe('PostgreSQL itself, for jobs, if DATABASE_URL is a pooler in transaction mode')
    .register(production, optionalDatabaseUrl),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('maximum PostgreSQL connections per process, not counting the five for jobs'),
  DATABASE_CONNECT_MS: milliseconds(5_000).describe('maximum wait for a connection'),
  DATABASE_START_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600_000)
    .default(60_000)
    .describe('how long a service that starts waits for PostgreSQL to accept connections'),
  DATABASE_STATEMENT_MS: milliseconds(30_000).describe('maximum run time of a statement'),
  DATABASE_LOCK_MS: milliseconds(4_000).describe('maximum time a statement may wait for a lock'),
  DATABASE_IDLE_MS: milliseconds(60_000).describe(
    'maximum idle time between two statements of a transaction',
  ),
  DATABASE_FOLDER: z
    .string()
    .default('.data/database')
    .describe('folder of the embedded database, for one process at a time; :memory: stores nothing'),
  ALLOW_EMBEDDED_IN_PRODUCTION: z
    .stringbool()
    .default(false)
    .describe('whether to allow the embedded database in production'),
  ...processSettings,
};
export type DatabaseSettings = z.output<z.ZodObject<typeof databaseSettings>>;

/**
 * Opens the configured database. Migrates it, except PostgreSQL in production: there the apps' roles own no tables, so
 * `npm run migrate` has to have run before (rule HOLD-9).
 * @throws SettingsError with the message of a DatabaseFault: folder locked, server unreachable, embedded in production,
 * not migrated
 */
export const openFromSettings = async (settings: DatabaseSettings, logger: Logger): Promise<Database> => {
  let database: Database | undefined;
  try {
    database = await openDatabase({
      url: settings.DATABASE_URL,
      directUrl: settings.DATABASE_DIRECT_URL,
      pool: {
        connections: settings.DATABASE_POOL,
        connectMs: settings.DATABASE_CONNECT_MS,
        statementMs: settings.DATABASE_STATEMENT_MS,
        lockMs: settings.DATABASE_LOCK_MS,
        idleInTransactionMs: settings.DATABASE_IDLE_MS,
      },
      folder: settings.DATABASE_FOLDER === inMemory ? undefined : settings.DATABASE_FOLDER,
      logger,
      production: settings.NODE_ENV === 'production',
      allowEmbedded: settings.ALLOW_EMBEDDED_IN_PRODUCTION,
    });
    const isMigratedBefore = settings.NODE_ENV === 'production' && database.engine === 'postgres';
    await (isMigratedBefore ? database.checkMigrated() : database.migrate());
    return database;
  } catch (error) {
    await database?.close();
    throw error instanceof DatabaseFault ? new SettingsError(error.message, { cause: error }) : error;
  }
};

const firstRetryMs = 500;
const longestRetryMs = 5_000;

/**
 * Opens the configured database for a service that starts: PostgreSQL may start later, or restart, so it is tried again for
 * DATABASE_START_MS, with a log line each time that names the server. Commands report at once.
 * @throws as `openFromSettings`
 */
export const openForService = async (settings: DatabaseSettings, logger: Logger): Promise<Database> => {
  const until = performance.now() + settings.DATABASE_START_MS;
  for (let waitMs = firstRetryMs; ; waitMs = Math.min(2 * waitMs, longestRetryMs)) {
    try {
      return await openFromSettings(settings, logger);
    } catch (error) {
      const isTemporary = error instanceof SettingsError && error.cause instanceof DatabaseUnreachable;
      if (!isTemporary || performance.now() + waitMs > until) throw error;
      logger.warn({ reason: error.message, waitMs }, 'waiting for the database');
      await setTimeout(waitMs);
    }
  }
};

/**
 * Starts a service with the configured database. The database is closed after the service has stopped, or if it fails
 * to start.
 * @throws what `start` throws, and SettingsError of `openFromSettings`
 */
export const withDatabase = async (
  settings: DatabaseSettings,
  logger: Logger,
  start: (database: Database) => Promise<Stoppable>,
): Promise<Stoppable> => {
  const database = await openForService(settings, logger);
  try {
    const running = await start(database);
    const parts = [
      { name: 'service', stop: (until: number) => running.stop(until) },
      { name: 'database', stop: () => database.close() },
    ];
    return { stop: (until) => stopInOrder(parts, until) };
  } catch (error) {
    await database.close();
    throw error;
  }
};

const jobsGraceMs = 10_000;
/** What closing the queue's connections may take, after the running jobs. */
const jobsCloseMs = 3_000;
const graceOfJobs = (until: number): number =>
  Math.min(jobsGraceMs, Math.max(0, until - performance.now() - jobsCloseMs));

/**
 * Starts a service that uses the job queue. The queue is stopped after the service, or if the service fails to start.
 * @throws what `start` throws
 */
export const withJobs = async (
  jobs: Pick<Jobs, 'stop'>,
  start: () => Promise<Stoppable>,
): Promise<Stoppable> => {
  try {
    const running = await start();
    const parts = [
      { name: 'server', stop: (until: number) => running.stop(until) },
      { name: 'jobs', stop: (until: number) => jobs.stop(graceOfJobs(until)) },
    ];
    return { stop: (until) => stopInOrder(parts, until) };
  } catch (error) {
    await jobs.stop();
    throw error;
  }
};
