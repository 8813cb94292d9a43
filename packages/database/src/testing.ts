import { createHash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, describe, inject } from 'vitest';
import { openInMemory } from './embedded.ts';
import { readMigrations } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';
import { findPostgres, type TestServer } from './test-server.ts';

export { startPostgres } from './test-server.ts';

const cache = fileURLToPath(new URL('../../../.cache/', import.meta.url));

/** Adds a line to what `npm test` prints last, as what could not be tested on this machine. */
export const noteForTestReport = (line: string): void => {
  mkdirSync(cache, { recursive: true });
  const file = join(cache, 'test-notes.txt');
  const noted = existsSync(file) && readFileSync(file, 'utf8').split('\n').includes(line);
  if (!noted) appendFileSync(file, `${line}\n`);
};

const day = 86_400_000;

// Each has forty megabytes, and every new migration makes another.
const removeOldImages = (): void => {
  for (const name of readdirSync(cache).filter((entry) => entry.startsWith('database-'))) {
    const file = join(cache, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > day) rmSync(file, { force: true });
  }
};

const buildImage = async (file: string): Promise<Blob> => {
  const database = await openInMemory();
  await database.migrate();
  const image = await database.client.dumpDataDir('none');
  await database.close();
  mkdirSync(cache, { recursive: true });
  // Several workers may build it at once: each renames a whole file into place, and any of them will do.
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, Buffer.from(await image.arrayBuffer()));
  renameSync(draft, file);
  removeOldImages();
  return image;
};

const hashOfMigrations = (): string => {
  const hash = createHash('sha256');
  for (const migration of readMigrations()) hash.update(migration.hash);
  return hash.digest('hex').slice(0, 16);
};

const migratedImage = async (): Promise<Blob> => {
  const file = join(cache, `database-${hashOfMigrations()}.tar`);
  return existsSync(file) ? new Blob([readFileSync(file)]) : buildImage(file);
};

const embeddedDatabase = async (): Promise<Database> => openInMemory(await migratedImage());

/** The PostgreSQL of this run, which its first asker starts. @throws Error with the server's words when it does not */
export const serverOfRun = async (): Promise<Pick<TestServer, 'url'>> => {
  const answer = await text(connect(inject('postgresPort'), '127.0.0.1'));
  if (!answer.startsWith('postgres:')) throw new Error(answer || 'PostgreSQL went away between two looks');
  return { url: answer };
};

const administer = async <T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
};

const urlOf = (server: Pick<TestServer, 'url'>, name: string): string => {
  const url = new URL(server.url);
  url.pathname = name;
  return url.href;
};

const newName = (): string => `test_${randomUUID().replaceAll('-', '')}`;

/** URL of a new, empty database on a test server. */
export const emptyDatabase = async (server: Pick<TestServer, 'url'>): Promise<string> => {
  const name = newName();
  await administer(server.url, (client) => client.query(`create database ${name}`));
  return urlOf(server, name);
};

/** URL of a new database with the newest schema and no rows, copied from one that is made once in a run. */
const migratedDatabase = (server: Pick<TestServer, 'url'>): Promise<string> =>
  administer(server.url, async (client) => {
    const model = `model_${hashOfMigrations()}`;
    // Held until this connection ends: whoever comes second finds the model whole.
    await client.query('select pg_advisory_lock(hashtext($1))', [model]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [model]);
    if (!rowCount) {
      const draft = newName();
      await client.query(`create database ${draft}`);
      const database = await openDatabase({ url: urlOf(server, draft) });
      await database.migrate();
      await database.close();
      await client.query(`alter database ${draft} rename to ${model}`);
    }
    const name = newName();
    await client.query(`create database ${name} template ${model}`);
    return urlOf(server, name);
  });

/** A new database on the run's PostgreSQL, dropped when it is closed. */
const postgresDatabase = async (): Promise<Database> => {
  const server = await serverOfRun();
  const url = await migratedDatabase(server);
  const database = await openDatabase({ url });
  let closing: Promise<void> | undefined;
  const closeAndDrop = async () => {
    await database.close();
    await administer(server.url, async (client) => {
      await client.query(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
    });
  };
  return {
    ...database,
    close: () => {
      closing ??= closeAndDrop();
      return closing;
    },
  };
};

/** Whether this run has a PostgreSQL; where the machine has none, the last lines of `npm test` say so. */
const hasPostgres = (): boolean => {
  // Browser tests start services too, and have no server of the run.
  if (!process.env.VITEST || process.env.TEST_ENGINE === 'embedded') return false;
  const found = findPostgres();
  if (typeof found === 'string') noteForTestReport(`Database tests on PostgreSQL: ${found}.`);
  return typeof found !== 'string';
};

/**
 * A database with the newest schema and no rows, which the test closes: on PostgreSQL, where a copy of the schema costs
 * a tenth of starting the embedded engine, or embedded where there is no PostgreSQL, in browser tests, and with
 * `TEST_ENGINE=embedded`.
 */
export const testDatabase = (): Promise<Database> =>
  hasPostgres() ? postgresDatabase() : embeddedDatabase();

/** A suite that opens databases: each is closed after the suite, its second close does nothing. */
export type DatabaseSuite = (open: () => Promise<Database>) => void;

const withCleanUp = (open: () => Promise<Database>, suite: DatabaseSuite): void => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map((database) => database.close())));
  suite(async () => {
    const database = await open();
    opened.push(database);
    return database;
  });
};

/** Runs tests on one engine, as `testDatabase` chooses it. `open` gives a migrated database with no rows. */
export const describeWithDatabase = (name: string, suite: DatabaseSuite): void => {
  describe(name, () => withCleanUp(testDatabase, suite));
};

/**
 * Runs the same tests on the embedded engine and on PostgreSQL. It is for code that could behave differently on the
 * two; `scripts/checks/engines.ts` lists it.
 */
export const describeEachEngine = (name: string, suite: DatabaseSuite): void => {
  describe(`${name} (embedded)`, () => withCleanUp(embeddedDatabase, suite));
  if (hasPostgres()) describe(`${name} (PostgreSQL)`, () => withCleanUp(postgresDatabase, suite));
};
