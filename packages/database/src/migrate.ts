import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DatabaseFault } from './fault.ts';

/** One connection to the database, whichever the engine. */
export type Connection = {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** Runs statements that answer nothing. */
  run(text: string): Promise<void>;
};

/** Runs work on one connection in one transaction: all of it stands, or none. */
export type InTransaction = (work: (connection: Connection) => Promise<void>) => Promise<void>;

export type Migration = { name: string; hash: string; statements: string[] };

const folder = new URL('../migrations/', import.meta.url);

/** The migrations that this code knows, in order. `hash` is of the file as it stands. */
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

const applied = async (connection: Connection): Promise<Map<string, string>> => {
  const table = await connection.query(`select to_regclass('public.schema_migrations') is not null as found`);
  if (!table.rows[0]?.found) return new Map();
  const { rows } = await connection.query('select name, hash from schema_migrations');
  return new Map(rows.map((row) => [String(row.name), String(row.hash)]));
};

const refuseNewer = (done: Map<string, string>, known: Migration[]): void => {
  const names = new Set(known.map(({ name }) => name));
  const unknown = [...done.keys()].filter((name) => !names.has(name));
  if (unknown.length > 0) {
    throw new DatabaseFault(
      `The database is newer than this code: it has ${unknown.join(', ')}. Start the version that made it, or a later one.`,
    );
  }
};

/** @throws DatabaseFault when the database holds a migration that this code does not know. */
export const checkNotNewer = async (connection: Connection): Promise<void> =>
  refuseNewer(await applied(connection), readMigrations());

// Any number will do, as long as every copy asks for the same one.
const lockKey = 4_817_190_121;

/**
 * Brings the database to the newest schema, in one transaction: all of it or none. Copies that start at the same
 * time wait for one another on an advisory lock, and the later ones find nothing left to do.
 * @throws DatabaseFault when the database is newer than the code, or a migration was edited after it was applied.
 */
export const applyMigrations = (inTransaction: InTransaction, migrations = readMigrations()): Promise<void> =>
  inTransaction(async (connection) => {
    await connection.query('select pg_advisory_xact_lock($1)', [lockKey]);
    await connection.run(
      `create table if not exists schema_migrations (
        name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    );
    const done = await applied(connection);
    refuseNewer(done, migrations);
    for (const { name, hash, statements } of migrations) {
      const earlier = done.get(name);
      if (earlier === hash) continue;
      if (earlier) {
        throw new DatabaseFault(
          `Migration ${name} was changed after it was applied. Put the file back and add a new migration instead.`,
        );
      }
      for (const statement of statements) await connection.run(statement);
      await connection.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash]);
    }
  });
