import { type Db, uploadParts, uploads, visits } from '@hofn/database';
import { and, asc, eq, gte, inArray, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Owner } from '../access.ts';
import { sweep } from '../sweep.ts';

/** Uploads that one statement deletes: each takes parts of up to 25 MB with it. */
const sweptAtOnce = 20;

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
     * Bytes that came since an instant from people who had not signed in, and those that were announced since another and
     * may still come: who announces and sends nothing takes no room from others for long.
     * @param holders kinds of what such people send files for
     */
    strangersBytes: async (
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
     * Bytes that were announced since an instant by visitors from the same address as this one, whatever became of the
     * files (rule HOLD-13).
     */
    addressBytes: async (tx: Db, visit: Owner, since: string): Promise<number> => {
      const address = tx.select({ address: visits.address }).from(visits).where(eq(visits.id, visit.id));
      const [row] = await tx
        .select({ bytes: sql<string>`coalesce(sum(${visits.announcedBytes}), 0)` })
        .from(visits)
        .where(and(eq(visits.address, address), gte(visits.startedAt, since)));
      return Number(row?.bytes ?? 0);
    },
    noteAnnounced: async (tx: Db, visit: Owner, bytes: number): Promise<void> => {
      await tx
        .update(visits)
        // At the most what the column takes, two gigabytes.
        .set({ announcedBytes: sql`least(${visits.announcedBytes}::bigint + ${bytes}, 2147483647)` })
        .where(eq(visits.id, visit.id));
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
     * Hands files of one thing on to another, as those of a draft to the claim that it became: all of them, or those with
     * the given ids; with their owner and the name of their sender when they become known by it.
     * @returns how many they were
     */
    handOver: async (
      tx: Db,
      owner: Owner,
      from: Holder,
      to: Holder,
      { ids, ...known }: { ids?: readonly string[]; ownerId?: string; sender?: string } = {},
    ): Promise<number> => {
      const handed = await tx
        .update(uploads)
        .set({ ...known, holder: to.kind, holderId: to.id })
        .where(and(heldBy(owner, from), ids && inArray(uploads.id, [...ids])))
        .returning({ id: uploads.id });
      return handed.length;
    },
    /**
     * Drops a file whose sender wants it back, unless it has been handed in by now: one statement, so that nothing is filed
     * in between.
     * @param handedIn kinds of what files are handed in with
     * @returns false when there is none that may be taken back
     */
    takeBack: async (owner: Owner, id: string, handedIn: readonly string[]): Promise<boolean> => {
      const mayGo = or(
        notInArray(uploads.holder, [...handedIn]),
        inArray(uploads.state, ['receiving', 'refused']),
      );
      const gone = await db
        .delete(uploads)
        .where(and(rowOf(owner, id), mayGo))
        .returning({ id: uploads.id });
      return gone.length > 0;
    },
    removeAll: async (tx: Db, owner: Owner, holder: Holder): Promise<void> => {
      await tx.delete(uploads).where(heldBy(owner, holder));
    },
    /** Drops what was sent for things of one kind, and has been there since before an instant. */
    forgetHeld: async (kind: string, before: string): Promise<void> => {
      await sweep(
        db,
        uploads,
        sql`${uploads.holder} = ${kind} and ${uploads.createdAt} < ${before}`,
        sweptAtOnce,
      );
    },
    /** Drops what nobody goes on sending. */
    forgetUnfinished: async (before: string): Promise<void> => {
      await sweep(
        db,
        uploads,
        sql`${uploads.state} = 'receiving' and ${uploads.createdAt} < ${before}`,
        sweptAtOnce,
      );
    },
  };
};
export type UploadStore = ReturnType<typeof createUploadStore>;
