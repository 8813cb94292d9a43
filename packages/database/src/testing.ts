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
import { afterAll, beforeAll, describe, inject } from 'vitest';
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

/** A database in memory with the newest schema and no rows, from a cached image. The test closes it. */
export const testDatabase = async (): Promise<Database> => openInMemory(await migratedImage());

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

/**
 * Runs the same tests on the embedded engine and on PostgreSQL. `open` gives a migrated database with no rows;
 * it is closed after the suite. Where PostgreSQL cannot run, the last lines of `npm test` say so.
 */
export const describeEachEngine = (name: string, suite: (open: () => Promise<Database>) => void): void => {
  const withCleanUp = (open: () => Promise<Database>) => {
    const opened: Database[] = [];
    afterAll(() => Promise.all(opened.map((database) => database.close())));
    suite(async () => {
      const database = await open();
      opened.push(database);
      return database;
    });
  };

  describe(`${name} (embedded)`, () => withCleanUp(testDatabase));

  const found = findPostgres();
  if (typeof found === 'string') {
    noteForTestReport(`Database tests on PostgreSQL: ${found}.`);
    return;
  }
  describe(`${name} (PostgreSQL)`, () => {
    let server: Pick<TestServer, 'url'>;
    const made: string[] = [];
    beforeAll(async () => {
      server = await serverOfRun();
    });
    // They are closed by then: what was registered last runs first.
    afterAll(() =>
      administer(server.url, async (client) => {
        for (const url of made)
          await client.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
      }),
    );
    withCleanUp(async () => {
      const url = await migratedDatabase(server);
      made.push(url);
      return openDatabase({ url });
    });
  });
};
