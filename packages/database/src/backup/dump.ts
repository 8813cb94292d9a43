import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { DatabaseFault } from '../database-fault.ts';
import type { Database, Db } from '../db.ts';
import type { PostgresTools } from './postgres-tools.ts';

/** A file that was written, by its size and hash. */
export type WrittenFile = { bytes: number; sha256: string };

/** What a dump contains. */
export type DumpFacts = WrittenFile & {
  engine: Database['engine'];
  /** Version of PostgreSQL. */
  server: string;
  /** Names of the migrations applied, in order. */
  migrations: string[];
  /** Rows of each table. */
  tables: Record<string, number>;
};

/** Writes a stream to a new file. */
export const writeHashed = async (content: Readable, path: string): Promise<WrittenFile> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(content, count, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return { bytes, sha256: hash.digest('hex') };
};

// An arbitrary advisory lock key, the same in every process.
const collectionLock = 4_817_190_122;

/**
 * Whether contents may be deleted from the file store now: not while a backup copies them. Holds off the next backup
 * until the transaction ends.
 */
export const mayCollectContents = async (tx: Db): Promise<boolean> => {
  const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock_shared(${collectionLock}) as free`);
  return (rows as Array<{ free: boolean }>)[0]?.free === true;
};

const isLockTimeout = (error: unknown): boolean =>
  (error as { cause?: { code?: string } }).cause?.code === '55P03';

/**
 * Runs `work` while no content is deleted from the file store. The transaction that holds the lock is otherwise idle: it
 * keeps no row versions alive, however long the work takes.
 * @throws DatabaseFault if another backup is running
 */
export const withoutCollection = <Result>(
  { db, source }: Pick<Database, 'db' | 'source'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  // The folder of the embedded engine is locked for this process.
  if ('client' in source) return work();
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${collectionLock})`).catch((error) => {
      throw isLockTimeout(error)
        ? new DatabaseFault('Another backup of this database is running.', { cause: error })
        : error;
    });
    return work();
  });
};

/** Rows of each table outside PostgreSQL's own schemas. */
const countRows = async (db: Db): Promise<Record<string, number>> => {
  const { rows } = await db.execute(
    sql`select format('%I.%I', n.nspname, c.relname) as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
          and n.nspname not like 'pg\_%' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows as Array<{ name: string }>) {
    const counted = await db.execute(sql`select count(*)::text as rows from ${sql.raw(name)}`);
    counts[name] = Number((counted.rows as Array<{ rows: string }>)[0]?.rows);
  }
  return counts;
};

export const readFacts = async (db: Db): Promise<Pick<DumpFacts, 'server' | 'migrations' | 'tables'>> => {
  const present = await db.execute(sql`select to_regclass('schema_migrations') is not null as present`);
  if (!(present.rows as Array<{ present: boolean }>)[0]?.present)
    throw new DatabaseFault('The database is empty: no release has migrated it.');
  const version = await db.execute(sql`select current_setting('server_version') as server`);
  const applied = await db.execute(sql`select name from schema_migrations order by name`);
  return {
    server: (version.rows as Array<{ server: string }>)[0]?.server ?? '',
    migrations: (applied.rows as Array<{ name: string }>).map(({ name }) => name),
    tables: await countRows(db),
  };
};

const majorOf = (server: string): number => Number.parseInt(server, 10);

/** Dumps the embedded engine. Nothing else can write: its folder is locked for this process. */
const dumpEmbedded = async (
  db: Db,
  client: PGlite,
  file: string,
  read: (snapshot: Db) => Promise<void>,
): Promise<DumpFacts> => {
  const facts = await db.transaction(async (tx) => {
    await read(tx);
    return readFacts(tx);
  });
  const image = await client.dumpDataDir('gzip');
  const written = await writeHashed(Readable.from([Buffer.from(await image.arrayBuffer())]), file);
  return { engine: 'embedded', ...facts, ...written };
};

/**
 * Writes a database to a file: PostgreSQL with pg_dump while it is in use, the embedded engine as an image.
 * @param read reads from the same snapshot as the dump
 * @throws DatabaseFault if pg_dump is missing, too old or fails
 */
export const dumpDatabase = (
  { db, source }: Pick<Database, 'db' | 'source'>,
  { file, tools, read }: { file: string; tools: PostgresTools; read: (snapshot: Db) => Promise<void> },
): Promise<DumpFacts> => {
  if ('client' in source) return dumpEmbedded(db, source.client, file, read);
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      const exported = await tx.execute(sql`select pg_export_snapshot() as snapshot`);
      const { snapshot } = exported.rows[0] as { snapshot: string };
      const facts = await readFacts(tx);
      await tools.check('pg_dump', majorOf(facts.server));
      await read(tx);
      const { content, done } = tools.dump(source.url, snapshot);
      const [written] = await Promise.all([writeHashed(content, file), done]);
      return { engine: 'postgres', ...facts, ...written };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
};
