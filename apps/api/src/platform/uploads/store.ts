import { type Db, uploadParts, uploads } from '@hofn/database';
import { and, asc, eq, gte, lt, ne, sql } from 'drizzle-orm';
import type { Customer } from '../access.ts';

/** What a file is sent for. */
export type Holder = { kind: string; id: string };

export type UploadRow = typeof uploads.$inferSelect;

type Subject = Pick<Customer, 'id'>;

/** Files on their way, out of the database. Every question names the subject, but for the sweep of old ones. */
export const createUploadStore = (db: Db) => {
  const rowOf = (subject: Subject, id: string) => and(eq(uploads.customerId, subject.id), eq(uploads.id, id));
  const heldBy = (subject: Subject, holder: Holder) =>
    and(eq(uploads.customerId, subject.id), eq(uploads.holder, holder.kind), eq(uploads.holderId, holder.id));
  const partsOf = (subject: Subject, id: string) =>
    and(eq(uploadParts.customerId, subject.id), eq(uploadParts.uploadId, id));
  return {
    one: async (subject: Subject, id: string, from: Db = db): Promise<UploadRow | undefined> =>
      (await from.select().from(uploads).where(rowOf(subject, id)))[0],
    /** All of one thing, oldest first. */
    of: (subject: Subject, holder: Holder, from: Db = db): Promise<UploadRow[]> =>
      from
        .select()
        .from(uploads)
        .where(heldBy(subject, holder))
        .orderBy(asc(uploads.createdAt), asc(uploads.id)),
    /** How many files, and how many bytes, have been announced for one thing since an instant. */
    weight: async (subject: Subject, holder: Holder, since: string, from: Db) => {
      const [row] = await from
        .select({
          files: sql<number>`count(*)::int`,
          bytes: sql<number>`coalesce(sum(${uploads.bytes}), 0)::int`,
        })
        .from(uploads)
        .where(and(heldBy(subject, holder), ne(uploads.state, 'refused'), gte(uploads.createdAt, since)));
      return row ?? { files: 0, bytes: 0 };
    },
    add: async (tx: Db, row: typeof uploads.$inferInsert): Promise<UploadRow> => {
      const [added] = await tx.insert(uploads).values(row).returning();
      if (!added) throw new Error('The upload was not written');
      return added;
    },
    /** Takes the next bytes, if they begin where the file ends and are not more than it was said to have. */
    append: async (
      tx: Db,
      subject: Subject,
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
            rowOf(subject, id),
            eq(uploads.state, 'receiving'),
            eq(uploads.received, offset),
            gte(uploads.bytes, end),
          ),
        )
        .returning();
      if (row) await tx.insert(uploadParts).values({ customerId: subject.id, uploadId: id, offset, content });
      return row;
    },
    /** The bytes in quarantine, whole. */
    content: async (subject: Subject, id: string): Promise<Buffer> => {
      const parts = await db
        .select({ content: uploadParts.content })
        .from(uploadParts)
        .where(partsOf(subject, id))
        .orderBy(asc(uploadParts.offset));
      return Buffer.concat(parts.map(({ content }) => content));
    },
    /** Ends the quarantine of a file that is being checked. */
    settle: (
      subject: Subject,
      id: string,
      outcome: Pick<typeof uploads.$inferInsert, 'state' | 'reason' | 'type' | 'key' | 'storedBytes'>,
    ): Promise<void> =>
      db.transaction(async (tx) => {
        await tx
          .update(uploads)
          .set(outcome)
          .where(and(rowOf(subject, id), eq(uploads.state, 'checking')));
        await tx.delete(uploadParts).where(partsOf(subject, id));
      }),
    /** Hands all files of one thing on to another, as those of a draft to the claim that it became. */
    handOver: async (tx: Db, subject: Subject, from: Holder, to: Holder): Promise<void> => {
      await tx.update(uploads).set({ holder: to.kind, holderId: to.id }).where(heldBy(subject, from));
    },
    remove: async (tx: Db, subject: Subject, id: string): Promise<void> => {
      await tx.delete(uploads).where(rowOf(subject, id));
    },
    removeAll: async (tx: Db, subject: Subject, holder: Holder): Promise<void> => {
      await tx.delete(uploads).where(heldBy(subject, holder));
    },
    /** Drops what nobody goes on sending. */
    forgetUnfinished: async (before: string): Promise<void> => {
      await db.delete(uploads).where(and(eq(uploads.state, 'receiving'), lt(uploads.createdAt, before)));
    },
  };
};
export type UploadStore = ReturnType<typeof createUploadStore>;
