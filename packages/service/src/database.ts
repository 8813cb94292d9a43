// An entry of its own, so that a server without a database does not load one.
import { type Database, DatabaseFault, type Jobs, openDatabase } from '@hofn/database';
import { z } from 'zod';
import type { Logger } from './logger.ts';
import { SettingsError } from './settings.ts';

/** The folder's name that keeps nothing: the embedded database is then in memory. */
export const inMemory = ':memory:';

const milliseconds = (usual: number) => z.coerce.number().int().min(100).max(3_600_000).default(usual);

/** The settings of whatever stands on the database, to be spread into its schema: one name in every app. */
export const databaseSettings = {
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be as postgres://user:password@host:5432/name' })
    .optional()
    .describe('PostgreSQL; without it the embedded database of DATABASE_FOLDER'),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be as postgres://user:password@host:5432/name' })
    .optional()
    .describe('PostgreSQL itself, for jobs, where DATABASE_URL leads to a pooler in transaction mode'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('connections that one process may have to PostgreSQL, beside the five of its jobs'),
  DATABASE_CONNECT_MS: milliseconds(5_000).describe('longest wait for a connection'),
  DATABASE_STATEMENT_MS: milliseconds(30_000).describe('longest that a statement may run'),
  DATABASE_LOCK_MS: milliseconds(4_000).describe('longest that a statement may wait for a lock'),
  DATABASE_IDLE_MS: milliseconds(60_000).describe(
    'longest that a transaction may wait for its next statement',
  ),
  DATABASE_FOLDER: z
    .string()
    .default('.data/database')
    .describe('folder of the embedded database, held by one process at a time; :memory: keeps nothing'),
  ALLOW_EMBEDDED_IN_PRODUCTION: z
    .stringbool()
    .default(false)
    .describe('whether the embedded database may serve in production'),
  NODE_ENV: z.string().default('development').describe('production refuses what only development may have'),
};
export type DatabaseSettings = z.output<z.ZodObject<typeof databaseSettings>>;

/**
 * Opens the database that the settings name, and brings its schema to the newest.
 * @throws SettingsError with the one line of a DatabaseFault: folder held, server out of reach, embedded in production
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
    await database.migrate();
    return database;
  } catch (error) {
    await database?.close();
    throw error instanceof DatabaseFault ? new SettingsError(error.message, { cause: error }) : error;
  }
};

/**
 * Starts what stands on the database of the settings. The database is closed after it has stopped, and when it does not
 * start.
 * @throws what `start` throws, and SettingsError of `openFromSettings`
 */
export const withDatabase = async (
  settings: DatabaseSettings,
  logger: Logger,
  start: (database: Database) => Promise<{ stop(): Promise<void> }>,
): Promise<{ stop(): Promise<void> }> => {
  const database = await openFromSettings(settings, logger);
  try {
    const running = await start(database);
    return {
      stop: async () => {
        try {
          await running.stop();
        } finally {
          await database.close();
        }
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};

/**
 * Starts what puts jobs into the queue and may do them. The jobs end after it has stopped, and when it does not start.
 * @throws what `start` throws
 */
export const withJobs = async (
  jobs: Pick<Jobs, 'stop'>,
  start: () => Promise<{ stop(): Promise<void> }>,
): Promise<{ stop(): Promise<void> }> => {
  try {
    const running = await start();
    return {
      stop: async () => {
        await running.stop();
        await jobs.stop();
      },
    };
  } catch (error) {
    await jobs.stop();
    throw error;
  }
};
