import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyRows } from './copy-rows.ts';
import { DatabaseFault } from './database-fault.ts';
import type { Database, DatabaseLogger, Db } from './db.ts';
import { watchSilence } from './half-open-connections.ts';
import { checkJobsSchema } from './jobs-schema.ts';
import { checkDatabaseCompatible, checkMigrated } from './migrate.ts';
import { connectionOf, migratePostgres } from './migrate-postgres.ts';
import { checkAddress, unreachable } from './postgres-address.ts';

const closeMs = 5_000;

/** Size and time limits of the connections to PostgreSQL. Milliseconds. */
export type PoolLimits = {
  connections: number;
  /** Maximum wait for a connection. */
  connectMs: number;
  /** Maximum run time of a statement. */
  statementMs: number;
  /** Maximum time a statement may wait for a lock. */
  lockMs: number;
  /** Maximum idle time between two statements of a transaction. */
  idleInTransactionMs: number;
  /** Interval of the check for dead connections, and maximum wait for one to answer. */
  watchMs: number;
};

export const defaultPoolLimits: PoolLimits = {
  connections: 10,
  connectMs: 5_000,
  statementMs: 30_000,
  lockMs: 4_000,
  idleInTransactionMs: 60_000,
  watchMs: 2_000,
};

/**
 * Opens PostgreSQL 15 or later through a connection pool.
 * @param options `directUrl` bypasses a pooler in transaction mode; the job queue and listeners use it
 * @throws DatabaseFault if the URL is invalid, the server unreachable, or the schema too new for the code.
 */
export const openPostgres = async (
  url: string,
  {
    logger,
    directUrl = url,
    ...poolLimits
  }: Partial<PoolLimits> & { logger?: DatabaseLogger; directUrl?: string } = {},
): Promise<Database> => {
  checkAddress(url);
  checkAddress(directUrl);
  const limits = { ...defaultPoolLimits, ...poolLimits };
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'hofn',
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: '-c TimeZone=UTC',
  });
  const silence = watchSilence(
    pool,
    {
      everyMs: limits.watchMs,
      answerMs: limits.watchMs,
      // Longer than the lock timeout: a pool waiting for one lock is not silent for that long.
      poolMs: limits.lockMs + limits.watchMs / 2,
      statementMs: limits.statementMs + limits.watchMs,
      isPooled: directUrl !== url,
    },
    logger,
  );
  // Raised when an idle connection breaks; without a handler it would end the process.
  pool.on('error', (error) => logger?.error({ err: error }, 'an idle database connection was lost'));

  const withClient = async <Result>(use: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect();
    try {
      return await use(client);
    } finally {
      client.release();
    }
  };

  // Loading many rows may exceed the limits for requests.
  const inTransaction = (work: (client: pg.PoolClient) => Promise<void>): Promise<void> =>
    withClient(async (client) => {
      await client.query('begin');
      try {
        silence.spare(client);
        await client.query('set local statement_timeout = 0');
        await client.query('set local lock_timeout = 0');
        await work(client);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    });

  try {
    await withClient((client) => checkDatabaseCompatible(connectionOf(client)));
  } catch (error) {
    silence.stop();
    await pool.end();
    if (error instanceof DatabaseFault) throw error;
    throw unreachable(url, error);
  }

  /** Ends the pool. After `ms` the remaining connections are destroyed: their server may never answer. */
  const endWithin = async (ms: number): Promise<void> => {
    const timer = setTimeout(() => silence.destroyAll(), ms);
    await pool.end();
    clearTimeout(timer);
  };
  let closing: Promise<void> | undefined;
  return {
    // Both drivers return `{ rows }` and are used only through Drizzle's common type.
    db: drizzle(pool) as unknown as Db,
    engine: 'postgres',
    source: { url: directUrl },
    migrate: async () => {
      await migratePostgres(directUrl);
    },
    checkMigrated: () =>
      withClient(async (client) => {
        await checkMigrated(connectionOf(client));
        await checkJobsSchema(connectionOf(client));
      }),
    load: (tables) =>
      inTransaction((client) =>
        copyRows(tables, async (target, text) => {
          await pipeline(Readable.from([text]), client.query(copyFrom(`copy ${target} from stdin`)));
        }),
      ),
    ping: async () => {
      await pool.query('select 1');
    },
    close: () => {
      silence.stop();
      closing ??= endWithin(closeMs);
      return closing;
    },
  };
};
