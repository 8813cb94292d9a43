import type { Db } from '@hofn/database';
import {
  contentAudit,
  contentDocuments,
  contentDrafts,
  contentMasters,
  contentPublished,
  contentReleases,
  contentVersions,
} from '@hofn/database/schema/content.ts';
import { and, asc, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';

export type DocumentRow = typeof contentDocuments.$inferSelect;
export type VersionRow = typeof contentVersions.$inferSelect;
export type DraftRow = typeof contentDrafts.$inferSelect;
export type ReleaseRow = typeof contentReleases.$inferSelect;
export type MasterRow = typeof contentMasters.$inferSelect;
export type AuditRow = Omit<typeof contentAudit.$inferInsert, 'id'>;

/** A draft with its document, its data and the version that is public now. */
export type DraftDetails = {
  document: DocumentRow;
  version: number | null;
  basedOn: number | null;
  data: Record<string, unknown> | null;
  published: number | null;
};

// Arbitrary, but the same in every replica.
const publishLock = 6_120_954_377;
const chunkSize = 500;

const inChunks = async <Row>(
  rows: readonly Row[],
  write: (chunk: Row[]) => Promise<unknown>,
): Promise<void> => {
  for (let from = 0; from < rows.length; from += chunkSize) await write(rows.slice(from, from + chunkSize));
};

const isOpen = and(isNull(contentReleases.publishedAs), isNull(contentReleases.discardedAt));

export type EditingStore = ReturnType<typeof createEditingStore>;

/** Database access for editing. `db` is the transaction of one write. */
export const createEditingStore = (db: Db) => {
  const publishedNow = and(
    eq(contentPublished.documentId, contentDocuments.id),
    isNull(contentPublished.toMaster),
  );

  return {
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

    /** Locks a document until the transaction ends, and returns it with its public version. */
    async lockDocument(id: string): Promise<{ document: DocumentRow; published: number | null } | undefined> {
      const [document] = await db
        .select()
        .from(contentDocuments)
        .where(eq(contentDocuments.id, id))
        .for('update');
      if (!document) return undefined;
      const [row] = await db
        .select({ version: contentPublished.version })
        .from(contentPublished)
        .where(and(eq(contentPublished.documentId, id), isNull(contentPublished.toMaster)));
      return { document, published: row?.version ?? null };
    },

    /** Any document of a type in a language; a single type has at most one. */
    async documentOfType(type: string, lang: string): Promise<DocumentRow | undefined> {
      const [row] = await db
        .select()
        .from(contentDocuments)
        .where(and(eq(contentDocuments.type, type), eq(contentDocuments.lang, lang)))
        .limit(1);
      return row;
    },

    /** Inserts documents, skipping those whose id, uid or translation exists. @returns the inserted ids */
    async insertDocuments(rows: readonly DocumentRow[]): Promise<Set<string>> {
      const added = new Set<string>();
      await inChunks(rows, async (chunk) => {
        const inserted = await db
          .insert(contentDocuments)
          .values(chunk)
          .onConflictDoNothing()
          .returning({ id: contentDocuments.id });
        for (const { id } of inserted) added.add(id);
      });
      return added;
    },

    insertVersions: (rows: readonly VersionRow[]): Promise<void> =>
      inChunks(rows, (chunk) => db.insert(contentVersions).values(chunk)),

    /** The newest version of each document, by document id. */
    async newestVersions(documentIds: readonly string[]): Promise<Map<string, VersionRow>> {
      if (documentIds.length === 0) return new Map();
      const rows = await db
        .selectDistinctOn([contentVersions.documentId])
        .from(contentVersions)
        .where(inArray(contentVersions.documentId, [...documentIds]))
        .orderBy(contentVersions.documentId, desc(contentVersions.number));
      return new Map(rows.map((row) => [row.documentId, row]));
    },

    /** The public version of each document that has one. */
    async publishedVersions(documentIds: readonly string[]): Promise<Map<string, VersionRow>> {
      if (documentIds.length === 0) return new Map();
      const rows = await db
        .select({ version: contentVersions })
        .from(contentPublished)
        .innerJoin(
          contentVersions,
          and(
            eq(contentVersions.documentId, contentPublished.documentId),
            eq(contentVersions.number, contentPublished.version),
          ),
        )
        .where(
          and(inArray(contentPublished.documentId, [...documentIds]), isNull(contentPublished.toMaster)),
        );
      return new Map(rows.map(({ version }) => [version.documentId, version]));
    },

    versions: (documentId: string) =>
      db
        .select({
          number: contentVersions.number,
          author: contentVersions.author,
          createdAt: contentVersions.createdAt,
          published: sql<boolean>`${contentPublished.version} is not null`,
        })
        .from(contentVersions)
        .leftJoin(
          contentPublished,
          and(
            eq(contentPublished.documentId, contentVersions.documentId),
            eq(contentPublished.version, contentVersions.number),
            isNull(contentPublished.toMaster),
          ),
        )
        .where(eq(contentVersions.documentId, documentId))
        .orderBy(desc(contentVersions.number))
        .limit(200),

    async version(documentId: string, number: number): Promise<VersionRow | undefined> {
      const [row] = await db
        .select()
        .from(contentVersions)
        .where(and(eq(contentVersions.documentId, documentId), eq(contentVersions.number, number)));
      return row;
    },

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

    audit: async (row: AuditRow): Promise<void> => {
      await db.insert(contentAudit).values(row);
    },
  };
};
