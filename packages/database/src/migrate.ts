import { DatabaseFault } from './database-fault.ts';
import { type Connection, type Migration, readMigrations } from './migrations.ts';
import { buildIndex, expectUniqueValues } from './repeated-values.ts';

/** How an engine runs migrations. */
export type MigrationEngine = {
  /** For statements outside a transaction. */
  connection: Connection;
  /** Runs `work` in one transaction. */
  inTransaction(work: (connection: Connection) => Promise<void>): Promise<void>;
};

/** What a database records about its migrations. */
export type SchemaState = {
  /** Applied migrations with the hash of their file. */
  applied: ReadonlyMap<string, string>;
  /** Applied migrations that broke older code, and the oldest migration that code must know since. */
  floors: ReadonlyArray<{ name: string; floor: string }>;
};

/**
 * Releases up to this migration refuse to start when `schema_migrations` names one that they do not know. Later
 * migrations are recorded in `schema_history`, which those releases do not read, so that they can still restart.
 */
export const lastInFirstTable = '0036_document_marks_of_any_role';

const tablesOf = async (connection: Connection): Promise<{ first: boolean; history: boolean }> => {
  const { rows } = await connection.query(
    `select to_regclass('public.schema_migrations') is not null as first,
      to_regclass('public.schema_history') is not null as history`,
  );
  return { first: rows[0]?.first === true, history: rows[0]?.history === true };
};

/** Reads which migrations a database has; an empty database has none. */
export const readSchemaState = async (connection: Connection): Promise<SchemaState> => {
  const { first, history } = await tablesOf(connection);
  const rows = [
    ...(first ? (await connection.query('select name, hash from schema_migrations')).rows : []),
    ...(history ? (await connection.query('select name, hash, floor from schema_history')).rows : []),
  ];
  return {
    applied: new Map(rows.map(({ name, hash }) => [String(name), String(hash)])),
    floors: rows.flatMap(({ name, floor }) => (floor ? [{ name: String(name), floor: String(floor) }] : [])),
  };
};

/**
 * Checks that this code works with a schema. Migrations that it does not know are accepted, because the previous
 * release must keep running and restarting after the next one has migrated (rule HOLD-9), unless their floor is one.
 * @throws DatabaseFault naming the migration that the code would have to know
 */
export const checkCompatible = ({ floors }: SchemaState, migrations: readonly Migration[]): void => {
  const known = new Set(migrations.map(({ name }) => name));
  const broken = floors.find(({ floor }) => !known.has(floor));
  if (broken)
    throw new DatabaseFault(
      `This release is too old for the database: since ${broken.name} it needs a release with ${broken.floor}. Start a newer release.`,
    );
};

/**
 * Migrations not yet applied, in order.
 * @throws DatabaseFault if a migration was edited after it was applied
 */
export const pendingMigrations = (
  { applied }: SchemaState,
  migrations: readonly Migration[],
): Migration[] => {
  const edited = migrations.find(({ name, hash }) => applied.has(name) && applied.get(name) !== hash);
  if (edited)
    throw new DatabaseFault(
      `Migration ${edited.name} was changed after it was applied. Put the file back and add a new migration instead.`,
    );
  return migrations.filter(({ name }) => !applied.has(name));
};

/** @throws DatabaseFault if the database needs newer code */
export const checkDatabaseCompatible = async (connection: Connection): Promise<void> =>
  checkCompatible(await readSchemaState(connection), readMigrations());

/**
 * Checks that all migrations of this code have been applied.
 * @throws DatabaseFault naming the command to run, or as `checkCompatible` and `pendingMigrations` do
 */
export const checkMigrated = async (
  connection: Connection,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> => {
  const state = await readSchemaState(connection);
  checkCompatible(state, migrations);
  const [next, ...more] = pendingMigrations(state, migrations);
  if (next)
    throw new DatabaseFault(
      `The database lacks ${next.name}${more.length > 0 ? ` and ${more.length} more` : ''}. Run "npm run migrate" of this release first.`,
    );
};

/** Creates the tables that record migrations. */
const createRecords = ({ connection }: MigrationEngine): Promise<void> =>
  connection.run(
    `create table if not exists schema_migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default clock_timestamp());
    create table if not exists schema_history (
      name text primary key, hash text not null, floor text, applied_at timestamptz not null default clock_timestamp())`,
  );

const isApplied = async (connection: Connection, name: string): Promise<boolean> =>
  (
    await connection.query(
      'select 1 from schema_migrations where name = $1 union all select 1 from schema_history where name = $1',
      [name],
    )
  ).rows.length > 0;

/** Records a migration as applied. */
const record = async (connection: Connection, { name, hash, floor }: Migration): Promise<void> => {
  if (name <= lastInFirstTable)
    await connection.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash]);
  else
    await connection.query('insert into schema_history (name, hash, floor) values ($1, $2, $3)', [
      name,
      hash,
      floor ?? null,
    ]);
};

/** Drops the index that an interrupted concurrent build of this migration has left invalid. */
const dropInvalidIndex = async (connection: Connection, statement: string): Promise<void> => {
  const { rows } = await connection.query(
    `select indexrelid::regclass::text as index, relname from pg_index join pg_class on oid = indexrelid
      where not indisvalid and relnamespace in (select oid from pg_namespace where nspname in ('public', 'insurance'))`,
  );
  for (const { index, relname } of rows)
    if (new RegExp(`\\b${String(relname)}\\b`).test(statement))
      await connection.run(`drop index concurrently if exists ${String(index)}`);
};

/** Applies one migration that is pending, and records it. Applies nothing if another process has applied it since. */
const applyOne = async (engine: MigrationEngine, migration: Migration): Promise<void> => {
  const { name, statements, isConcurrent } = migration;
  if (isConcurrent) {
    const { connection } = engine;
    const [statement = ''] = statements;
    if (await isApplied(connection, name)) return;
    await dropInvalidIndex(connection, statement);
    await buildIndex(connection, migration);
    await record(connection, migration);
    return;
  }
  await engine.inTransaction(async (connection) => {
    if (await isApplied(connection, name)) return;
    for (const statement of statements) await connection.run(statement);
    await record(connection, migration);
  });
};

/**
 * Migrates a database to the newest schema of `migrations`, each migration in its own transaction.
 * @param attempt wraps the application of one migration, for retries
 * @returns the applied migrations
 * @throws DatabaseFault as `checkCompatible`, `pendingMigrations` and `expectUniqueValues` do
 */
export const applyMigrations = async (
  engine: MigrationEngine,
  migrations: readonly Migration[] = readMigrations(),
  attempt: (migration: Migration, apply: () => Promise<void>) => Promise<void> = (_migration, apply) =>
    apply(),
): Promise<Migration[]> => {
  const state = await readSchemaState(engine.connection);
  checkCompatible(state, migrations);
  const pending = pendingMigrations(state, migrations);
  await expectUniqueValues(engine.connection, pending);
  if (pending.length > 0) await createRecords(engine);
  for (const migration of pending) await attempt(migration, () => applyOne(engine, migration));
  return pending;
};
