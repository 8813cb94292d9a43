import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyRows } from './copy.ts';
import type { Database, DatabaseLogger, Db } from './db.ts';
import { DatabaseFault } from './fault.ts';
import { applyMigrations, type Connection, checkNotNewer } from './migrate.ts';
import { watchSilence } from './silence.ts';

const connectionOf = (client: pg.ClientBase): Connection => ({
  query: (text, values) => client.query(text, values),
  run: async (text) => {
    await client.query(text);
  },
});

// Where a URL points, for messages: without user and password.
const placeOf = (url: string): string => {
  const wrong = new DatabaseFault(
    'DATABASE_URL is not the address of a PostgreSQL database: write postgres://user:password@host:5432/name.',
  );
  if (!URL.canParse(url)) throw wrong;
  const { protocol, host, pathname } = new URL(url);
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') throw wrong;
  return `${decodeURIComponent(host)}${pathname}`;
};

const closeMs = 5_000;
const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOENT: 'nothing answers there',
  ENOTFOUND: 'no such host',
  ETIMEDOUT: 'no answer in time',
  '28P01': 'wrong user or password',
  '28000': 'the server does not let this user in',
  '3D000': 'no such database',
  '53300': 'the server has no connection free',
  '57P03': 'the server is starting up',
};

const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message: string };
  return (code && reasons[code]) || message || String(code);
};

/** Size and time limits of the connections to PostgreSQL. Milliseconds. */
export type PoolLimits = {
  connections: number;
  /** Longest wait for a connection. */
  connectMs: number;
  /** Longest that a statement may run. */
  statementMs: number;
  /** Longest that a statement may wait for a lock. */
  lockMs: number;
  /** Longest that a transaction may be idle between two statements. */
  idleInTransactionMs: number;
  /** Interval of the look at silent connections, and longest wait for the answer of one. */
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
 * PostgreSQL 15 or later, through a pool of connections.
 * @param given `directUrl` leads past a pooler in transaction mode, to the server: migrations and jobs go there
 * @throws DatabaseFault when the URL is wrong, nobody answers, or the schema is newer than the code.
 */
export const openPostgres = async (
  url: string,
  {
    logger,
    directUrl = url,
    ...given
  }: Partial<PoolLimits> & { logger?: DatabaseLogger; directUrl?: string } = {},
): Promise<Database> => {
  const place = placeOf(url);
  placeOf(directUrl);
  const limits = { ...defaultPoolLimits, ...given };
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
      // Longer than a statement waits for a lock: a pool that waits for one lock is not silent for that long.
      poolMs: limits.lockMs + limits.watchMs / 2,
      statementMs: limits.statementMs + limits.watchMs,
      isPooled: directUrl !== url,
    },
    logger,
  );
  // A connection that breaks while idle raises this; unheard it would end the process.
  pool.on('error', (error) => logger?.error({ err: error }, 'an idle database connection was lost'));

  const withClient = async <Result>(use: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect();
    try {
      return await use(client);
    } finally {
      client.release();
    }
  };

  // A large table may take longer than a request ever should, and so may waiting for another copy that migrates.
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
    await withClient((client) => checkNotNewer(connectionOf(client)));
  } catch (error) {
    silence.stop();
    await pool.end();
    if (error instanceof DatabaseFault) throw error;
    throw new DatabaseFault(`PostgreSQL at ${place} cannot be reached: ${reasonOf(error)}.`, {
      cause: error,
    });
  }

  /** Ends the pool. What is still under way after `ms` is on a dead connection, and would be waited for without end. */
  const endWithin = async (ms: number): Promise<void> => {
    const timer = setTimeout(() => silence.destroyAll(), ms);
    await pool.end();
    clearTimeout(timer);
  };
  let closing: Promise<void> | undefined;
  return {
    // Both drivers answer `{ rows }` and are used through Drizzle's common type alone.
    db: drizzle(pool) as unknown as Db,
    engine: 'postgres',
    source: { url: directUrl },
    migrate: () => applyMigrations((work) => inTransaction((client) => work(connectionOf(client)))),
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
