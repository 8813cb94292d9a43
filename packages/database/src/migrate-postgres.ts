import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseFault } from './database-fault.ts';
import {
  applyMigrations,
  checkCompatible,
  type MigrationEngine,
  pendingMigrations,
  readSchemaState,
} from './migrate.ts';
import { type Connection, type Migration, readMigrations } from './migrations.ts';
import { unreachable } from './postgres-address.ts';

/** A failed attempt to apply a migration, which will be repeated. */
export type LockTimeout = {
  migration: string;
  attempt: number;
  attempts: number;
  /** The session that has had a transaction open for the longest time, if any. */
  holder: string | undefined;
};

export type MigrationLimits = {
  /** Maximum time a statement may wait for a lock, during which other queries of that table wait behind it. */
  lockMs: number;
  /** Maximum run time of a statement; not of a concurrent one, which blocks nobody. */
  statementMs: number;
  /** Attempts for each migration. */
  attempts: number;
};

export const defaultMigrationLimits: MigrationLimits = {
  lockMs: 2_000,
  statementMs: 600_000,
  attempts: 20,
};

export type MigrationOptions = Partial<MigrationLimits> & {
  migrations?: readonly Migration[];
  onLockTimeout?: (timeout: LockTimeout) => void;
  onApplied?: (migration: Migration) => void;
};

/** An arbitrary advisory lock key, the same in every process. */
const lockKey = 4_817_190_121;
const lockPollMs = 200;
const connectMs = 5_000;
/** SQLSTATE of a lock timeout and of a deadlock. */
const lockFailures = ['55P03', '40P01'];

export const connectionOf = (client: pg.ClientBase): Connection => ({
  query: (text, values) => client.query(text, values),
  run: async (text) => {
    await client.query(text);
  },
});

/**
 * Runs `work` on a connection of its own, which no pool and no pooler shares.
 * @throws DatabaseFault if the server cannot be reached
 */
export const withConnection = async <Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'hofn-migrate',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    options: '-c TimeZone=UTC',
  });
  // A lost connection also fails the query that is running.
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => {
    throw unreachable(url, error);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * Runs `work` while no other process migrates. Polls for the lock: a process that waits in a query keeps a snapshot,
 * and a concurrent index build of the process with the lock would wait for that snapshot for ever.
 */
const withMigrationLock = async <Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> => {
  const tryLock = async () =>
    (await client.query('select pg_try_advisory_lock($1) as locked', [lockKey])).rows[0]?.locked === true;
  while (!(await tryLock())) await pause(lockPollMs);
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]);
  }
};

const longestTransaction = async (client: pg.Client): Promise<string | undefined> => {
  const { rows } = await client.query(
    `select format('process %s of %s (%s), open for %s s', pid, usename, coalesce(nullif(application_name, ''), 'unnamed'),
        extract(epoch from clock_timestamp() - xact_start)::int) as holder
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      order by xact_start limit 1`,
  );
  return rows[0]?.holder;
};

/** Applies a migration, and repeats the attempt, less and less often, while it cannot get its locks. */
const applyWithRetries = async (
  client: pg.Client,
  { name }: Migration,
  apply: () => Promise<void>,
  { lockMs, attempts, onLockTimeout }: MigrationLimits & Pick<MigrationOptions, 'onLockTimeout'>,
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply();
    } catch (error) {
      if (!lockFailures.includes(String((error as { code?: string }).code))) throw error;
      const holder = await longestTransaction(client);
      if (attempt >= attempts)
        throw new DatabaseFault(
          `Migration ${name} could not lock its tables in ${attempts} attempts${holder ? `: ${holder}` : ''}. None of it was applied; run the command again.`,
          { cause: error },
        );
      onLockTimeout?.({ migration: name, attempt, attempts, holder });
      await pause(lockMs * Math.min(attempt, 5));
    }
  }
};

/** Applies the pending migrations on a connection of its own. @returns those applied */
const migrateOn = async (client: pg.Client, options: MigrationOptions): Promise<Migration[]> => {
  const limits = { ...defaultMigrationLimits, ...options };
  const connection = connectionOf(client);
  const engine: MigrationEngine = {
    connection,
    inTransaction: async (work) => {
      await client.query('begin');
      try {
        await client.query(`set local lock_timeout = ${limits.lockMs}`);
        await client.query(`set local statement_timeout = ${limits.statementMs}`);
        await work(connection);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    },
  };
  await client.query('set lock_timeout = 0; set statement_timeout = 0');
  return withMigrationLock(client, () =>
    applyMigrations(engine, limits.migrations, async (migration, apply) => {
      await applyWithRetries(client, migration, apply, limits);
      options.onApplied?.(migration);
    }),
  );
};

/**
 * Migrates PostgreSQL to the newest schema, each migration in its own transaction with a lock timeout and retries, so
 * that a migration that waits for a long transaction delays other queries only as long as that timeout (rule HOLD-9).
 * Changes nothing, and needs no right to, when nothing is pending. Processes that migrate at the same time take turns.
 * @returns the applied migrations
 * @throws DatabaseFault when the database needs newer code, a migration was edited, or one cannot get its locks
 */
export const migratePostgres = (url: string, options: MigrationOptions = {}): Promise<Migration[]> =>
  withConnection(url, async (client) => {
    const { migrations = readMigrations() } = options;
    const state = await readSchemaState(connectionOf(client));
    checkCompatible(state, migrations);
    if (pendingMigrations(state, migrations).length === 0) return [];
    return migrateOn(client, { ...options, migrations });
  });
