import type { DocumentType } from '@hofn/content-types/field.ts';
import DataLoader from 'dataloader';
import type { SQL } from 'drizzle-orm';
import { GraphQLError } from 'graphql';
import { isObject } from '../documents/values.ts';
import { defaultLang, isLang } from '../languages.ts';
import {
  fieldAt,
  fieldOrder,
  ofLang,
  ofTypes,
  publicationOrder,
  withAllTags,
  withAnyTag,
  withIds,
  withUids,
  withWords,
} from '../reading/conditions.ts';
import type { ContentDocument, DocumentHeader, Store } from '../reading/store.ts';
import type { View } from '../reading/views.ts';
import { createFieldCounter, defaultPageSize, maxPageSize } from './cost.ts';

type Nullable<Value> = Value | null | undefined;

export type ListArguments = {
  id?: Nullable<string>;
  id_in?: Nullable<string[]>;
  uid?: Nullable<string>;
  uid_in?: Nullable<string[]>;
  uids?: Nullable<string[]>;
  type?: Nullable<string>;
  type_in?: Nullable<string[]>;
  lang?: Nullable<string>;
  tags?: Nullable<string[]>;
  tags_in?: Nullable<string[]>;
  fulltext?: Nullable<string>;
  first?: Nullable<number>;
  after?: Nullable<string>;
  sortBy?: Nullable<{ field: string; descending: boolean }>;
};

const maxDocuments = 1000;
const maxCharacters = 10_000_000;

// Approximate size in characters; fields of group items are counted when they are resolved.
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (!Array.isArray(value)) return 20;
  return value.reduce<number>(
    (sum, item) => sum + 40 + (isObject(item) && typeof item.text === 'string' ? item.text.length : 0),
    0,
  );
};

// A view is immutable, so an index is a stable cursor.
const cursorOf = (index: number): string => Buffer.from(`after:${index}`).toString('base64url');
const indexAfter = (cursor: string): number => {
  const index = /^after:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (index === undefined) throw new GraphQLError(`Invalid cursor ${cursor}.`);
  return Number(index) + 1;
};

const langCondition = (lang: Nullable<string>): SQL[] => {
  if (lang === '*') return [];
  const code = lang ?? defaultLang;
  if (!isLang(code)) throw new GraphQLError(`Unknown language ${code}.`);
  return [ofLang(code)];
};

const orderOf = (type: DocumentType | undefined, sortBy: ListArguments['sortBy']): SQL[] => {
  if (!sortBy) return [];
  const { field, descending } = sortBy;
  if (field === 'meta_firstPublicationDate') return [publicationOrder('first', descending)];
  if (field === 'meta_lastPublicationDate') return [publicationOrder('last', descending)];
  const at = type && fieldAt(type, [field]);
  return at ? [fieldOrder(at, descending)] : [];
};

/** Context of one query: loads documents of one view, batching links, within limits. */
export type QueryContext = ReturnType<typeof createQueryContext>;

/** @param stop aborts the whole query when a limit is exceeded, instead of failing field by field */
export const createQueryContext = (store: Store, view: View, stop: (why: GraphQLError) => void) => {
  let read = 0;
  const count = (documents: number): void => {
    read += documents;
    if (read > maxDocuments) {
      throw new GraphQLError(
        `One query may read ${maxDocuments} documents. Request fewer with first and after.`,
      );
    }
  };

  let size = 0;

  const documents = new DataLoader<string, ContentDocument | null>(async (ids) => {
    count(ids.length);
    const found = new Map((await store.byIds(view, ids)).map((document) => [document.id, document]));
    return ids.map((id) => found.get(id) ?? null);
  });

  const translations = new DataLoader<string, DocumentHeader[]>(async (groupIds) => {
    const found = await store.translations(view, groupIds);
    return groupIds.map((groupId) => found.filter((header) => header.groupId === groupId));
  });

  return {
    fields: createFieldCounter(stop),

    /** Counts the size of the response: a short query can request the same long text a thousand times. */
    countSize(value: unknown): unknown {
      size += sizeOf(value);
      if (size > maxCharacters) stop(new GraphQLError('The response is too long. Request less at a time.'));
      return value;
    },

    document: (id: string): Promise<ContentDocument | null> => documents.load(id),

    translations: async ({ id, groupId }: ContentDocument): Promise<DocumentHeader[]> =>
      (await translations.load(groupId)).filter((header) => header.id !== id),

    async single(type: DocumentType, uid: string, lang: string): Promise<ContentDocument | null> {
      count(1);
      const { documents: found } = await store.find(view, {
        where: [ofTypes([type.id]), withUids([uid]), ...langCondition(lang)],
        limit: 1,
        offset: 0,
      });
      return found[0] ?? null;
    },

    async list(type: DocumentType | undefined, args: ListArguments) {
      const limit = args.first ?? defaultPageSize;
      if (limit < 1 || limit > maxPageSize) {
        throw new GraphQLError(`first must be from 1 to ${maxPageSize}.`);
      }
      count(limit);
      const offset = args.after ? indexAfter(args.after) : 0;
      const where: SQL[] = langCondition(args.lang);
      if (type) where.push(ofTypes([type.id]));
      if (args.type) where.push(ofTypes([args.type]));
      if (args.type_in) where.push(ofTypes(args.type_in));
      if (args.id) where.push(withIds([args.id]));
      if (args.id_in) where.push(withIds(args.id_in));
      if (args.uid) where.push(withUids([args.uid]));
      for (const uids of [args.uid_in, args.uids]) if (uids) where.push(withUids(uids));
      if (args.tags) where.push(withAllTags(args.tags));
      if (args.tags_in) where.push(withAnyTag(args.tags_in));
      if (args.fulltext) where.push(withWords(args.fulltext));
      const { documents: found, total } = await store.find(view, {
        where,
        orderBy: orderOf(type, args.sortBy),
        limit,
        offset,
      });
      return {
        totalCount: total,
        pageInfo: {
          hasNextPage: offset + found.length < total,
          hasPreviousPage: offset > 0,
          startCursor: found.length > 0 ? cursorOf(offset) : null,
          endCursor: found.length > 0 ? cursorOf(offset + found.length - 1) : null,
        },
        edges: found.map((node, index) => ({ node, cursor: cursorOf(offset + index) })),
      };
    },
  };
};
