import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  changeRequests,
  contents,
  contentsLeaving,
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
import { and, asc, eq, gt, gte, lt, lte, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { Fault } from './fault.ts';

/** As long as whoever has put a content may take to write the row that names it. */
export const graceMs = 24 * 3_600_000;
const batch = 5000;
const dayMs = 24 * 3_600_000;

/** Contents this young are looked at every night: drafts and archives of personal data lose theirs after thirty days. */
const youngMs = 35 * dayMs;
/** Older ones are looked at in as many portions, by the first digit of their key, one a night. */
const digits = '0123456789abcdef';

/** A deletion from the file store that takes longer has died with its process. */
const deletionMs = 5 * 60_000;
const pollMs = 50;
const mostPolls = 100;

/**
 * Every column that names a content, with the column of its row's owner; the foreign keys of `contents` hold that none is
 * left out.
 */
const namings: ReadonlyArray<{ column: PgColumn; owner: PgColumn }> = [
  { column: uploads.key, owner: uploads.ownerId },
  { column: documents.fileIs, owner: documents.customerId },
  { column: documents.fileEn, owner: documents.customerId },
  { column: documentsToSign.fileIs, owner: documentsToSign.customerId },
  { column: documentsToSign.fileEn, owner: documentsToSign.customerId },
  { column: signedDocuments.file, owner: signedDocuments.customerId },
  { column: changeRequests.ipid, owner: changeRequests.customerId },
  { column: customers.profilePicture, owner: customers.id },
  { column: privacyRequests.file, owner: privacyRequests.customerId },
];
export const namingColumns: readonly PgColumn[] = namings.map(({ column }) => column);

/**
 * Lets the sweep look at a customer's contents in the next nights, however old they are: for rows that are about to be
 * erased.
 */
export const lookAtContentsOf = async (tx: Db, customerId: string, now: Date): Promise<void> => {
  const keys = namings.map(
    ({ column, owner }) =>
      sql`select ${column} from ${column.table} where ${owner} = ${customerId} and ${column} is not null`,
  );
  await tx
    .update(contents)
    .set({ putAt: now.toISOString() })
    .where(sql`${contents.key} in (${sql.join(keys, sql` union `)})`);
};

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

  /** Deletes a content whose row is gone from the file store. */
  const drop = async (key: string): Promise<void> => {
    await files.delete(key);
    await db.delete(contentsLeaving).where(eq(contentsLeaving.key, key));
  };

  /** Forgets one content if it is still old and unnamed. @returns whether it did */
  const forget = async (key: string, before: string): Promise<boolean> => {
    const since = clock.now().toISOString();
    const work = db.transaction(async (tx) => {
      // A transaction that names the content, or puts it again, is waited for here.
      const [gone] = await tx
        .delete(contents)
        .where(and(eq(contents.key, key), lt(contents.putAt, before), ...unnamed()))
        .returning({ key: contents.key });
      if (gone)
        await tx
          .insert(contentsLeaving)
          .values({ key, since })
          .onConflictDoUpdate({ target: contentsLeaving.key, set: { since } });
      return gone !== undefined;
    });
    const gone = await work.catch((error) => {
      if (isNamed(error)) return false;
      throw error;
    });
    // After the transaction: a file store that is slow holds no connection.
    if (gone) await drop(key);
    return gone;
  };

  /** Ends the deletions that died with their process. */
  const dropLeftOver = async (): Promise<void> => {
    const now = clock.now();
    const died = lt(contentsLeaving.since, new Date(now.getTime() - deletionMs).toISOString());
    const putAgain = db
      .select({ key: contents.key })
      .from(contents)
      .where(eq(contents.key, contentsLeaving.key));
    for (const { key } of await db.select({ key: contentsLeaving.key }).from(contentsLeaving).where(died)) {
      const [taken] = await db
        .update(contentsLeaving)
        .set({ since: now.toISOString() })
        .where(and(eq(contentsLeaving.key, key), died, notExists(putAgain)))
        .returning({ key: contentsLeaving.key });
      if (taken) await drop(key);
      else await db.delete(contentsLeaving).where(and(eq(contentsLeaving.key, key), died));
    }
  };

  /** Waits until no deletion of a content is under way, which would take what is put now. */
  const waitForDeletion = async (key: string): Promise<void> => {
    for (let polls = 0; polls < mostPolls; polls += 1) {
      const died = new Date(clock.now().getTime() - deletionMs).toISOString();
      const row = eq(contentsLeaving.key, key);
      await db.delete(contentsLeaving).where(and(row, lt(contentsLeaving.since, died)));
      const [leaving] = await db.select({ key: contentsLeaving.key }).from(contentsLeaving).where(row);
      if (!leaving) return;
      await wait(pollMs);
    }
    throw new Fault('unavailable', { retryAfterSeconds: deletionMs / 1000 });
  };

  /** Writes a content down before it is put, so that a deletion that begins later leaves it alone. */
  const writeDown = async (key: string): Promise<void> => {
    const putAt = clock.now().toISOString();
    await db
      .insert(contents)
      .values({ key, putAt })
      .onConflictDoUpdate({ target: contents.key, set: { putAt } });
    await waitForDeletion(key);
  };

  /** Forgets what is unnamed of some contents. @returns how many that were */
  const forgetOf = async (which: SQL | undefined, before: string): Promise<number> => {
    const found = await db
      .select({ key: contents.key })
      .from(contents)
      .where(and(which, ...unnamed()));
    let forgotten = 0;
    for (const { key } of found) if (await forget(key, before)) forgotten += 1;
    return forgotten;
  };

  /** Forgets what is unnamed of the contents that were put in some days, a day at a time. */
  const forgetYoung = async (since: number, before: number): Promise<number> => {
    let forgotten = 0;
    for (let day = since; day < before; day += dayMs) {
      const [first, end] = [day, Math.min(day + dayMs, before)].map((at) => new Date(at).toISOString());
      const put = and(gte(contents.putAt, first ?? ''), lt(contents.putAt, end ?? ''));
      forgotten += await forgetOf(put, new Date(before).toISOString());
    }
    return forgotten;
  };

  /** Forgets what is unnamed of the contents whose key begins with a digit and that are older than an instant. */
  const forgetPortion = async (digit: string, before: string): Promise<number> => {
    // Letters follow digits, and `g` all digits of a key.
    const next = digits[digits.indexOf(digit) + 1] ?? 'g';
    let forgotten = 0;
    for (let last = digit; ; ) {
      // So many are looked at in one statement, most of which are named.
      const page = await db
        .select({ key: contents.key })
        .from(contents)
        .where(and(gt(contents.key, last), lt(contents.key, next)))
        .orderBy(asc(contents.key))
        .limit(batch);
      const end = page.at(-1);
      if (!end) return forgotten;
      const old = and(gt(contents.key, last), lte(contents.key, end.key), lt(contents.putAt, before));
      forgotten += await forgetOf(old, before);
      last = end.key;
    }
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
     * Deletes contents that no row has named for a day: of files that were taken back, drafts that were dropped, requests
     * that failed half way. A content that loses its name in its first 35 days, or to an erasure, goes the next night, an
     * older one within sixteen nights.
     */
    forgetUnnamed: async (logger: Logger): Promise<void> => {
      const now = clock.now().getTime();
      const before = now - graceMs;
      const youngSince = before - youngMs;
      await dropLeftOver();
      const young = await forgetYoung(youngSince, before);
      const digit = digits[Math.floor(now / dayMs) % digits.length] ?? '';
      const forgotten = young + (await forgetPortion(digit, new Date(youngSince).toISOString()));
      logger.info({ forgotten }, 'contents that nothing names are gone');
    },
  };
};
export type Contents = ReturnType<typeof createContents>;
