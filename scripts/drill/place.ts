import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@hofn/database';
import { createMigratedFolder, startPostgres } from '@hofn/database/testing.ts';
import { startCaches } from '@hofn/service/testing/start-caches.ts';

/** A machine with the product: where its database and files are. */
export type Place = {
  environment: Record<string, string>;
  files: string;
  open(): Promise<Database>;
  /** Creates the database and opens it. */
  create(): Promise<Database>;
  /** Destroys the database alone. */
  destroyDatabase(): Promise<void>;
  /** Destroys database and files. */
  destroy(): Promise<void>;
};

const newFolder = () => mkdtempSync(join(tmpdir(), 'hofn-drill-'));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

const embeddedPlace = async (): Promise<Place> => {
  const folder = newFolder();
  const [database, files] = [join(folder, 'database'), join(folder, 'files')];
  return {
    environment: { DATABASE_FOLDER: database, FILES_FOLDER: files },
    files,
    open: () => openDatabase({ folder: database }),
    create: async () => {
      await createMigratedFolder(database);
      return openDatabase({ folder: database });
    },
    destroyDatabase: async () => remove(database),
    destroy: async () => remove(folder),
  };
};

const postgresPlace = async (): Promise<Place> => {
  const folder = newFolder();
  const files = join(folder, 'files');
  const server = await startPostgres();
  if (!server) throw new Error('PostgreSQL is not installed');
  const { url } = server;
  return {
    environment: { DATABASE_URL: url, FILES_FOLDER: files },
    files,
    open: () => openDatabase({ url }),
    create: async () => {
      const database = await openDatabase({ url });
      await database.migrate();
      return database;
    },
    destroyDatabase: async () => {
      const database = await openDatabase({ url });
      await database.db.execute('drop schema public cascade');
      await database.db.execute('drop schema if exists jobs, insurance cascade');
      await database.db.execute('create schema public');
      await database.close();
    },
    destroy: async () => {
      await server.stop();
      remove(folder);
    },
  };
};

/** A new, empty machine. */
export const newPlace = (engine: 'embedded' | 'PostgreSQL'): Promise<Place> =>
  engine === 'embedded' ? embeddedPlace() : postgresPlace();

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a command of package.json, as `npm run` does. @returns its exit code and output */
export const runScript = (
  script: 'backup' | 'restore' | 'verify',
  args: string[],
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const command: string[] = scripts[script].replace('node scripts/with-node.mjs node ', '').split(' ');
  const { PATH = '' } = process.env;
  const env = { ...startCaches(), PATH, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [...command, ...args], { cwd: root, env }, (error, stdout, stderr) => {
      const code = error ? ((error.code as number | undefined) ?? 1) : 0;
      resolve({ code, output: stdout + stderr });
    });
  });
};
