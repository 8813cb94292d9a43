import { foldForSearch } from '@hofn/texts';
import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { Fault } from './fault.ts';
import { folded } from './sql.ts';

/** Filter and order of a list of dated rows (rule PORT-19). */
export type DatedFilter = {
  /** Normalised by `foldForSearch`. */
  search: string | undefined;
  from: string | undefined;
  to: string | undefined;
  sort: 'newest' | 'oldest';
};

/** Builds the filter of a call. @throws Fault `validation` when the last day is before the first */
export const datedFilterOf = <Sort extends string>({
  search,
  from,
  to,
  sort,
}: {
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort: Sort;
}): Omit<DatedFilter, 'sort'> & { sort: Sort } => {
  if (from !== undefined && to !== undefined && to < from)
    throw new Fault('validation', { fields: [{ path: 'to', reason: 'toBeforeFrom' }] });
  return { search: search ? foldForSearch(search) : undefined, from, to, sort };
};

/** Condition and order of a list, by the instant and id of its rows and the text they are searched by. */
export const datedList = (at: PgColumn, id: PgColumn, words: SQL) => ({
  matches: ({ search, from, to }: DatedFilter): SQL | undefined =>
    and(
      from === undefined ? undefined : sql`(${at} at time zone 'utc')::date >= ${from}::date`,
      to === undefined ? undefined : sql`(${at} at time zone 'utc')::date <= ${to}::date`,
      search === undefined ? undefined : sql`position(${search} in ${folded(words)}) > 0`,
    ),
  beyond: ({ sort }: DatedFilter, after: readonly [at: string, id: string] | null): SQL | undefined => {
    if (!after) return undefined;
    const place = sql`(${after[0]}::timestamptz, ${after[1]}::text)`;
    return sort === 'newest' ? sql`(${at}, ${id}) < ${place}` : sql`(${at}, ${id}) > ${place}`;
  },
  order: ({ sort }: DatedFilter): SQL[] => (sort === 'newest' ? [desc(at), desc(id)] : [asc(at), asc(id)]),
});
