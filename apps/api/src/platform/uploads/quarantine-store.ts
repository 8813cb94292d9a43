import { type Db, uploadParts, uploads } from '@hofn/database';
import { and, asc, eq } from 'drizzle-orm';
import type { UploadRow } from './store.ts';

/** Files that wait for their check. They are known by id alone: their owner may change in the meantime. */
export const createQuarantineStore = (db: Db) => ({
  /** A file that is complete and waits for its check. */
  find: async (id: string): Promise<UploadRow | undefined> =>
    (
      await db
        .select()
        .from(uploads)
        .where(and(eq(uploads.id, id), eq(uploads.state, 'checking')))
    )[0],
  /** All bytes of a file in quarantine. */
  content: async (id: string): Promise<Buffer> => {
    const parts = await db
      .select({ content: uploadParts.content })
      .from(uploadParts)
      .where(eq(uploadParts.uploadId, id))
      .orderBy(asc(uploadParts.offset));
    return Buffer.concat(parts.map(({ content }) => content));
  },
  /**
   * Ends the quarantine of a file that is being checked.
   * @param onFinished called in the transaction with the file, unless another run has finished it
   */
  finishCheck: (
    id: string,
    outcome: Pick<typeof uploads.$inferInsert, 'state' | 'reason' | 'type' | 'key' | 'storedBytes'>,
    onFinished?: (tx: Db, file: UploadRow) => Promise<void>,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const [file] = await tx
        .update(uploads)
        .set(outcome)
        .where(and(eq(uploads.id, id), eq(uploads.state, 'checking')))
        .returning();
      await tx.delete(uploadParts).where(eq(uploadParts.uploadId, id));
      if (file) await onFinished?.(tx, file);
    }),
});
