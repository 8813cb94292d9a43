import type { Db } from '@hofn/database';
import {
  contentDocuments,
  contentDrafts,
  contentPublished,
  contentReleases,
  contentVersions,
} from '@hofn/database/schema/content.ts';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { DocumentRow } from './documents.ts';
import { inChunks } from './in-chunks.ts';

export type DraftRow = typeof contentDrafts.$inferSelect;
export type ReleaseRow = typeof contentReleases.$inferSelect;

/** A draft with its document, its data and the version that is public now. */
export type DraftDetails = {
  document: DocumentRow;
  version: number | null;
  basedOn: number | null;
  data: Record<string, unknown> | null;
  published: number | null;
};

const isOpen = and(isNull(contentReleases.publishedAs), isNull(contentReleases.discardedAt));
const publishedNow = and(
  eq(contentPublished.documentId, contentDocuments.id),
  isNull(contentPublished.toMaster),
);

/** Releases and the drafts in them. */
export const releaseStore = (db: Db) => ({
  insertRelease: async (row: ReleaseRow): Promise<void> => {
    await db.insert(contentReleases).values(row);
  },

  /** Locks a release that is neither published nor discarded until the transaction ends. */
  async lockRelease(id: string): Promise<ReleaseRow | undefined> {
    const [row] = await db
      .select()
      .from(contentReleases)
      .where(and(eq(contentReleases.id, id), isOpen))
      .for('update');
    return row;
  },

  async openRelease(id: string): Promise<ReleaseRow | undefined> {
    return (
      await db
        .select()
        .from(contentReleases)
        .where(and(eq(contentReleases.id, id), isOpen))
    )[0];
  },

  openReleases: (): Promise<ReleaseRow[]> =>
    db.select().from(contentReleases).where(isOpen).orderBy(desc(contentReleases.changedAt)).limit(200),

  changeRelease: async (id: string, change: Partial<Omit<ReleaseRow, 'id'>>): Promise<void> => {
    await db.update(contentReleases).set(change).where(eq(contentReleases.id, id));
  },

  async draft(releaseId: string, documentId: string): Promise<DraftRow | undefined> {
    const [row] = await db
      .select()
      .from(contentDrafts)
      .where(and(eq(contentDrafts.releaseId, releaseId), eq(contentDrafts.documentId, documentId)));
    return row;
  },

  /** Adds drafts to a release. An existing draft gets the new version and keeps its `basedOn`. */
  putDrafts: (rows: readonly DraftRow[]): Promise<void> =>
    inChunks(rows, (chunk) =>
      db
        .insert(contentDrafts)
        .values(chunk)
        .onConflictDoUpdate({
          target: [contentDrafts.releaseId, contentDrafts.documentId],
          set: { version: sql`excluded.version` },
        }),
    ),

  drafts: (releaseId: string): Promise<DraftDetails[]> =>
    db
      .select({
        document: contentDocuments,
        version: contentDrafts.version,
        basedOn: contentDrafts.basedOn,
        data: contentVersions.data,
        published: contentPublished.version,
      })
      .from(contentDrafts)
      .innerJoin(contentDocuments, eq(contentDocuments.id, contentDrafts.documentId))
      .leftJoin(contentPublished, publishedNow)
      .leftJoin(
        contentVersions,
        and(
          eq(contentVersions.documentId, contentDrafts.documentId),
          eq(contentVersions.number, contentDrafts.version),
        ),
      )
      .where(eq(contentDrafts.releaseId, releaseId))
      .orderBy(asc(contentDocuments.type), asc(contentDocuments.uid), asc(contentDocuments.lang)),
});
