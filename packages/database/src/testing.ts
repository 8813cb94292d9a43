import { createHash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
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
import { postgresTools } from './backup/postgres-tools.ts';
import { restoreDump } from './backup/restore.ts';
import { openInMemory } from './embedded.ts';
import { jobsSchema, migrateJobs } from './jobs-schema.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { readMigrations } from './migrations.ts';
import { type Database, openDatabase } from './open.ts';
import { applyRoles } from './roles/apply-roles.ts';
import { jobServices, roleOf, type Service } from './roles/table-access.ts';
import { findPostgres, type TestServer } from './test-server.ts';
import { MemoryImage } from './testing/memory-image.ts';

export { startPostgres } from './test-server.ts';

const cache = fileURLToPath(new URL('../../../.cache/', import.meta.url));

/** Adds a line to the end of `npm test`'s output, for what could not be tested on this machine. */
export const noteForTestReport = (line: string): void => {
  mkdirSync(cache, { recursive: true });
  const file = join(cache, 'test-notes.txt');
  const isNoted = existsSync(file) && readFileSync(file, 'utf8').split('\n').includes(line);
  if (!isNoted) appendFileSync(file, `${line}\n`);
};

const day = 86_400_000;

// An image is forty megabytes, and every new migration adds one.
const removeOldImages = (): void => {
  for (const name of readdirSync(cache).filter((entry) => entry.startsWith('database-'))) {
    const file = join(cache, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > day) rmSync(file, { recursive: true, force: true });
  }
};

const buildImage = async (file: string): Promise<void> => {
  const database = await openInMemory();
  await database.migrate();
  const image = await database.client.dumpDataDir('none');
  await database.close();
  mkdirSync(cache, { recursive: true });
  // Several workers may build it at once: each renames a complete file into place, and any of them will do.
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, Buffer.from(await image.arrayBuffer()));
  renameSync(draft, file);
  removeOldImages();
};

const hashOfMigrations = (): string => {
  const hash = createHash('sha256');
  for (const migration of readMigrations()) hash.update(migration.hash);
  return hash.digest('hex').slice(0, 16);
};

/** Path of an image of a migrated, empty database. */
const migratedImage = async (): Promise<string> => {
  const file = join(cache, `database-${hashOfMigrations()}.tar`);
  if (!existsSync(file)) await buildImage(file);
  return file;
};

let imageOfWorker: Promise<MemoryImage> | undefined;

const embeddedDatabase = async (): Promise<Database> => {
  imageOfWorker ??= migratedImage().then((file) => new MemoryImage(readFileSync(file)));
  return openInMemory((await imageOfWorker).fileSystem());
};

/** Path of a folder with a migrated, empty database of the embedded engine. */
const migratedFolder = async (): Promise<string> => {
  const folder = join(cache, `database-${hashOfMigrations()}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${randomUUID()}`;
  const tools = postgresTools(undefined);
  await restoreDump({ folder: draft }, { file: await migratedImage(), replace: false, tools });
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another worker was faster: a folder that has files is not replaced.
    if (!existsSync(folder)) throw error;
    rmSync(draft, { recursive: true });
  }
  return folder;
};

/**
 * Creates a migrated, empty database of the embedded engine in a folder: a copy. From nothing it costs six seconds of CPU,
 * and is left to the tests that are about it.
 */
export const createMigratedFolder = async (folder: string): Promise<void> =>
  cpSync(await migratedFolder(), folder, { recursive: true });

/** A PostgreSQL; `pooledUrl` leads to it through PgBouncer, in a run that tests that. */
type ServerOfRun = Pick<TestServer, 'url'> & { pooledUrl?: string };

/**
 * The PostgreSQL of this test run, started on first use. @throws Error with the server's output if it does not start
 */
export const serverOfRun = async (): Promise<ServerOfRun> => {
  const answer = await text(connect(inject('postgresPort'), '127.0.0.1'));
  if (!answer.startsWith('{')) throw new Error(answer || 'PostgreSQL is no longer available');
  return JSON.parse(answer);
};

const administer = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const urlOf = (server: Pick<TestServer, 'url'>, name: string): string => {
  const url = new URL(server.url);
  url.pathname = name;
  return url.href;
};

/** The options of `openDatabase` for a PostgreSQL. */
export type Connection = { url: string; directUrl?: string };

/** The same as settings of a process. */
export const settingsOf = ({ url, directUrl = '' }: Connection): Record<string, string> => ({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: directUrl,
});

/**
 * How a service connects to a database of a server: with the same user and name through its pooler, if it has one, and past
 * that to the database itself.
 */
export const connectionTo = ({ pooledUrl }: ServerOfRun, url: string): Connection => {
  if (!pooledUrl) return { url };
  const { username, pathname } = new URL(url);
  return { url: Object.assign(new URL(pooledUrl), { username, pathname }).href, directUrl: url };
};

