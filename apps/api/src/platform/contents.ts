import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  changeRequests,
  contents,
  customers,
  type Db,
  documents,
  documentsToSign,
  privacyRequests,
  signedDocuments,
  uploads,
} from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore, StoredFile } from '@hofn/files';
import { spool } from '@hofn/files/spool.ts';
import type { Logger } from '@hofn/service';
import { and, asc, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** As long as whoever has put a content may take to write the row that names it. */
export const graceMs = 24 * 3_600_000;
const batch = 5000;

/** Every column that names a content; the foreign keys of `contents` hold that none is left out. */
export const namingColumns: readonly PgColumn[] = [
  uploads.key,
  documents.fileIs,
  documents.fileEn,
  documentsToSign.fileIs,
  documentsToSign.fileEn,
  signedDocuments.file,
  changeRequests.ipid,
  customers.profilePicture,
  privacyRequests.file,
];

const unnamed = (): SQL[] =>
  namingColumns.map(
    (column) => sql`not exists (select from ${column.table} where ${column} = ${contents.key})`,
  );

/** Whether a row that names the content came while it was being forgotten: its foreign key was broken. */
const isNamed = (error: unknown): boolean => (error as { cause?: { code?: string } }).cause?.code === '23503';

/**
 * Makes the keeping of contents: each that is put into the file store is written down first, so that it is known when
 * nothing names it any more. `keep` and `forgetUnnamed` are not for use within a transaction.
 */
export const createContents = (parts: { db: Db; files: FileStore; clock: Clock }) => {
  const { db, files, clock } = parts;

  /** Forgets one content if it is still old and unnamed. @returns whether it did */
  const forget = async (key: string, before: string): Promise<boolean> => {
    const work = db.transaction(async (tx) => {
      // Whoever puts the same content now waits for this row, and then puts it anew.
      const [gone] = await tx
        .delete(contents)
        .where(and(eq(contents.key, key), lt(contents.putAt, before), ...unnamed()))
        .returning({ key: contents.key });
      if (gone) await files.delete(key);
      return gone !== undefined;
    });
    return work.catch((error) => {
      if (isNamed(error)) return false;
      throw error;
    });
  };

  const writeDown = async (key: string): Promise<void> => {
    const putAt = clock.now().toISOString();
    await db
      .insert(contents)
      .values({ key, putAt })
      .onConflictDoUpdate({ target: contents.key, set: { putAt } });
  };

  return {
    /** Stores a content. The row that names it has a day to follow. */
    keep: async (content: Uint8Array): Promise<StoredFile> => {
      await writeDown(hash('sha256', content));
      return files.put(Readable.from([content]), content.length);
    },
    /**
     * Stores a content that is too large to be in memory: it waits in a file of this machine until its hash is known.
     * The row that names it has a day to follow.
     * @throws FileFault `tooLarge` over `maxBytes`, `full` when there is no room
     */
    keepStream: async (content: Readable, maxBytes: number): Promise<StoredFile> => {
      const { path, key, bytes } = await spool(join(tmpdir(), 'hofn-contents'), content, maxBytes);
      try {
        await writeDown(key);
        return await files.put(createReadStream(path), bytes);
      } finally {
        await rm(path, { force: true });
      }
    },
    /**
     * Deletes the contents that no row has named for a day: of files that were taken back, drafts that were dropped,
     * requests that failed half way.
     */
    forgetUnnamed: async (logger: Logger): Promise<void> => {
      const before = new Date(clock.now().getTime() - graceMs).toISOString();
      let forgotten = 0;
      for (let last = ''; ; ) {
        // So many are looked at in one statement, most of which are named.
        const page = await db
          .select({ key: contents.key })
          .from(contents)
          .where(gt(contents.key, last))
          .orderBy(asc(contents.key))
          .limit(batch);
        const end = page.at(-1);
        if (!end) break;
        const old = await db
          .select({ key: contents.key })
          .from(contents)
          .where(
            and(gt(contents.key, last), lte(contents.key, end.key), lt(contents.putAt, before), ...unnamed()),
          );
        for (const { key } of old) if (await forget(key, before)) forgotten += 1;
        last = end.key;
      }
      logger.info({ forgotten }, 'contents that nothing names are gone');
    },
  };
};
export type Contents = ReturnType<typeof createContents>;
