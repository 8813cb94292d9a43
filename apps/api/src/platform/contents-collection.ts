import { contents, contentsLeaving, type Db } from '@hofn/database';
import { mayCollectContents } from '@hofn/database/backup/dump.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import { and, asc, eq, gt, gte, lt, lte, notExists, type SQL } from 'drizzle-orm';
import { isUnreferenced } from './content-references.ts';

/** Time allowed between storing a content and writing the row that refers to it. */
export const graceMs = 24 * 3_600_000;
const batchSize = 5000;
const dayMs = 24 * 3_600_000;

/** Contents younger than this are checked every night: drafts and archives of personal data expire after thirty days. */
const youngMs = 35 * dayMs;
/** Older contents are checked in sixteen portions, by the first digit of their key, one per night. */
const digits = '0123456789abcdef';

/** A deletion from the file store that takes longer has died with its process. */
export const deletionMs = 5 * 60_000;

/** Whether a row came to refer to the content while it was being deleted: the foreign key was violated. */
const isReferenced = (error: unknown): boolean =>
  (error as { cause?: { code?: string } }).cause?.code === '23503';

/**
 * Deletes contents that no row has referred to for a day: withdrawn files, dropped drafts, failed requests. A content
 * orphaned in its first 35 days, or by an erasure, is deleted the next night, an older one within sixteen nights.
 */
export const createContentsCollection = ({
  db,
  files,
  clock,
}: {
  db: Db;
  files: FileStore;
  clock: Clock;
}) => {
  /** Deletes from the file store a content whose row is gone. */
  const finishDeletion = async (key: string): Promise<void> => {
    await files.delete(key);
    await db.delete(contentsLeaving).where(eq(contentsLeaving.key, key));
  };

  /** Deletes one content if it is still old and unreferenced. @returns whether it did */
  const collect = async (key: string, before: string): Promise<boolean> => {
    const since = clock.now().toISOString();
    const work = db.transaction(async (tx) => {
      // A backup that is being made copies it later.
      if (!(await mayCollectContents(tx))) return false;
      // Waits for any transaction that refers to the content or stores it again.
      const [deleted] = await tx
        .delete(contents)
        .where(and(eq(contents.key, key), lt(contents.putAt, before), ...isUnreferenced()))
        .returning({ key: contents.key });
      if (deleted)
        await tx
          .insert(contentsLeaving)
          .values({ key, since })
          .onConflictDoUpdate({ target: contentsLeaving.key, set: { since } });
      return deleted !== undefined;
    });
    const isDeleted = await work.catch((error) => {
      if (isReferenced(error)) return false;
      throw error;
    });
    // After the transaction: a slow file store must not occupy a connection.
    if (isDeleted) await finishDeletion(key);
    return isDeleted;
  };

  /** Finishes deletions whose process died. */
  const resumeDeletions = async (): Promise<void> => {
    const now = clock.now();
    const died = lt(contentsLeaving.since, new Date(now.getTime() - deletionMs).toISOString());
    const storedAgain = db
      .select({ key: contents.key })
      .from(contents)
      .where(eq(contents.key, contentsLeaving.key));
    for (const { key } of await db.select({ key: contentsLeaving.key }).from(contentsLeaving).where(died)) {
      const [claimed] = await db
        .update(contentsLeaving)
        .set({ since: now.toISOString() })
        .where(and(eq(contentsLeaving.key, key), died, notExists(storedAgain)))
        .returning({ key: contentsLeaving.key });
      if (claimed) await finishDeletion(key);
      else await db.delete(contentsLeaving).where(and(eq(contentsLeaving.key, key), died));
    }
  };

  /** Deletes the unreferenced contents among those selected. @returns how many */
  const collectFrom = async (which: SQL | undefined, before: string): Promise<number> => {
    const found = await db
      .select({ key: contents.key })
      .from(contents)
      .where(and(which, ...isUnreferenced()));
    let collected = 0;
    for (const { key } of found) if (await collect(key, before)) collected += 1;
    return collected;
  };

  /** Deletes unreferenced contents stored within a range of time, a day at a time. */
  const collectYoung = async (since: number, before: number): Promise<number> => {
    let collected = 0;
    for (let day = since; day < before; day += dayMs) {
      const [first, end] = [day, Math.min(day + dayMs, before)].map((at) => new Date(at).toISOString());
      const stored = and(gte(contents.putAt, first ?? ''), lt(contents.putAt, end ?? ''));
      collected += await collectFrom(stored, new Date(before).toISOString());
    }
    return collected;
  };

  /** Deletes unreferenced contents whose key begins with a digit and that are older than an instant. */
  const collectPortion = async (digit: string, before: string): Promise<number> => {
    // `g` follows every hexadecimal digit.
    const next = digits[digits.indexOf(digit) + 1] ?? 'g';
    let collected = 0;
    for (let last = digit; ; ) {
      // Pages over all contents, most of which are referenced.
      const page = await db
        .select({ key: contents.key })
        .from(contents)
        .where(and(gt(contents.key, last), lt(contents.key, next)))
        .orderBy(asc(contents.key))
        .limit(batchSize);
      const end = page.at(-1);
      if (!end) return collected;
      const old = and(gt(contents.key, last), lte(contents.key, end.key), lt(contents.putAt, before));
      collected += await collectFrom(old, before);
      last = end.key;
    }
  };

  return async (logger: Logger): Promise<void> => {
    const now = clock.now().getTime();
    const before = now - graceMs;
    const youngSince = before - youngMs;
    await resumeDeletions();
    const young = await collectYoung(youngSince, before);
    const digit = digits[Math.floor(now / dayMs) % digits.length] ?? '';
    const collected = young + (await collectPortion(digit, new Date(youngSince).toISOString()));
    logger.info({ collected }, 'unreferenced contents deleted');
  };
};
