import { unpackedPartBytes } from '@hofn/contracts/core/import-calls.ts';
import { type Database, type Db, holdLock, type Queue } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import type { Outbox } from '../../platform/mail/mails.ts';
import { loadImport } from './load.ts';
import { lockOf } from './lock.ts';
import { dropParts, partsOf } from './parts.ts';
import { findNext, type ImportRow, Overtaken } from './store.ts';

/** Loads the imports of a source, one after another. A killed process is noticed by its missing heartbeat. */
export const importQueue: Queue = {
  name: 'core.import',
  concurrency: 1,
  retries: 50,
  delay: 10,
  longestDelay: 600,
  expires: 86_400,
  heartbeat: 30,
};

export type ImportJob = { source: string };

/** Queues the work on a source's imports, in the transaction `tx`. */
export const queueImports = (outbox: Outbox, tx: Db, source: string, afterSeconds = 0): Promise<void> =>
  outbox.send(tx, importQueue.name, { source } satisfies ImportJob, { afterSeconds });

/** Interval at which an import that has to wait asks for its turn. */
const turnSeconds = 15;

/** Processes jobs of the queue. */
export const createImportWork = (parts: {
  database: Database;
  db: Db;
  clock: Clock;
  files: FileStore;
  outbox: Outbox;
  logger: Logger;
}) => {
  const { database, db, clock, files, outbox, logger } = parts;

  const load = async (start: ImportRow): Promise<void> => {
    const stored = await partsOf(db, start.id);
    const row = await loadImport(
      {
        ...{ db, clock, parts: stored.length, mostBytes: unpackedPartBytes },
        open: (part) => files.get(stored[part - 1]?.file ?? ''),
      },
      start,
    );
    await dropParts(db, row.id);
    const { id, source, state, linesRead, refused } = row;
    logger.info({ import: id, source, state, linesRead, refused }, 'core import ended');
  };

  return async ({ source }: ImportJob): Promise<void> => {
    const release = await holdLock(database.source, lockOf(source));
    if (!release) {
      await db.transaction((tx) => queueImports(outbox, tx, source, turnSeconds));
      return;
    }
    try {
      for (let next = await findNext(db, source); next; next = await findNext(db, source)) await load(next);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      logger.warn({ source }, 'core import continues in another process');
    } finally {
      await release();
    }
  };
};
