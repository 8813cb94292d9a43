import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DatabaseFault } from './database-fault.ts';

/** A database connection, of either engine. */
export type Connection = {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** Runs statements without results. */
  run(text: string): Promise<void>;
};

/** Runs `work` on one connection in one transaction. */
export type InTransaction = (work: (connection: Connection) => Promise<void>) => Promise<void>;

export type Migration = { name: string; hash: string; statements: string[] };

const folder = new URL('../migrations/', import.meta.url);

/** The migrations known to this code, in order. `hash` is that of the file. */
export const readMigrations = (): Migration[] => {
  const journal = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as {
    entries: { tag: string }[];
  };
  return journal.entries.map(({ tag }) => {
    const text = readFileSync(new URL(`${tag}.sql`, folder), 'utf8');
    return {
      name: tag,
      hash: createHash('sha256').update(text).digest('hex'),
      statements: text.split('--> statement-breakpoint').map((statement) => statement.trim()),
    };
  });
};

const readApplied = async (connection: Connection): Promise<Map<string, string>> => {
  const table = await connection.query(
    `select to_regclass('public.schema_migrations') is not null as present`,
  );
  if (!table.rows[0]?.present) return new Map();
  const { rows } = await connection.query('select name, hash from schema_migrations');
  return new Map(rows.map((row) => [String(row.name), String(row.hash)]));
};

const refuseNewer = (done: Map<string, string>, known: Migration[]): void => {
  const names = new Set(known.map(({ name }) => name));
  const unknown = [...done.keys()].filter((name) => !names.has(name));
  if (unknown.length > 0) {
    throw new DatabaseFault(
      `The database is newer than this code: it has ${unknown.join(', ')}. Start the version that migrated it, or a later one.`,
    );
  }
};

/** @throws DatabaseFault if the database has a migration that this code does not know. */
export const checkNotNewer = async (connection: Connection): Promise<void> =>
  refuseNewer(await readApplied(connection), readMigrations());

// An arbitrary advisory lock key, the same in every process.
const lockKey = 4_817_190_121;

/**
 * Migrates the database to the newest schema in one transaction. Processes that start at the same time wait for one
 * another on an advisory lock, and the later ones find nothing left to do.
 * @throws DatabaseFault if the database is newer than the code, or a migration was edited after it was applied.
 */
export const applyMigrations = (inTransaction: InTransaction, migrations = readMigrations()): Promise<void> =>
  inTransaction(async (connection) => {
    await connection.query('select pg_advisory_xact_lock($1)', [lockKey]);
    await connection.run(
      `create table if not exists schema_migrations (
        name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    );
    const done = await readApplied(connection);
    refuseNewer(done, migrations);
    for (const { name, hash, statements } of migrations) {
      const appliedHash = done.get(name);
      if (appliedHash === hash) continue;
      if (appliedHash) {
        throw new DatabaseFault(
          `Migration ${name} was changed after it was applied. Put the file back and add a new migration instead.`,
        );
      }
      for (const statement of statements) await connection.run(statement);
      await connection.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash]);
    }
  });
