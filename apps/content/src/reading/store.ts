import type { Db } from '@hofn/database';
import {
  contentDocuments,
  contentDrafts,
  contentPublished,
  contentVersions,
} from '@hofn/database/schema/content.ts';
import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { View } from './views.ts';

/** A document in a view. The dates are null for a draft that was never published. */
export type ContentDocument = {
  id: string;
  type: string;
  uid: string;
  lang: string;
  groupId: string;
  version: number;
  data: Record<string, unknown>;
  tags: string[];
  firstPublishedAt: Date | null;
  publishedAt: Date | null;
};

/** A document without its data. */
export type DocumentHeader = Omit<ContentDocument, 'data'>;

const headerColumns = {
  id: contentDocuments.id,
  type: contentDocuments.type,
  uid: contentDocuments.uid,
  lang: contentDocuments.lang,
  groupId: contentDocuments.groupId,
  version: contentVersions.number,
  tags: contentVersions.tags,
  firstPublishedAt: contentPublished.firstPublishedAt,
  publishedAt: contentPublished.publishedAt,
};
const documentColumns = { ...headerColumns, data: contentVersions.data };

/** Columns for filters and orderings. */
export const columns = {
  id: contentDocuments.id,
  type: contentDocuments.type,
  uid: contentDocuments.uid,
  lang: contentDocuments.lang,
  tags: contentVersions.tags,
  data: contentVersions.data,
  words: contentVersions.words,
  links: contentVersions.links,
  firstPublishedAt: contentPublished.firstPublishedAt,
  publishedAt: contentPublished.publishedAt,
};

const inView = (view: View): SQL | undefined =>
  and(
    eq(contentPublished.documentId, contentDocuments.id),
    lte(contentPublished.fromMaster, view.master),
    or(isNull(contentPublished.toMaster), gt(contentPublished.toMaster, view.master)),
  );

// The empty id matches no release, so one statement serves both kinds of view.
const ofRelease = (view: View): SQL | undefined =>
  and(eq(contentDrafts.documentId, contentDocuments.id), eq(contentDrafts.releaseId, view.release ?? ''));

// A draft that removes the document has no version, so the join drops the row.
const visibleVersion = and(
  eq(contentVersions.documentId, contentDocuments.id),
  eq(
    contentVersions.number,
    sql`case when ${contentDrafts.documentId} is null then ${contentPublished.version} else ${contentDrafts.version} end`,
  ),
);

export type FindOptions = { where: readonly SQL[]; orderBy?: readonly SQL[]; limit: number; offset: number };

export type Store = ReturnType<typeof createStore>;

/** Reads documents of a view. `db` may be a transaction. */
export const createStore = (db: Db) => {
  const headers = (view: View, where: SQL): Promise<DocumentHeader[]> =>
    db
      .select(headerColumns)
      .from(contentDocuments)
      .leftJoin(contentPublished, inView(view))
      .leftJoin(contentDrafts, ofRelease(view))
      .innerJoin(contentVersions, visibleVersion)
      .where(where)
      .orderBy(asc(contentDocuments.lang));

  return {
    /** One page of the matching documents, in a stable order, and their total number. */
    async find(
      view: View,
      { where, orderBy = [], limit, offset }: FindOptions,
    ): Promise<{ documents: ContentDocument[]; total: number }> {
      const order = sql.join([...orderBy, ...stableOrder], sql`, `);
      // Join the data only to the page: counting and ordering thousands of documents must not carry it.
      const page = db
        .select({
          ...headerColumns,
          total: sql<number>`cast(count(*) over () as integer)`.as('total'),
          place: sql<number>`row_number() over (order by ${order})`.as('place'),
        })
        .from(contentDocuments)
        .leftJoin(contentPublished, inView(view))
        .leftJoin(contentDrafts, ofRelease(view))
        .innerJoin(contentVersions, visibleVersion)
        .where(and(...where))
        .orderBy(sql`place`)
        .limit(limit)
        .offset(offset)
        .as('page');
      const rows = await db
        .select({
          id: page.id,
          type: page.type,
          uid: page.uid,
          lang: page.lang,
          groupId: page.groupId,
          version: page.version,
          tags: page.tags,
          firstPublishedAt: page.firstPublishedAt,
          publishedAt: page.publishedAt,
          total: page.total,
          data: contentVersions.data,
        })
        .from(page)
        .innerJoin(
          contentVersions,
          and(eq(contentVersions.documentId, page.id), eq(contentVersions.number, page.version)),
        )
        .orderBy(page.place);
      const total = rows[0]?.total;
      if (total === undefined && offset > 0) {
        const first = await this.find(view, { where, limit: 1, offset: 0 });
        return { documents: [], total: first.total };
      }
      return { documents: rows.map(({ total: _, ...document }) => document), total: total ?? 0 };
    },

    /** Documents by id; those that the view does not show are left out. */
    async byIds(view: View, ids: readonly string[]): Promise<ContentDocument[]> {
      if (ids.length === 0) return [];
      return db
        .select(documentColumns)
        .from(contentDocuments)
        .leftJoin(contentPublished, inView(view))
        .leftJoin(contentDrafts, ofRelease(view))
        .innerJoin(contentVersions, visibleVersion)
        .where(inArray(contentDocuments.id, [...ids]));
    },

    /** Headers of the documents with these ids. */
    headersByIds: async (view: View, ids: readonly string[]): Promise<DocumentHeader[]> =>
      ids.length === 0 ? [] : headers(view, inArray(contentDocuments.id, [...ids])),

    /** Headers of all translations in these groups. */
    translations: async (view: View, groupIds: readonly string[]): Promise<DocumentHeader[]> =>
      groupIds.length === 0 ? [] : headers(view, inArray(contentDocuments.groupId, [...groupIds])),

    /** All tags in use, in order. */
    async tags(view: View): Promise<string[]> {
      const rows = await db
        .selectDistinct({ tag: sql<string>`unnest(${contentVersions.tags})` })
        .from(contentDocuments)
        .leftJoin(contentPublished, inView(view))
        .leftJoin(contentDrafts, ofRelease(view))
        .innerJoin(contentVersions, visibleVersion);
      return rows.map(({ tag }) => tag).sort();
    },
  };
};

// By code point, so that both engines and every locale give the same order.
const stableOrder = [contentDocuments.type, contentDocuments.uid, contentDocuments.lang].map(
  (column) => sql`${column} collate "C"`,
);
