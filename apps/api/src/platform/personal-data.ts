import type { Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import type { archiveTables } from '@hofn/texts/catalogue/is/archive.ts';
import { type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Customer } from './authorization.ts';

/** Rows about a person: those that `rowsOf` selects. Columns in `without` are secrets, not personal data. */
export type PersonalTable = { table: PgTable; rowsOf: (id: string) => SQL; without?: readonly string[] };

/** Rows whose column contains the customer's id. */
export const ownRows = (column: PgColumn, without?: readonly string[]): PersonalTable => ({
  table: column.table as PgTable,
  rowsOf: (id) => sql`${column} = ${id}`,
  ...(without && { without }),
});

/** Rows whose column refers to a row of `parent`, which belongs to the customer. */
export const childRows = (column: PgColumn, parent: PgTable): PersonalTable => ({
  table: column.table as PgTable,
  rowsOf: (id) =>
    sql`${column} in (select parent.id from ${parent} as parent where parent.customer_id = ${id})`,
});

/** Why a table is not in the archive; a text of the same name explains it to the customer. */
export type ReasonLeftOut =
  | 'nobodys'
  | 'staff'
  | 'unproved'
  | 'hashed'
  | 'codes'
  | 'passing'
  | 'unsent'
  | 'internal'
  | 'references'
  | 'asFiles';

/**
 * A column in other people's rows that records what a person did, or who they are to somebody else. The archive lists how
 * many such rows there are and their dates.
 */
export type Mention = {
  column: PgColumn;
  at?: PgColumn;
  by: 'id' | 'ssn';
  /** Whose row it is; by default its `customerId` or `id`. */
  owner?: PgColumn;
};

/** A content of the file store that belongs to the customer. */
export type OwnFile = { folder: 'documents' | 'signed' | 'sent' | 'picture'; name: string; key: string };

/** How a feature finds a customer's contents in the file store, and which columns name them. */
export type OwnFiles = {
  columns: readonly PgColumn[];
  find(db: Db, subject: Customer, language: Language): Promise<OwnFile[]>;
};

/**
 * Rows to erase. `requested` is for data that no law requires us to keep: it is deleted with the request, and rows added
 * later stay. `always` is deleted also when a retention period ends after the request. Required, so that no step keeps or
 * deletes by a forgotten field. `reads` are tables that `where` reads, whose rows must not be deleted before this step.
 */
export type ErasureStep = {
  table: PgTable;
  where: SQL;
  when: 'requested' | 'always';
  reads?: readonly PgTable[];
};

/** Which rows an erasure may delete, as conditions for the features' steps. */
export type ErasureScope = {
  /** The customer's id. */
  id: string;
  today: string;
  /** Whether the person is still a customer. */
  isCustomer: boolean;
  /** The day ten years ago, by which claims under a contract have lapsed (Act 30/2004). */
  tenYearsAgo: string;
  /** The customer's rows, further limited by `where`. */
  ownRows(column: SQL | object, where?: SQL): SQL;
  /** Whether a column refers to no retained policy. */
  policyNotRetained(column: SQL | object): SQL;
  /** Whether a column refers to no retained claim. */
  claimNotRetained(column: SQL | object): SQL;
  /** Whether a day is before the accounting years that must be kept (Act 145/1994). */
  beforeRetainedAccounts(column: SQL | object): SQL;
};

/** The personal data a feature stores: for the archive (rule DATA-3a) and the erasure (rule DATA-3b). */
export type PersonalData = {
  /** Tables with a person's rows. */
  holdings?: readonly PersonalTable[];
  /** Tables that are not in the archive, by name, and why. */
  leftOut?: Readonly<Record<string, ReasonLeftOut>>;
  mentions?: readonly Mention[];
  files?: OwnFiles;
  /** Rows an erasure deletes; their order is derived from the tables. */
  erasure?(scope: ErasureScope): readonly ErasureStep[];
};

/** The declarations of all features combined. */
export type AllPersonalData = {
  holdings: readonly PersonalTable[];
  leftOut: Readonly<Record<string, ReasonLeftOut>>;
  mentions: readonly Mention[];
  files: readonly OwnFiles[];
  erasure(scope: ErasureScope): ErasureStep[];
};

/** A table of the archive, by its database name; the catalogue has its title under the same key. */
export type TableName = keyof typeof archiveTables.archiveTable;

export const nameOf = (table: PgTable): TableName => getTableConfig(table).name as TableName;

/** The columns of a table's primary key, in order. */
export const keyOf = (table: PgTable): PgColumn[] => {
  const { primaryKeys, columns } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
};

/** Whether `first` must run before `second`: its rows refer to rows of `second`, or its condition reads them. */
const precedes = (first: ErasureStep, second: ErasureStep): boolean =>
  first.table !== second.table &&
  (first.reads?.includes(second.table) ||
    getTableConfig(first.table).foreignKeys.some((key) => key.reference().foreignTable === second.table));

/**
 * Orders steps so that rows are deleted before the rows they refer to; otherwise keeps the given order.
 * @throws when two steps each have to run before the other
 */
export const sortSteps = (steps: readonly ErasureStep[]): ErasureStep[] => {
  const pending = [...steps];
  const sorted: ErasureStep[] = [];
  while (pending.length > 0) {
    const next = pending.findIndex((step) => !pending.some((other) => precedes(other, step)));
    const [step] = pending.splice(next, next < 0 ? 0 : 1);
    if (!step) throw new Error(`No order to erase ${pending.map(({ table }) => nameOf(table)).join(', ')}`);
    sorted.push(step);
  }
  return sorted;
};

/** Combines the features' declarations. @throws Error when two declare the same table */
export const joinPersonalData = (all: ReadonlyArray<PersonalData>): AllPersonalData => {
  const holdings = all.flatMap((data) => data.holdings ?? []);
  const leftOut = all.flatMap((data) => Object.entries(data.leftOut ?? {}));
  const names = [...holdings.map(({ table }) => nameOf(table)), ...leftOut.map(([name]) => name)];
  const duplicate = names.find((name, place) => names.indexOf(name) !== place);
  if (duplicate) throw new Error(`Two features declare the table ${duplicate}`);
  return {
    holdings,
    leftOut: Object.fromEntries(leftOut),
    mentions: all.flatMap((data) => data.mentions ?? []),
    files: all.flatMap((data) => data.files ?? []),
    erasure: (scope) => sortSteps(all.flatMap((data) => data.erasure?.(scope) ?? [])),
  };
};
