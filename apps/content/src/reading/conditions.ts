import type { DocumentType, Field } from '@hofn/content-types/field.ts';
import { foldForSearch } from '@hofn/texts';
import { and, arrayContains, arrayOverlaps, eq, gt, inArray, lt, not, type SQL, sql } from 'drizzle-orm';
import { columns } from './store.ts';

/** A field and its path in a document's data. */
export type FieldAt = { field: Field; path: readonly string[] };

/** Finds a field by its path through the groups of a type. */
export const fieldAt = (type: DocumentType, names: readonly string[]): FieldAt | undefined => {
  let fields = type.fields;
  for (const [index, name] of names.entries()) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return undefined;
    if (index === names.length - 1) return { field, path: names };
    if (field.kind !== 'group') return undefined;
    fields = field.fields;
  }
  return undefined;
};

// Lax mode, the default, descends into every item of arrays on the path.
const jsonPath = ({ field, path }: FieldAt): string =>
  `$${[...path, ...(field.kind === 'link' ? ['id'] : [])].map((name) => `.${JSON.stringify(name)}`).join('')}`;

const exists = (path: string, values: Record<string, unknown>): SQL =>
  sql`jsonb_path_exists(${columns.data}, ${path}::jsonpath, ${JSON.stringify(values)}::jsonb)`;

/** Conditions on one field of a document; a field inside a group matches when any item does. */
export const fieldConditions = (at: FieldAt) => {
  const path = jsonPath(at);
  return {
    anyOf: (values: readonly (string | number | boolean)[]) =>
      exists(`${path} ? (@ == $values[*])`, { values }),
    above: (bound: string | number) => exists(`${path} ? (@ > $bound)`, { bound }),
    below: (bound: string | number) => exists(`${path} ? (@ < $bound)`, { bound }),
    within: (from: string | number, to: string | number) =>
      exists(`${path} ? (@ >= $from && @ <= $to)`, { from, to }),
    filled: () => exists(path, {}),
  };
};

/** Orders by a field; documents without it come last. */
export const fieldOrder = ({ path }: FieldAt, descending: boolean): SQL => {
  const value = sql`${columns.data} #> ${sql.param([...path])}::text[]`;
  return descending ? sql`${value} desc nulls last` : sql`${value} asc nulls last`;
};

export const ofTypes = (types: readonly string[]): SQL => inArray(columns.type, [...types]);
export const ofLang = (lang: string): SQL => eq(columns.lang, lang);
export const withIds = (ids: readonly string[]): SQL => inArray(columns.id, [...ids]);
export const withUids = (uids: readonly string[]): SQL => inArray(columns.uid, [...uids]);
export const withAnyTag = (tags: readonly string[]): SQL => arrayOverlaps(columns.tags, [...tags]);
export const withAllTags = (tags: readonly string[]): SQL => arrayContains(columns.tags, [...tags]);

/** Matches documents that contain every word, ignoring accents and case. */
export const withWords = (search: string): SQL => {
  const words = foldForSearch(search).split(/\s+/).filter(Boolean).slice(0, 10);
  return and(...words.map((word) => sql`position(${word} in ${columns.words}) > 0`)) ?? sql`true`;
};

const dates = { first: columns.firstPublishedAt, last: columns.publishedAt };
export type PublicationDate = keyof typeof dates;

export const publishedAfter = (publicationDate: PublicationDate, at: Date): SQL =>
  gt(dates[publicationDate], at);
export const publishedBefore = (which: PublicationDate, at: Date): SQL => lt(dates[which], at);
export const publicationOrder = (which: PublicationDate, descending: boolean): SQL =>
  descending ? sql`${dates[which]} desc nulls last` : sql`${dates[which]} asc nulls last`;

export const negate = (condition: SQL): SQL => not(condition);
export const linkingTo = (ids: readonly string[]): SQL => arrayOverlaps(columns.links, [...ids]);
