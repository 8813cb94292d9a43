import type { Db } from '@hofn/database';
import { contentDocuments, contentPublished, contentVersions } from '@hofn/database/schema/content.ts';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { inChunks } from './in-chunks.ts';

export type DocumentRow = typeof contentDocuments.$inferSelect;
export type VersionRow = typeof contentVersions.$inferSelect;

/** Documents and their versions. */
export const documentStore = (db: Db) => ({
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
      .where(and(inArray(contentPublished.documentId, [...documentIds]), isNull(contentPublished.toMaster)));
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
});
