import type { Db } from '@hofn/database';
import { contentMasters, contentPublished } from '@hofn/database/schema/content.ts';
import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { inChunks } from './in-chunks.ts';

export type MasterRow = typeof contentMasters.$inferSelect;

// Arbitrary, but the same in every replica.
const publishLock = 6_120_954_377;

/** Masters: what is public, now and earlier. */
export const masterStore = (db: Db) => ({
  /** The newest master. Takes the publishing lock until the transaction ends. */
  async lockHead(): Promise<MasterRow> {
    await db.execute(sql`select pg_advisory_xact_lock(${publishLock})`);
    const [head] = await db.select().from(contentMasters).orderBy(desc(contentMasters.number)).limit(1);
    if (!head) throw new Error('content_masters is empty, although its migration inserts a row');
    return head;
  },

  async master(ref: string): Promise<MasterRow | undefined> {
    return (await db.select().from(contentMasters).where(eq(contentMasters.ref, ref)))[0];
  },

  masters: (limit: number): Promise<MasterRow[]> =>
    db.select().from(contentMasters).orderBy(desc(contentMasters.number)).limit(limit),

  /** The public version of each document in a master, by document id. */
  async publishedAs(master: number): Promise<Map<string, number>> {
    const rows = await db
      .select({ id: contentPublished.documentId, version: contentPublished.version })
      .from(contentPublished)
      .where(
        and(
          lte(contentPublished.fromMaster, master),
          or(isNull(contentPublished.toMaster), gt(contentPublished.toMaster, master)),
        ),
      );
    return new Map(rows.map(({ id, version }) => [id, version]));
  },

  /** Creates a master in which some documents have another version, or are removed (null). */
  async publish(master: MasterRow, changes: ReadonlyMap<string, number | null>): Promise<void> {
    await db.insert(contentMasters).values(master);
    const ids = [...changes.keys()];
    const firstPublished = new Map<string, Date>();
    await inChunks(ids, async (chunk) => {
      const rows = await db
        .selectDistinctOn([contentPublished.documentId], {
          id: contentPublished.documentId,
          at: contentPublished.firstPublishedAt,
        })
        .from(contentPublished)
        .where(inArray(contentPublished.documentId, chunk));
      for (const { id, at } of rows) firstPublished.set(id, at);
      await db
        .update(contentPublished)
        .set({ toMaster: master.number })
        .where(and(inArray(contentPublished.documentId, chunk), isNull(contentPublished.toMaster)));
    });
    const published = [...changes].flatMap(([documentId, version]) =>
      version === null
        ? []
        : [
            {
              documentId,
              version,
              fromMaster: master.number,
              toMaster: null,
              firstPublishedAt: firstPublished.get(documentId) ?? master.publishedAt,
              publishedAt: master.publishedAt,
            },
          ],
    );
    await inChunks(published, (chunk) => db.insert(contentPublished).values(chunk));
  },
});
