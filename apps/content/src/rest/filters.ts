import type { DocumentType } from '@hofn/content-types/field.ts';
import { type SQL, sql } from 'drizzle-orm';
import {
  type FieldAt,
  fieldAt,
  fieldConditions,
  fieldOrder,
  negate,
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
import { type Ordering, type Predicate, SearchError, type Value } from './predicates.ts';

type Args = Predicate['args'];

const publicationDates: Record<string, PublicationDate> = {
  'document.first_publication_date': 'first',
  'document.last_publication_date': 'last',
};

const valuesOf = ({ name, path, args }: Predicate): Value[] => {
  if (args.length !== 1) throw new SearchError(`${name}(${path}) takes one value or one list`);
  return args.flat();
};

const textsOf = (predicate: Predicate): string[] =>
  valuesOf(predicate).map((value) => {
    if (typeof value === 'string') return value;
    throw new SearchError(`${predicate.name}(${predicate.path}) takes texts in quotes`);
  });

const single = (args: Args, index: number, predicate: Predicate): Value => {
  const value = args[index];
  if (value === undefined || Array.isArray(value)) {
    throw new SearchError(`${predicate.name}(${predicate.path}) takes ${index + 1} value or more, not lists`);
  }
  return value as Value;
};

const numberAt = (args: Args, index: number, predicate: Predicate): number => {
  const value = single(args, index, predicate);
  if (typeof value !== 'number') throw new SearchError(`${predicate.name}(${predicate.path}) takes numbers`);
  return value;
};

// A date (`2026-11-21`), or an instant in milliseconds.
const dateAt = (args: Args, index: number, predicate: Predicate): Date => {
  const value = single(args, index, predicate);
  const at = typeof value === 'boolean' ? new Date(Number.NaN) : new Date(value);
  if (Number.isNaN(at.getTime())) throw new SearchError(`${predicate.name}(${predicate.path}) takes dates`);
  return at;
};

const dayAt = (args: Args, index: number, predicate: Predicate): string =>
  dateAt(args, index, predicate).toISOString().slice(0, 10);

/** Translates predicates and orderings over `types` into SQL. */
export const createFilters = (types: readonly DocumentType[]) => {
  /** Resolves `my.product.title` to its type and field; `my.product.uid` has no field. */
  const ownField = (path: string): { type: DocumentType; at: FieldAt | 'uid' } => {
    const [my, typeId = '', ...names] = path.split('.');
    const type = types.find(({ id }) => id === typeId);
    if (my !== 'my' || !type) throw new SearchError(`Unknown field ${path}`);
    const at = names.join('.') === 'uid' ? 'uid' : fieldAt(type, names);
    if (!at) throw new SearchError(`The type ${typeId} has no field ${names.join('.')}`);
    return { type, at };
  };

  const membership = (predicate: Predicate): SQL => {
    const { path, name } = predicate;
    if (path === 'document.id') return withIds(textsOf(predicate));
    if (path === 'document.tags') {
      return (name === 'at' || name === 'not' ? withAllTags : withAnyTag)(textsOf(predicate));
    }
    if (path === 'document.type') {
      const requested = textsOf(predicate);
      const unknown = requested.find((value) => !types.some(({ id }) => id === value));
      if (unknown !== undefined) throw new SearchError(`Unknown type ${unknown}`);
      return ofTypes(requested);
    }
    const { type, at } = ownField(path);
    const condition =
      at === 'uid' ? withUids(textsOf(predicate)) : fieldConditions(at).anyOf(valuesOf(predicate));
    return both(ofTypes([type.id]), condition);
  };

  const onField = (predicate: Predicate, condition: (at: FieldAt) => SQL): SQL => {
    const { type, at } = ownField(predicate.path);
    if (at === 'uid') throw new SearchError(`${predicate.name} does not take uid`);
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
    // With a field: all other documents of its type. Otherwise: all other documents.
    not: (predicate) =>
      predicate.path.startsWith('my.')
        ? both(ofTypes([ownField(predicate.path).type.id]), negate(membership(predicate)))
        : negate(membership(predicate)),
    has: (predicate) => onField(predicate, (at) => fieldConditions(at).filled()),
    missing: (predicate) => onField(predicate, (at) => negate(fieldConditions(at).filled())),
    fulltext: (predicate) => {
      if (predicate.path !== 'document')
        throw new SearchError('fulltext only supports document, not single fields');
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
    /** @throws SearchError */
    conditions: (predicates: readonly Predicate[]): SQL[] =>
      predicates.map((predicate) => {
        const toCondition = Object.hasOwn(byName, predicate.name) ? byName[predicate.name] : undefined;
        if (!toCondition) {
          throw new SearchError(
            `Unknown predicate ${predicate.name}; supported are ${Object.keys(byName).join(', ')}`,
          );
        }
        return toCondition(predicate);
      }),

    /** @throws SearchError */
    order: (orderings: readonly Ordering[]): SQL[] =>
      orderings.map(({ path, descending }) => {
        const which = publicationDates[path];
        if (which) return publicationOrder(which, descending);
        const { at } = ownField(path);
        if (at === 'uid') throw new SearchError('ordering by uid is not supported; it is the default order');
        return fieldOrder(at, descending);
      }),
  };
};

const both = (left: SQL, right: SQL): SQL => sql`(${left} and ${right})`;
