import type { DocumentType } from '@hofn/content-types/field.ts';
import { type SQL, sql } from 'drizzle-orm';
import {
  type FieldAt,
  fieldAt,
  fieldConditions,
  fieldOrder,
  notSo,
  ofTypes,
  type PublicationDate,
  publicationOrder,
  publishedAfter,
  publishedBefore,
  withAllTags,
  withAnyTag,
  withIds,
  withUids,
  withWords,
} from '../reading/conditions.ts';
import { type Ordering, type Predicate, SearchFault, type Value } from './predicates.ts';

type Args = Predicate['args'];

const publicationDates: Record<string, PublicationDate> = {
  'document.first_publication_date': 'first',
  'document.last_publication_date': 'last',
};

const valuesOf = ({ name, path, args }: Predicate): Value[] => {
  if (args.length !== 1) throw new SearchFault(`${name}(${path}) takes one value or one list`);
  return args.flat();
};

const textsOf = (predicate: Predicate): string[] =>
  valuesOf(predicate).map((value) => {
    if (typeof value === 'string') return value;
    throw new SearchFault(`${predicate.name}(${predicate.path}) takes texts in quotes`);
  });

const single = (args: Args, index: number, predicate: Predicate): Value => {
  const value = args[index];
  if (value === undefined || Array.isArray(value)) {
    throw new SearchFault(`${predicate.name}(${predicate.path}) takes ${index + 1} value or more, not lists`);
  }
  return value as Value;
};

const numberAt = (args: Args, index: number, predicate: Predicate): number => {
  const value = single(args, index, predicate);
  if (typeof value !== 'number') throw new SearchFault(`${predicate.name}(${predicate.path}) takes numbers`);
  return value;
};

// A day as `2026-11-21`, or an instant in milliseconds.
const dateAt = (args: Args, index: number, predicate: Predicate): Date => {
  const value = single(args, index, predicate);
  const at = typeof value === 'boolean' ? new Date(Number.NaN) : new Date(value);
  if (Number.isNaN(at.getTime())) throw new SearchFault(`${predicate.name}(${predicate.path}) takes dates`);
  return at;
};

const dayAt = (args: Args, index: number, predicate: Predicate): string =>
  dateAt(args, index, predicate).toISOString().slice(0, 10);

/** What a search over `types` may ask: turns predicates and orderings into SQL. */
export const createFilters = (types: readonly DocumentType[]) => {
  /** The type and field that `my.product.title` speaks of; no field for `my.product.uid`. */
  const ownField = (path: string): { type: DocumentType; at: FieldAt | 'uid' } => {
    const [my, typeId = '', ...names] = path.split('.');
    const type = types.find(({ id }) => id === typeId);
    if (my !== 'my' || !type) throw new SearchFault(`There is no field ${path}`);
    const at = names.join('.') === 'uid' ? 'uid' : fieldAt(type, names);
    if (!at) throw new SearchFault(`The type ${typeId} has no field ${names.join('.')}`);
    return { type, at };
  };

  const membership = (predicate: Predicate): SQL => {
    const { path, name } = predicate;
    if (path === 'document.id') return withIds(textsOf(predicate));
    if (path === 'document.tags') {
      return (name === 'at' || name === 'not' ? withAllTags : withAnyTag)(textsOf(predicate));
    }
    if (path === 'document.type') {
      const known = textsOf(predicate);
      const unknown = known.find((value) => !types.some(({ id }) => id === value));
      if (unknown !== undefined) throw new SearchFault(`There is no type ${unknown}`);
      return ofTypes(known);
    }
    const { type, at } = ownField(path);
    const condition =
      at === 'uid' ? withUids(textsOf(predicate)) : fieldConditions(at).anyOf(valuesOf(predicate));
    return both(ofTypes([type.id]), condition);
  };

  const onField = (predicate: Predicate, condition: (at: FieldAt) => SQL): SQL => {
    const { type, at } = ownField(predicate.path);
    if (at === 'uid') throw new SearchFault(`${predicate.name} does not take uid`);
    return both(ofTypes([type.id]), condition(at));
  };

  const onDate = (
    predicate: Predicate,
    published: (which: PublicationDate) => SQL,
    own: (at: FieldAt) => SQL,
  ): SQL => {
    const which = publicationDates[predicate.path];
    return which ? published(which) : onField(predicate, own);
  };

  const byName: Record<string, (predicate: Predicate) => SQL> = {
    at: membership,
    any: membership,
    in: membership,
    // Other documents of the type, where a field is named; else all others.
    not: (predicate) =>
      predicate.path.startsWith('my.')
        ? both(ofTypes([ownField(predicate.path).type.id]), notSo(membership(predicate)))
        : notSo(membership(predicate)),
    has: (predicate) => onField(predicate, (at) => fieldConditions(at).filled()),
    missing: (predicate) => onField(predicate, (at) => notSo(fieldConditions(at).filled())),
    fulltext: (predicate) => {
      if (predicate.path !== 'document')
        throw new SearchFault('fulltext searches document, not single fields');
      return withWords(textsOf(predicate).join(' '));
    },
    'number.gt': (p) => onField(p, (at) => fieldConditions(at).above(numberAt(p.args, 0, p))),
    'number.lt': (p) => onField(p, (at) => fieldConditions(at).below(numberAt(p.args, 0, p))),
    'number.inRange': (p) =>
      onField(p, (at) => fieldConditions(at).within(numberAt(p.args, 0, p), numberAt(p.args, 1, p))),
    'date.after': (p) =>
      onDate(
        p,
        (which) => publishedAfter(which, dateAt(p.args, 0, p)),
        (at) => fieldConditions(at).above(dayAt(p.args, 0, p)),
      ),
    'date.before': (p) =>
      onDate(
        p,
        (which) => publishedBefore(which, dateAt(p.args, 0, p)),
        (at) => fieldConditions(at).below(dayAt(p.args, 0, p)),
      ),
    'date.between': (p) =>
      onDate(
        p,
        (which) =>
          both(publishedAfter(which, dateAt(p.args, 0, p)), publishedBefore(which, dateAt(p.args, 1, p))),
        (at) => fieldConditions(at).within(dayAt(p.args, 0, p), dayAt(p.args, 1, p)),
      ),
  };

  return {
    /** @throws SearchFault */
    conditions: (predicates: readonly Predicate[]): SQL[] =>
      predicates.map((predicate) => {
        const make = Object.hasOwn(byName, predicate.name) ? byName[predicate.name] : undefined;
        if (!make) {
          throw new SearchFault(
            `There is no predicate ${predicate.name}; there are ${Object.keys(byName).join(', ')}`,
          );
        }
        return make(predicate);
      }),

    /** @throws SearchFault */
    order: (orderings: readonly Ordering[]): SQL[] =>
      orderings.map(({ path, descending }) => {
        const which = publicationDates[path];
        if (which) return publicationOrder(which, descending);
        const { at } = ownField(path);
        if (at === 'uid') throw new SearchFault('uid is the order without any ordering');
        return fieldOrder(at, descending);
      }),
  };
};

const both = (left: SQL, right: SQL): SQL => sql`(${left} and ${right})`;
