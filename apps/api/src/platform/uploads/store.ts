import { type Db, uploadParts, uploads } from '@hofn/database';
import { and, asc, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Owner } from '../access.ts';

/** What a file is sent for. */
export type Holder = { kind: string; id: string };

export type UploadRow = typeof uploads.$inferSelect;

/**
 * Files on their way, out of the database. Every question names the owner, but for those of the check and of the sweep,
 * which know a file by its id alone: its owner may change while it is looked at.
 */
export const createUploadStore = (db: Db) => {
  const rowOf = (owner: Owner, id: string) => and(eq(uploads.ownerId, owner.id), eq(uploads.id, id));
  const heldBy = (owner: Owner, holder: Holder) =>
    and(eq(uploads.ownerId, owner.id), eq(uploads.holder, holder.kind), eq(uploads.holderId, holder.id));
  return {
    one: async (owner: Owner, id: string, from: Db = db): Promise<UploadRow | undefined> =>
      (await from.select().from(uploads).where(rowOf(owner, id)))[0],
    /** All of one thing, oldest first. */
    of: (owner: Owner, holder: Holder, from: Db = db): Promise<UploadRow[]> =>
      from
        .select()
        .from(uploads)
        .where(heldBy(owner, holder))
        .orderBy(asc(uploads.createdAt), asc(uploads.id)),
    /** Lets nobody else announce a file of this owner, or of anyone who has not signed in, until the transaction ends. */
    hold: async (tx: Db, owner: Owner | 'visitors'): Promise<void> => {
      const name = `uploads ${owner === 'visitors' ? owner : owner.id}`;
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    },
    /**
     * What an owner has announced: for one thing since an instant, for all things since then, and what is not through
     * its check yet, however old.
     */
    weight: async (tx: Db, owner: Owner, holder: Holder, since: string) => {
      const recent = sql`${uploads.createdAt} >= ${since}::timestamptz and ${uploads.state} <> 'refused'`;
      const here = sql`${recent} and ${uploads.holder} = ${holder.kind} and ${uploads.holderId} = ${holder.id}`;
      const bytes = (which: SQL) =>
        sql<number>`coalesce(sum(${uploads.bytes}) filter (where ${which}), 0)::int`;
      const [row] = await tx
        .select({
          files: sql<number>`(count(*) filter (where ${here}))::int`,
          bytes: bytes(here),
          dayBytes: bytes(recent),
          waitingBytes: bytes(sql`${uploads.state} in ('receiving', 'checking')`),
        })
        .from(uploads)
        .where(eq(uploads.ownerId, owner.id));
      return row ?? { files: 0, bytes: 0, dayBytes: 0, waitingBytes: 0 };
    },
    /** Bytes of all files of visits, which nobody has signed in for or filed yet. */
    visitorsBytes: async (tx: Db): Promise<number> => {
      const [row] = await tx
        .select({ bytes: sql<string>`coalesce(sum(${uploads.bytes}), 0)` })
        .from(uploads)
        .where(and(eq(uploads.holder, 'visit'), ne(uploads.state, 'refused')));
      return Number(row?.bytes ?? 0);
    },
    add: async (tx: Db, row: typeof uploads.$inferInsert): Promise<UploadRow> => {
      const [added] = await tx.insert(uploads).values(row).returning();
      if (!added) throw new Error('The upload was not written');
      return added;
    },
    /** Takes the next bytes, if they begin where the file ends and are not more than it was said to have. */
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
            rowOf(owner, id),
            eq(uploads.state, 'receiving'),
            eq(uploads.received, offset),
            gte(uploads.bytes, end),
          ),
        )
        .returning();
      if (row) await tx.insert(uploadParts).values({ uploadId: id, offset, content });
      return row;
    },
    /** A file that is whole and waits for its check. */
    checking: async (id: string): Promise<UploadRow | undefined> =>
      (
        await db
          .select()
          .from(uploads)
          .where(and(eq(uploads.id, id), eq(uploads.state, 'checking')))
      )[0],
    /** The bytes in quarantine, whole. */
    content: async (id: string): Promise<Buffer> => {
      const parts = await db
        .select({ content: uploadParts.content })
        .from(uploadParts)
        .where(eq(uploadParts.uploadId, id))
        .orderBy(asc(uploadParts.offset));
      return Buffer.concat(parts.map(({ content }) => content));
    },
    /** Ends the quarantine of a file that is being checked. */
    settle: (
      id: string,
      outcome: Pick<typeof uploads.$inferInsert, 'state' | 'reason' | 'type' | 'key' | 'storedBytes'>,
    ): Promise<void> =>
      db.transaction(async (tx) => {
        await tx
          .update(uploads)
          .set(outcome)
          .where(and(eq(uploads.id, id), eq(uploads.state, 'checking')));
        await tx.delete(uploadParts).where(eq(uploadParts.uploadId, id));
      }),
    /**
     * Hands all files of one thing on to another, as those of a draft to the claim that it became; with their owner and
     * the name of their sender when they become known by it.
     */
    handOver: async (
      tx: Db,
      owner: Owner,
      from: Holder,
      to: Holder,
      known: { ownerId?: string; sender?: string } = {},
    ): Promise<void> => {
      await tx
        .update(uploads)
        .set({ ...known, holder: to.kind, holderId: to.id })
        .where(heldBy(owner, from));
    },
    remove: async (tx: Db, owner: Owner, id: string): Promise<void> => {
      await tx.delete(uploads).where(rowOf(owner, id));
    },
    removeAll: async (tx: Db, owner: Owner, holder: Holder): Promise<void> => {
      await tx.delete(uploads).where(heldBy(owner, holder));
    },
    /** Drops what was sent for things of one kind, and has been there since before an instant. */
    forgetHeld: async (kind: string, before: string): Promise<void> => {
      await db.delete(uploads).where(and(eq(uploads.holder, kind), lt(uploads.createdAt, before)));
    },
    /** Drops what nobody goes on sending. */
    forgetUnfinished: async (before: string): Promise<void> => {
      await db.delete(uploads).where(and(eq(uploads.state, 'receiving'), lt(uploads.createdAt, before)));
    },
  };
};
export type UploadStore = ReturnType<typeof createUploadStore>;
