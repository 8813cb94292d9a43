import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, holdLock } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { CommandError } from '@hofn/service/command.ts';
import { auditSystem } from '../../platform/audit.ts';
import { loadImport } from './load.ts';
import { lockOf } from './lock.ts';
import { createImport, findUnfinished, type ImportRow } from './store.ts';

/** What the same files are recognised by when the command is run again: names, sizes and times, not their gigabytes. */
const identityOf = async (files: readonly string[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = await stat(file).catch(() => {
      throw new CommandError(`There is no file ${file}.`);
    });
    hash.update(`${basename(file)}\n${size}\n${mtimeMs}\n`);
  }
  return hash.digest('hex');
};

const pollMs = 100;
const mostPolls = 50;

/** Takes the lock of the source. The server needs a moment to release that of a process that was just killed. */
const takeLock = async ({ source: place }: Database, source: string): Promise<() => Promise<void>> => {
  for (let polls = 0; polls < mostPolls; polls += 1) {
    const release = await holdLock(place, lockOf(source));
    if (release) return release;
    await wait(pollMs);
  }
  throw new CommandError(`Another import of ${source} is running. Run this one when it has ended.`);
};

/** Loads files as one import, or continues the one of the same files that was interrupted. */
export const importFiles = async (
  { database, clock }: { database: Database; clock: Clock },
  { source, files }: { source: string; files: readonly string[] },
  onProgress: (row: ImportRow) => void,
): Promise<{ row: ImportRow; isContinued: boolean }> => {
  const { db } = database;
  const identity = await identityOf(files);
  const release = await takeLock(database, source);
  try {
    const begun = await findUnfinished(db, source, identity);
    const start =
      begun ??
      (await db.transaction(async (tx) => {
        const created = await createImport(tx, { source, files: identity, at: clock.now().toISOString() });
        await auditSystem(tx, 'core.import', { object: { import: created.id }, source });
        return created;
      }));
    const row = await loadImport(
      {
        ...{ db, clock, parts: files.length, onProgress },
        open: async (part) => createReadStream(files[part - 1] ?? '', { highWaterMark: 256 * 1024 }),
      },
      start,
    );
    return { row, isContinued: begun !== undefined };
  } finally {
    await release();
  }
};
