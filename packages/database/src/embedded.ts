import { join } from 'node:path';
import { type MemoryFS, PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { copyRows } from './copy-rows.ts';
import { DatabaseFault } from './database-fault.ts';
import type { Database, Db } from './db.ts';
import { lockFolder } from './folder-lock.ts';
import { applyMigrations, checkDatabaseCompatible, checkMigrated } from './migrate.ts';
import type { Connection } from './migrations.ts';

const connectionOf = (client: Pick<PGlite, 'query' | 'exec'>): Connection => ({
  query: (text, values) => client.query<Record<string, unknown>>(text, values),
  run: async (text) => {
    await client.exec(text);
  },
});

const wrap = (client: PGlite, release: () => void): Database => {
  let closing: Promise<void> | undefined;
  return {
    // Both drivers return `{ rows }` and are used only through Drizzle's common type.
    db: drizzle(client) as unknown as Db,
    engine: 'embedded',
    source: { client },
    migrate: async () => {
      await applyMigrations({
        connection: connectionOf(client),
        inTransaction: (work) => client.transaction((inside) => work(connectionOf(inside))),
      });
    },
    checkMigrated: () => checkMigrated(connectionOf(client)),
    load: (tables) =>
      client.transaction((inside) =>
        copyRows(tables, async (target, text) => {
          await inside.query(`copy ${target} from '/dev/blob'`, [], { blob: new Blob([text]) });
        }),
      ),
    ping: async () => {
      await client.query('select 1');
    },
    close: () => {
      closing ??= client.close().finally(release);
      return closing;
    },
  };
};

/**
 * PGlite's start options, with a smaller page cache. It fills its default of 128 MB with zeros whenever a database is
 * opened, a quarter of the CPU that opening in memory takes. Other pages come from memory or the system's file cache.
 */
export const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** Opens PGlite in memory, empty or with the database that is in `fs`. Closing discards the data. */
export const openInMemory = async (fs?: MemoryFS): Promise<Database & { client: PGlite }> => {
  const client = await PGlite.create({ startParams, ...(fs && { fs }) });
  return { ...wrap(client, () => {}), client };
};

/**
 * Opens PGlite in a folder, locked for this process: two processes on one folder would silently lose commits.
 * It survives a killed process but not power loss, because it does not fsync.
 * @throws DatabaseFault if another process has locked the folder, or its schema is too new for the code.
 */
export const openFolder = async (folder: string): Promise<Database> => {
  const release = await lockFolder(folder);
  try {
    const client = await PGlite.create({ dataDir: join(folder, 'cluster'), startParams });
    await checkDatabaseCompatible(connectionOf(client)).catch(async (error) => {
      await client.close();
      throw error;
    });
    return wrap(client, release);
  } catch (error) {
    release();
    if (error instanceof DatabaseFault) throw error;
    throw new DatabaseFault(`The database in ${folder} cannot be opened: ${(error as Error).message}`, {
      cause: error,
    });
  }
};