// Without digits: ten of them in a row are masked in logs, as a kennitala is.
const newName = (): string =>
  `test_${randomUUID()
    .replaceAll('-', '')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`;

/** URL of a new, empty database on a test server. */
export const emptyDatabase = async (server: Pick<TestServer, 'url'>): Promise<string> => {
  const name = newName();
  await administer(server.url, (client) => client.query(`create database ${name}`));
  return urlOf(server, name);
};

/** The URL with which a service connects. */
export const urlOfRole = (url: string, service: Service): string => {
  const ofRole = new URL(url);
  ofRole.username = roleOf(service);
  return ofRole.href;
};

/**
 * URL of a new, empty, migrated database with the services' roles, cloned from a template that is created once per run.
 */
export const migratedDatabase = (server: Pick<TestServer, 'url'>): Promise<string> =>
  administer(server.url, async (client) => {
    const template = `template_${hashOfMigrations()}`;
    // Held until this connection ends, so that others find the template complete.
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (!rowCount) {
      const draft = newName();
      await client.query(`create database ${draft}`);
      const url = urlOf(server, draft);
      await migratePostgres(url);
      await migrateJobs(url);
      await applyRoles(url, { create: true });
      // A test clock keeps its time in a table that it creates, which every session that sends jobs reads.
      await administer(url, (inside) =>
        inside.query(
          `alter default privileges in schema ${jobsSchema} grant select on tables to ${jobServices.map(roleOf).join(', ')}`,
        ),
      );
      await client.query(`alter database ${draft} rename to ${template}`);
    }
    const name = newName();
    // Half the time of the default: without fsync the checkpoints that copying files needs cost nothing.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
    return urlOf(server, name);
  });

/** Opens a database in a service's role; only those of `postgresDatabase`. */
const openersOfRoles = new WeakMap<Database, (service: Service) => Promise<Database>>();

/**
 * The database as a service has it in production: on PostgreSQL in the role of that service, with its rights only (rule
 * HOLD-16). Closed with `database`. The embedded engine, and a database that a test has wrapped, are returned as they are.
 */
export const inRoleOf = (service: Service, database: Database): Promise<Database> =>
  openersOfRoles.get(database)?.(service) ?? Promise.resolve(database);

/** A new database on the run's PostgreSQL, dropped on close. */
const postgresDatabase = async (): Promise<Database> => {
  const server = await serverOfRun();
  const url = await migratedDatabase(server);
  const database = await openDatabase(connectionTo(server, url));
  const inRoles = new Map<Service, Promise<Database>>();
  const openInRole = (service: Service): Promise<Database> => {
    const opened = inRoles.get(service) ?? openDatabase(connectionTo(server, urlOfRole(url, service)));
    inRoles.set(service, opened);
    return opened;
  };
  let closing: Promise<void> | undefined;
  const closeAndDrop = async () => {
    for (const opened of inRoles.values()) await (await opened).close();
    await database.close();
    await administer(server.url, async (client) => {
      await client.query(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
    });
  };
  const whole: Database = {
    ...database,
    close: () => {
      closing ??= closeAndDrop();
      return closing;
    },
  };
  openersOfRoles.set(whole, openInRole);
  return whole;
};

/** Whether this run has a PostgreSQL; if not, the end of `npm test`'s output says so. */
const hasPostgres = (): boolean => {
  // Browser tests also start services, but have no PostgreSQL of the run.
  if (!process.env.VITEST || process.env.TEST_ENGINE === 'embedded') return false;
  const installation = findPostgres();
  if (typeof installation === 'string') noteForTestReport(`Database tests on PostgreSQL: ${installation}.`);
  return typeof installation !== 'string';
};

/**
 * An empty, migrated database, which the test must close. On PostgreSQL, where cloning the schema costs a tenth of
 * starting the embedded engine; embedded if there is no PostgreSQL, in browser tests, and with
 * `TEST_ENGINE=embedded`.
 */
export const testDatabase = (): Promise<Database> =>
  hasPostgres() ? postgresDatabase() : embeddedDatabase();

/** A test suite that opens databases; each is closed after the suite, and closing twice is harmless. */
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

/** Runs tests on the engine `testDatabase` chooses. `open` returns an empty, migrated database. */
export const describeWithDatabase = (name: string, suite: DatabaseSuite): void => {
  describe(name, () => withCleanUp(testDatabase, suite));
};

/**
 * Runs the same tests on the embedded engine and on PostgreSQL, for code that could behave differently on the two;
 * `scripts/checks/engines.ts` lists it.
 */
export const describeEachEngine = (name: string, suite: DatabaseSuite): void => {
  describe(`${name} (embedded)`, () => withCleanUp(embeddedDatabase, suite));
  if (hasPostgres()) describe(`${name} (PostgreSQL)`, () => withCleanUp(postgresDatabase, suite));
};
