import { resolve } from 'node:path';
import { type Database, openDatabase } from '@hofn/database';
import { readFacts } from '@hofn/database/backup/dump.ts';
import type { PostgresTools } from '@hofn/database/backup/postgres-tools.ts';
import {
  checkMigrationsKnown,
  checkTarget,
  type RestoreTarget,
  restoreDump,
} from '@hofn/database/backup/restore.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import { type FileStore, openFolderStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import { personalDataOf } from '../feature.ts';
import { features } from '../features.ts';
import { eachAtOnce } from '../platform/content-faults.ts';
import { createErasure } from '../privacy/erase.ts';
import {
  approvedErasures,
  type ErasureNote,
  notedErasures,
  repeatErasures,
} from '../privacy/erasure-notes.ts';
import { readKeys } from './key-list.ts';
import { BackupFault, backupsBeside, checkParts, type Manifest, partsOf, readManifest } from './manifest.ts';

type Target = {
  database: RestoreTarget;
  files: FileStore;
};

/** Checks a backup before anything is changed. @throws BackupFault if it is damaged, incomplete or of the other engine */
const checkBackup = async (folder: string, target: RestoreTarget): Promise<Manifest> => {
  const manifest = readManifest(folder);
  const { engine } = manifest;
  if (engine !== ('url' in target ? 'postgres' : 'embedded'))
    throw new BackupFault(
      engine === 'postgres'
        ? 'This is a backup of PostgreSQL: set DATABASE_URL.'
        : 'This is a backup of the embedded database: unset DATABASE_URL, and set DATABASE_FOLDER.',
    );
  checkMigrationsKnown(manifest.migrations);
  await checkParts(folder, manifest);
  const files = openFolderStore(partsOf(folder).files);
  const faulty = new Set(manifest.contents.faulty);
  await eachAtOnce(readKeys(partsOf(folder).list), async (key) => {
    if (!faulty.has(key) && !(await files.head(key)))
      throw new BackupFault(`The content ${key} is missing in the backup.`);
  });
  return manifest;
};

/** The contents are copied before the database is restored, which then never refers to one that is not there. */
const copyContents = async (folder: string, manifest: Manifest, target: FileStore): Promise<void> => {
  const source = openFolderStore(partsOf(folder).files);
  const faulty = new Set(manifest.contents.faulty);
  await eachAtOnce(readKeys(partsOf(folder).list), async (key) => {
    if (faulty.has(key)) return;
    const { key: stored } = await target.put(await source.get(key), Number.POSITIVE_INFINITY);
    if (stored !== key) throw new BackupFault(`The content ${key} was changed in the backup.`);
  });
};

/** Compares the restored tables with the manifest. */
const checkRows = async ({ db }: Database, { tables }: Manifest): Promise<void> => {
  const restored = await readFacts(db);
  const differing = Object.entries(tables).filter(([table, rows]) => restored.tables[table] !== rows);
  if (differing.length > 0)
    throw new BackupFault(
      `Restored with other rows than were backed up: ${differing.map(([table]) => table).join(', ')}.`,
    );
};

const erasuresToReplace = async (target: RestoreTarget): Promise<ErasureNote[]> => {
  const database = await openDatabase(target);
  try {
    return await approvedErasures(database.db);
  } finally {
    await database.close();
  }
};

/** Erasures that the backup may not know: noted in the file store, in this and newer backups, or done in the database to replace. */
const knownErasures = async (
  folder: string,
  { database, files }: Target,
  isEmpty: boolean,
  logger: Logger,
): Promise<ErasureNote[]> => {
  const found = new Map<string, ErasureNote>();
  const add = (notes: ErasureNote[]) => {
    for (const note of notes) found.set(note.id, note);
  };
  add(await notedErasures(files));
  for (const backup of [folder, ...backupsBeside(folder).map((beside) => beside.folder)])
    add(await notedErasures(openFolderStore(partsOf(backup).files)));
  if (!isEmpty) {
    try {
      add(await erasuresToReplace(database));
    } catch (error) {
      // It may be damaged or of a newer release, which must not prevent replacing it.
      logger.warn({ err: error }, 'erasures of the database to replace cannot be read');
    }
  }
  return [...found.values()].toSorted((a, b) => Date.parse(a.requestedAt) - Date.parse(b.requestedAt));
};

/**
 * Restores a backup, migrates it to this release and repeats the erasures done since.
 * @param replace whether a database that is not empty may be replaced
 * @throws BackupFault or DatabaseFault; the database is then as before
 */
export const restoreBackup = async (
  parts: { target: Target; clock: Clock; logger: Logger; tools: PostgresTools },
  name: string,
  { replace }: { replace: boolean },
): Promise<{ manifest: Manifest; erasures: number }> => {
  const { target, clock, logger, tools } = parts;
  const folder = resolve(name);
  const manifest = await checkBackup(folder, target.database);
  const { isEmpty } = await checkTarget(target.database, { replace, tools });
  const erasures = await knownErasures(folder, target, isEmpty, logger);
  await copyContents(folder, manifest, target.files);
  await restoreDump(target.database, { file: partsOf(folder).database, replace, tools });
  const database = await openDatabase(target.database);
  try {
    await checkRows(database, manifest);
    await database.migrate();
    const { db } = database;
    const mails = { onFile: async () => null, write: async () => undefined };
    const personalData = personalDataOf(features);
    const { erase } = createErasure({ db, clock, logger, mails, personalData, files: target.files });
    return { manifest, erasures: await repeatErasures(db, erasures, erase) };
  } finally {
    await database.close();
  }
};
