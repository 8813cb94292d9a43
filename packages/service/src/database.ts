// An entry of its own, so that a server without a database does not load one.
import { type Database, DatabaseFault, type Jobs, openDatabase } from '@hofn/database';
import { z } from 'zod';
import type { Logger } from './logger.ts';
import { SettingsError } from './settings.ts';

/** The folder's name that keeps nothing: the embedded database is then in memory. */
export const inMemory = ':memory:';

/** The settings of whatever stands on the database, to be spread into its schema: one name in every app. */
export const databaseSettings = {
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be as postgres://user:password@host:5432/name' })
    .optional()
    .describe('PostgreSQL; without it the embedded database of DATABASE_FOLDER'),
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
