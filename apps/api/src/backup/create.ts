import { existsSync, readdirSync } from 'node:fs';
import { link, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Database } from '@hofn/database';
import { dumpDatabase, withoutCollection } from '@hofn/database/backup/dump.ts';
import type { PostgresTools } from '@hofn/database/backup/postgres-tools.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import { FileFault, type FileStore, openFolderStore } from '@hofn/files';
import { referencedKeys } from '../platform/content-columns.ts';
import { eachAtOnce } from '../platform/content-faults.ts';
import { hashOfFile, readKeys, writeKeys } from './key-list.ts';
import { BackupFault, backupsBeside, type Manifest, partsOf } from './manifest.ts';
import { release } from './release.ts';

/**
 * Gives the backup a content that an earlier one on the same disk already has, without copying it: contents never change.
 * @returns its size, or undefined if it has to be copied
 */
const linkFrom = async (
  earlier: string | undefined,
  files: string,
  key: string,
): Promise<number | undefined> => {
  if (earlier === undefined) return undefined;
  const [from, to] = [partsOf(earlier).files, files].map((store) => join(store, key.slice(0, 2), key));
  if (!from || !to) return undefined;
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await link(from, to);
    return (await stat(to)).size;
  } catch {
    // Not in that backup, or not on the same disk.
    return undefined;
  }
};

/** Copies the listed contents into the backup, and the notes about erasures. Those that are faulty are left out. */
const copyContents = async (
  source: FileStore,
  folder: string,
  earlier: string | undefined,
  onProgress: (done: number) => void,
): Promise<{ count: number; bytes: number; faulty: string[] }> => {
  const { files } = partsOf(folder);
  const target = openFolderStore(files);
  const faulty: string[] = [];
  let [count, bytes] = [0, 0];
  await eachAtOnce(readKeys(partsOf(folder).list), async (key) => {
    count += 1;
    onProgress(count);
    const linked = await linkFrom(earlier, files, key);
    if (linked !== undefined) {
      bytes += linked;
      return;
    }
    try {
      bytes += (await target.put(await source.get(key), Number.POSITIVE_INFINITY)).bytes;
    } catch (error) {
      if (!(error instanceof FileFault) || (error.code !== 'missing' && error.code !== 'damaged'))
        throw error;
      faulty.push(key);
    }
  });
  for await (const { name, text } of source.notes()) await target.putNote(name, text);
  return { count, bytes, faulty };
};

/**
 * Backs up the database and the contents its rows refer to into a new folder. The database is first: each of its contents
 * was stored before the row, and none is deleted until all are copied. The folder gets its name once everything is in it.
 * @throws BackupFault if the folder is not empty; DatabaseFault if pg_dump cannot be used
 */
export const createBackup = async (
  parts: { database: Database; files: FileStore; clock: Clock; tools: PostgresTools },
  name: string,
  onProgress: (done: number) => void = () => {},
): Promise<{ manifest: Manifest; folder: string }> => {
  const { database, files, clock, tools } = parts;
  const folder = resolve(name);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new BackupFault(`${folder} already exists. Name a new folder.`);
  const partial = `${folder}.partial`;
  const work = async (): Promise<Manifest> => {
    // Of a backup that was interrupted.
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true, mode: 0o700 });
    const madeAt = clock.now().toISOString();
    const { database: dump, list, manifest: manifestFile } = partsOf(partial);
    const { engine, server, migrations, tables, bytes, sha256 } = await dumpDatabase(database, {
      file: dump,
      tools,
      read: (snapshot) => writeKeys(referencedKeys(snapshot), list),
    });
    const [earlier] = backupsBeside(folder);
    const copied = await copyContents(files, partial, earlier?.folder, onProgress);
    const manifest: Manifest = {
      format: 1,
      release,
      madeAt,
      engine,
      server,
      migrations,
      tables,
      database: { bytes, sha256 },
      contents: { ...copied, sha256: await hashOfFile(list) },
    };
    await writeFile(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
    await rename(partial, folder);
    return manifest;
  };
  return { manifest: await withoutCollection(database, work), folder };
};
