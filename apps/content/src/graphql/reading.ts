import type { DocumentType } from '@hofn/content-types/field.ts';
import DataLoader from 'dataloader';
import type { SQL } from 'drizzle-orm';
import { GraphQLError } from 'graphql';
import { isPlain } from '../documents/values.ts';
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
import { createFieldCount, longestPage, usualPage } from './cost.ts';

type Given<Value> = Value | null | undefined;

/** Arguments of a list. */
export type ListArguments = {
  id?: Given<string>;
  id_in?: Given<string[]>;
  uid?: Given<string>;
  uid_in?: Given<string[]>;
  uids?: Given<string[]>;
  type?: Given<string>;
  type_in?: Given<string[]>;
  lang?: Given<string>;
  tags?: Given<string[]>;
  tags_in?: Given<string[]>;
  fulltext?: Given<string>;
  first?: Given<number>;
  after?: Given<string>;
  sortBy?: Given<{ field: string; descending: boolean }>;
};

const mostDocuments = 1000;
const mostCharacters = 10_000_000;

// About as many characters as the value takes; the items of a group count themselves when they are read.
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (!Array.isArray(value)) return 20;
  return value.reduce<number>(
    (sum, item) => sum + 40 + (isPlain(item) && typeof item.text === 'string' ? item.text.length : 0),
    0,
  );
};

// A view never changes while a reader pages through it, so a place in the list is a sound cursor.
const cursorOf = (index: number): string => Buffer.from(`after:${index}`).toString('base64url');
const indexAfter = (cursor: string): number => {
  const index = /^after:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (index === undefined) throw new GraphQLError(`There is no cursor ${cursor} in this list.`);
  return Number(index) + 1;
};

const langOf = (lang: Given<string>): SQL[] => {
  if (lang === '*') return [];
  const code = lang ?? defaultLang;
  if (!isLang(code)) throw new GraphQLError(`There is no language ${code}.`);
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

/** What one query reads with: documents of one view, each batch of links in one statement, within a bound. */
export type Reading = ReturnType<typeof createReading>;

/** @param stop ends the query when it asks for too much: its other fields would each be refused by themselves */
export const createReading = (store: Store, view: View, stop: (why: GraphQLError) => void) => {
  let read = 0;
  const count = (documents: number): void => {
    read += documents;
    if (read > mostDocuments) {
      throw new GraphQLError(
        `One query may read ${mostDocuments} documents. Ask for fewer with first and after.`,
      );
    }
  };

  let given = 0;

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
    fields: createFieldCount(stop),

    /** Counts what goes into the answer: one short query can ask for the same long text a thousand times. */
    give(value: unknown): unknown {
      given += sizeOf(value);
      if (given > mostCharacters) stop(new GraphQLError('The answer is too long. Ask for less at a time.'));
      return value;
    },

    document: (id: string): Promise<ContentDocument | null> => documents.load(id),

    translations: async ({ id, groupId }: ContentDocument): Promise<DocumentHeader[]> =>
      (await translations.load(groupId)).filter((header) => header.id !== id),

    async single(type: DocumentType, uid: string, lang: string): Promise<ContentDocument | null> {
      count(1);
      const { documents: found } = await store.find(view, {
        where: [ofTypes([type.id]), withUids([uid]), ...langOf(lang)],
        limit: 1,
        offset: 0,
      });
      return found[0] ?? null;
    },

    async list(type: DocumentType | undefined, args: ListArguments) {
      const limit = args.first ?? usualPage;
      if (limit < 1 || limit > longestPage) {
        throw new GraphQLError(`first is from 1 to ${longestPage}.`);
      }
      count(limit);
      const offset = args.after ? indexAfter(args.after) : 0;
      const where: SQL[] = langOf(args.lang);
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
