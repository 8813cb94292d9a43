import { type Db, uploadParts, uploads } from '@hofn/database';
import { and, asc, eq, gte, inArray, notInArray, or, sql } from 'drizzle-orm';
import type { Owner } from '../authorization.ts';
import { sweep } from '../sweep.ts';

/** Uploads one statement deletes: each has parts of up to 25 MB. */
const sweepBatch = 20;

/** What a file is attached to. */
export type AttachmentTarget = { kind: string; id: string };

export type UploadRow = typeof uploads.$inferSelect;

/** Uploaded files, in the database. Every query names the owner, except those of the sweep. */
export const createUploadStore = (db: Db) => {
  const byId = (owner: Owner, id: string) => and(eq(uploads.ownerId, owner.id), eq(uploads.id, id));
  const attachedTo = (owner: Owner, holder: AttachmentTarget) =>
    and(eq(uploads.ownerId, owner.id), eq(uploads.holder, holder.kind), eq(uploads.holderId, holder.id));
  return {
    find: async (owner: Owner, id: string, from: Db = db): Promise<UploadRow | undefined> =>
      (await from.select().from(uploads).where(byId(owner, id)))[0],
    /** All files attached to one thing, oldest first. */
    listAttachedTo: (owner: Owner, holder: AttachmentTarget, from: Db = db): Promise<UploadRow[]> =>
      from
        .select()
        .from(uploads)
        .where(attachedTo(owner, holder))
        .orderBy(asc(uploads.createdAt), asc(uploads.id)),
    add: async (tx: Db, row: typeof uploads.$inferInsert): Promise<UploadRow> => {
      const [added] = await tx.insert(uploads).values(row).returning();
      if (!added) throw new Error('The upload was not inserted');
      return added;
    },
    /** Adds the next bytes, if they begin where the file ends and do not exceed its announced size. */
    append: async (
      tx: Db,
      owner: Owner,
      id: string,
      offset: number,
      content: Uint8Array,
    ): Promise<UploadRow | undefined> => {
      const end = offset + content.length;
      const [row] = await tx
        .update(uploads)
        .set({
          received: end,
          state: sql`case when ${uploads.bytes} = ${end} then 'checking' else 'receiving' end::upload_state`,
        })
        .where(
          and(
            byId(owner, id),
            eq(uploads.state, 'receiving'),
            eq(uploads.received, offset),
            gte(uploads.bytes, end),
          ),
        )
        .returning();
      if (row) await tx.insert(uploadParts).values({ uploadId: id, offset, content });
      return row;
    },
    /**
     * Moves files from one thing to another, such as from a draft to the claim it became: all of them, or those with the
     * given ids. Also sets their owner and sender's name when these become known.
     * @returns how many
     */
    moveTo: async (
      tx: Db,
      owner: Owner,
      from: AttachmentTarget,
      to: AttachmentTarget,
      { ids, ...known }: { ids?: readonly string[]; ownerId?: string; sender?: string } = {},
    ): Promise<number> => {
      const moved = await tx
        .update(uploads)
        .set({ ...known, holder: to.kind, holderId: to.id })
        .where(and(attachedTo(owner, from), ids && inArray(uploads.id, [...ids])))
        .returning({ id: uploads.id });
      return moved.length;
    },
    /**
     * Deletes a file its sender withdraws, unless it has been submitted by now: a single statement, so that it cannot be
     * submitted in between.
     * @param handedIn kinds of things that count as submitted
     * @returns false when there is no file that may be withdrawn
     */
    withdraw: async (owner: Owner, id: string, handedIn: readonly string[]): Promise<boolean> => {
      const isWithdrawable = or(
        notInArray(uploads.holder, [...handedIn]),
        inArray(uploads.state, ['receiving', 'refused']),
      );
      const deleted = await db
        .delete(uploads)
        .where(and(byId(owner, id), isWithdrawable))
        .returning({ id: uploads.id });
      return deleted.length > 0;
    },
    deleteAttachedTo: async (tx: Db, owner: Owner, holder: AttachmentTarget): Promise<void> => {
      await tx.delete(uploads).where(attachedTo(owner, holder));
    },
    /** Deletes files attached to things of one kind since before an instant. */
    deleteOlderThan: async (kind: string, before: string): Promise<void> => {
      await sweep(
        db,
        uploads,
        sql`${uploads.holder} = ${kind} and ${uploads.createdAt} < ${before}`,
        sweepBatch,
      );
    },
    /** Deletes uploads that were abandoned. */
    deleteAbandoned: async (before: string): Promise<void> => {
      await sweep(
        db,
        uploads,
        sql`${uploads.state} = 'receiving' and ${uploads.createdAt} < ${before}`,
        sweepBatch,
      );
    },
  };
};
export type UploadStore = ReturnType<typeof createUploadStore>;
