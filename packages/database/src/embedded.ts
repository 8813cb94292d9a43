import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { copyRows } from './copy.ts';
import type { Database, Db } from './db.ts';
import { DatabaseFault } from './fault.ts';
import { lockFolder } from './folder-lock.ts';
import { applyMigrations, type Connection, checkNotNewer } from './migrate.ts';

const connectionOf = (client: Pick<PGlite, 'query' | 'exec'>): Connection => ({
  query: (text, values) => client.query<Record<string, unknown>>(text, values),
  run: async (text) => {
    await client.exec(text);
  },
});

const wrap = (client: PGlite, release: () => void): Database => {
  let closing: Promise<void> | undefined;
  return {
    // Both drivers answer `{ rows }` and are used through Drizzle's common type alone.
    db: drizzle(client) as unknown as Db,
    engine: 'embedded',
    source: { client },
    migrate: () => applyMigrations((work) => client.transaction((inside) => work(connectionOf(inside)))),
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

/** PGlite in memory, empty or from an image that `dumpDataDir` made. It is gone when closed. */
export const openInMemory = async (image?: Blob): Promise<Database & { client: PGlite }> => {
  const client = await PGlite.create(image ? { loadDataDir: image } : {});
  return { ...wrap(client, () => {}), client };
};

/**
 * PGlite in a folder, which this process then holds alone: two on one folder lose commits without a word.
 * It survives a killed process, but not power loss, for it does not fsync.
 * @throws DatabaseFault when another process holds the folder, or when its schema is newer than the code.
 */
export const openFolder = async (folder: string): Promise<Database> => {
  const release = await lockFolder(folder);
  try {
    const client = await PGlite.create({ dataDir: join(folder, 'cluster') });
    await checkNotNewer(connectionOf(client)).catch(async (error) => {
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
