import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { contents, contentsLeaving, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore, StoredFile } from '@hofn/files';
import { spool } from '@hofn/files/spool.ts';
import { and, eq, lt } from 'drizzle-orm';
import { createContentsCollection, deletionMs } from './contents-collection.ts';
import { Fault } from './fault.ts';

const pollMs = 50;
const maxPolls = 100;

/**
 * Stores contents. Each is registered before it reaches the file store, so that orphans can be found. `store` and
 * `collectGarbage` must not run inside a transaction.
 */
export const createContents = (parts: { db: Db; files: FileStore; clock: Clock }) => {
  const { db, files, clock } = parts;

  /** Waits until no deletion of the content is under way, which would delete what is stored now. */
  const waitForDeletion = async (key: string): Promise<void> => {
    for (let polls = 0; polls < maxPolls; polls += 1) {
      const died = new Date(clock.now().getTime() - deletionMs).toISOString();
      const row = eq(contentsLeaving.key, key);
      await db.delete(contentsLeaving).where(and(row, lt(contentsLeaving.since, died)));
      const [leaving] = await db.select({ key: contentsLeaving.key }).from(contentsLeaving).where(row);
      if (!leaving) return;
      await wait(pollMs);
    }
    throw new Fault('unavailable', { retryAfterSeconds: deletionMs / 1000 });
  };

  /** Registers a content before it is stored, so that a later deletion leaves it alone. */
  const register = async (key: string): Promise<void> => {
    const putAt = clock.now().toISOString();
    await db
      .insert(contents)
      .values({ key, putAt })
      .onConflictDoUpdate({ target: contents.key, set: { putAt } });
    await waitForDeletion(key);
  };

  return {
    /** Stores a content. A row must refer to it within a day. */
    store: async (content: Uint8Array): Promise<StoredFile> => {
      await register(hash('sha256', content));
      return files.put(Readable.from([content]), content.length);
    },
    /**
     * Stores a content too large for memory: it is spooled to a local file until its hash is known. A row must refer to
     * it within a day.
     * @throws FileFault `tooLarge` over `maxBytes`, `full` when there is no space
     */
    storeStream: async (content: Readable, maxBytes: number): Promise<StoredFile> => {
      const { path, key, bytes } = await spool(join(tmpdir(), 'hofn-contents'), content, maxBytes);
      try {
        await register(key);
        return await files.put(createReadStream(path), bytes);
      } finally {
        await rm(path, { force: true });
      }
    },
    /** Deletes contents that no row has referred to for a day. */
    collectGarbage: createContentsCollection(parts),
  };
};
export type Contents = ReturnType<typeof createContents>;
