import { type Db, uploadParts, uploads, visits } from '@hofn/database';
import { and, asc, eq, gte, inArray, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Owner } from '../authorization.ts';
import { sweep } from '../sweep.ts';

/** Uploads one statement deletes: each has parts of up to 25 MB. */
const sweepBatch = 20;

/** What a file is attached to. */
export type AttachmentTarget = { kind: string; id: string };

export type UploadRow = typeof uploads.$inferSelect;

/**
 * Files being uploaded, in the database. Every query names the owner, except those of the check and the sweep, which know
 * a file by its id alone: its owner may change while it is being checked.
 */
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
    /** Locks announcements by this owner, or by all visitors, until the transaction ends. */
    lockAnnouncements: async (tx: Db, owner: Owner | 'visitors'): Promise<void> => {
      const name = `uploads ${owner === 'visitors' ? owner : owner.id}`;
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    },
    /**
     * What an owner has announced: for one thing since an instant, for everything since then, and what has not passed its
     * check yet, however old.
     */
    announcedTotals: async (tx: Db, owner: Owner, holder: AttachmentTarget, since: string) => {
      const recent = sql`${uploads.createdAt} >= ${since}::timestamptz and ${uploads.state} <> 'refused'`;
      const here = sql`${recent} and ${uploads.holder} = ${holder.kind} and ${uploads.holderId} = ${holder.id}`;
      const bytes = (which: SQL) =>
        sql<string>`coalesce(sum(${uploads.bytes}) filter (where ${which}), 0)`.mapWith(Number);
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
    /**
     * Bytes received since an instant from visitors, and those announced since another that may still arrive: announcing
     * without sending does not block others for long.
     * @param holders kinds of things that visitors attach files to
     */
    anonymousUploadBytes: async (
      tx: Db,
      holders: readonly string[],
      { since, announcedSince }: { since: string; announcedSince: string },
    ): Promise<number> => {
      const counted = sql`case when ${uploads.state} = 'receiving' and ${uploads.createdAt} < ${announcedSince}::timestamptz then ${uploads.received} else ${uploads.bytes} end`;
      const [row] = await tx
        .select({ bytes: sql<string>`coalesce(sum(${counted}), 0)` })
        .from(uploads)
        .where(
          and(
            gte(uploads.createdAt, since),
            inArray(uploads.holder, [...holders]),
            ne(uploads.state, 'refused'),
          ),
        );
      return Number(row?.bytes ?? 0);
    },
    /**
     * Bytes announced since an instant by visitors from the same address as this visit, whatever became of the files
     * (rule HOLD-13).
     */
    addressBytes: async (tx: Db, visit: Owner, since: string): Promise<number> => {
      const address = tx.select({ address: visits.address }).from(visits).where(eq(visits.id, visit.id));
      const [row] = await tx
        .select({ bytes: sql<string>`coalesce(sum(${visits.announcedBytes}), 0)` })
        .from(visits)
        .where(and(eq(visits.address, address), gte(visits.startedAt, since)));
      return Number(row?.bytes ?? 0);
    },
    addAnnouncedBytes: async (tx: Db, visit: Owner, bytes: number): Promise<void> => {
      await tx
        .update(visits)
        // Capped at the column's maximum, two gigabytes.
        .set({ announcedBytes: sql`least(${visits.announcedBytes}::bigint + ${bytes}, 2147483647)` })
        .where(eq(visits.id, visit.id));
    },
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
    /** A file that is complete and waits for its check. */
    checking: async (id: string): Promise<UploadRow | undefined> =>
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
    /** Ends the quarantine of a file that is being checked. */
    finishCheck: (
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
