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
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { openInMemory } from './embedded.ts';
import { readMigrations } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';
import { findPostgres, startPostgres, type TestServer } from './test-server.ts';

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

const migratedImage = async (): Promise<Blob> => {
  const hash = createHash('sha256');
  for (const migration of readMigrations()) hash.update(migration.hash);
  const file = join(cache, `database-${hash.digest('hex').slice(0, 16)}.tar`);
  return existsSync(file) ? new Blob([readFileSync(file)]) : buildImage(file);
};

/** A database in memory with the newest schema and no rows, from a cached image. The test closes it. */
export const testDatabase = async (): Promise<Database> => openInMemory(await migratedImage());

const administer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** URL of a new, empty database on a test server. */
export const emptyDatabase = async (server: TestServer): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server.url, `create database ${name}`);
  const url = new URL(server.url);
  url.pathname = name;
  return url.href;
};

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
    let server: TestServer | undefined;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server?.stop());
    withCleanUp(async () => {
      if (!server) throw new Error('PostgreSQL went away between two looks at this machine');
      const database = await openDatabase({ url: await emptyDatabase(server) });
      await database.migrate();
      return database;
    });
  });
};
