import type { Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import type { archiveTables } from '@hofn/texts/catalogue/is/archive.ts';
import { type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Customer } from './access.ts';

/** Rows about a person: those that `of` selects. Columns in `without` are secrets, not personal data. */
export type Holding = { table: PgTable; of: (id: string) => SQL; without?: readonly string[] };

/** Rows whose column has the customer's id. */
export const own = (column: PgColumn, without?: readonly string[]): Holding => ({
  table: column.table as PgTable,
  of: (id) => sql`${column} = ${id}`,
  ...(without && { without }),
});

/** Rows whose column refers to a row of `parent`, which has the customer's id. */
export const under = (column: PgColumn, parent: PgTable): Holding => ({
  table: column.table as PgTable,
  of: (id) => sql`${column} in (select parent.id from ${parent} as parent where parent.customer_id = ${id})`,
});

/** Why a table is not in the archive; a text of the same name explains it to the customer. */
export type WhyLeftOut = 'nobodys' | 'staff' | 'unproved' | 'hashed' | 'passing' | 'asFiles';

/**
 * A column in other people's rows that says what a person did, or who they are to another. The archive says how many such
 * rows there are and of when.
 */
export type MentionedIn = { column: PgColumn; at?: PgColumn; by: 'id' | 'ssn' };

/** A content of the file store that belongs to the customer. */
export type OwnFile = { folder: 'documents' | 'signed' | 'sent' | 'picture'; name: string; key: string };

/** How a feature finds a customer's contents in the file store, and which columns name them. */
export type OwnFiles = {
  columns: readonly PgColumn[];
  find(db: Db, subject: Customer, language: Language): Promise<OwnFile[]>;
};

/**
 * Rows to erase. `once` is data that no law keeps: it is deleted with the request, and what is added later stays.
 * `reads` are tables that `where` reads, whose rows must not be deleted before this step.
 */
export type ErasureStep = { table: PgTable; where: SQL; once?: true; reads?: readonly PgTable[] };

/** What an erasure keeps, in the form that the features' steps ask for it. */
export type ErasureScope = {
  /** The customer's id. */
  id: string;
  today: string;
  /** Whether the person is still a customer. */
  stays: boolean;
  /** The day ten years ago: claims under a contract lapse by then (Act 30/2004). */
  tenYearsAgo: string;
  /** Rows of the customer, those that `where` selects. */
  of(column: SQL | object, where?: SQL): SQL;
  /** Whether a column refers to a policy that is not kept. */
  noPolicy(column: SQL | object): SQL;
  /** Whether a column refers to a claim that is not kept. */
  noClaim(column: SQL | object): SQL;
  /** Whether a day is before the accounting years that are kept (Act 145/1994). */
  oldBook(column: SQL | object): SQL;
};

/** What a feature keeps about people: for the archive (rule DATA-3a) and the erasure (rule DATA-3b). */
export type PersonalData = {
  /** Tables with a person's rows. */
  holdings?: readonly Holding[];
  /** Tables, by name, that are not in the archive, and why. */
  leftOut?: Readonly<Record<string, WhyLeftOut>>;
  mentions?: readonly MentionedIn[];
  files?: OwnFiles;
  /** Rows that an erasure deletes; their order is worked out from the tables. */
  erasure?(scope: ErasureScope): readonly ErasureStep[];
};

/** The declarations of all features together. */
export type AllPersonalData = {
  holdings: readonly Holding[];
  leftOut: Readonly<Record<string, WhyLeftOut>>;
  mentions: readonly MentionedIn[];
  files: readonly OwnFiles[];
  erasure(scope: ErasureScope): ErasureStep[];
};

/** A table of the archive, by its name in the database; the catalogue has its name for readers under the same key. */
export type TableName = keyof typeof archiveTables.archiveTable;

export const nameOf = (table: PgTable): TableName => getTableConfig(table).name as TableName;

/** The columns of a table's primary key, in order. */
export const keyOf = (table: PgTable): PgColumn[] => {
  const { primaryKeys, columns } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
};

/** Whether `first` must run before `second`: its rows refer to those of `second`, or its condition reads them. */
const precedes = (first: ErasureStep, second: ErasureStep): boolean =>
  first.table !== second.table &&
  (first.reads?.includes(second.table) ||
    getTableConfig(first.table).foreignKeys.some((key) => key.reference().foreignTable === second.table));

/**
 * Steps in an order in which children are deleted before the rows they refer to; otherwise in the order given.
 * @throws when two steps each have to run before the other
 */
export const inOrder = (steps: readonly ErasureStep[]): ErasureStep[] => {
  const left = [...steps];
  const sorted: ErasureStep[] = [];
  while (left.length > 0) {
    const next = left.findIndex((step) => !left.some((other) => precedes(other, step)));
    const [step] = left.splice(next, next < 0 ? 0 : 1);
    if (!step) throw new Error(`No order to erase ${left.map(({ table }) => nameOf(table)).join(', ')}`);
    sorted.push(step);
  }
  return sorted;
};

/** Joins what the features declare. @throws Error when two declare the same table */
export const joinPersonalData = (all: ReadonlyArray<PersonalData>): AllPersonalData => {
  const holdings = all.flatMap((data) => data.holdings ?? []);
  const leftOut = all.flatMap((data) => Object.entries(data.leftOut ?? {}));
  const names = [...holdings.map(({ table }) => nameOf(table)), ...leftOut.map(([name]) => name)];
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice) throw new Error(`Two features declare the table ${twice}`);
  return {
    holdings,
    leftOut: Object.fromEntries(leftOut),
    mentions: all.flatMap((data) => data.mentions ?? []),
    files: all.flatMap((data) => data.files ?? []),
    erasure: (scope) => inOrder(all.flatMap((data) => data.erasure?.(scope) ?? [])),
  };
};
