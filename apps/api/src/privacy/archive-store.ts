import { claims, type Db, staffViews } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Customer } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';
import {
  type AllPersonalData,
  keyOf,
  nameOf,
  type OwnFile,
  type PersonalTable,
  type TableName,
} from '../platform/personal-data.ts';

/** A row with the database's column names. */
export type Row = Record<string, unknown>;

/** How many of other people's rows name the customer, and the latest date, where the rows have one. */
export type MentionCount = { table: TableName; column: string; rows: number; last: string | null };

const pageSize = 500;

/** Everything we store about a person, read in pages, so that no table is in memory as a whole. */
export const createArchiveStore = (
  db: Db,
  { holdings, mentions, files }: Pick<AllPersonalData, 'holdings' | 'mentions' | 'files'>,
) => {
  /** Secret columns are never read, not even by the database: the API's role may not. */
  const rowOf = ({ table, without = [] }: PersonalTable): SQL => {
    if (without.length === 0) return sql`to_jsonb(${table})`;
    const columns = Object.values<PgColumn>(getTableColumns(table)).filter(
      ({ name }) => !without.includes(name),
    );
    const pairs = columns.map((column) => sql`${sql.raw(`'${column.name}'`)}, ${column}`);
    return sql`jsonb_build_object(${sql.join(pairs, sql`, `)})`;
  };

  const rows = async function* (subject: Customer, holding: PersonalTable): AsyncGenerator<Row> {
    const { table, rowsOf } = holding;
    const key = keyOf(table);
    const columns = sql.join(
      key.map((column) => sql`${column}`),
      sql`, `,
    );
    const position = sql`jsonb_build_array(${columns})`;
    let after: SQL | undefined;
    for (;;) {
      const found = await db
        .select({ row: sql<Row>`${rowOf(holding)}`, position: sql<Array<string | number>>`${position}` })
        .from(table)
        .where(and(sql`(${rowsOf(subject.id)})`, after))
        .orderBy(...key)
        .limit(pageSize);
      for (const { row } of found) yield row;
      const last = found.at(-1);
      if (!last || found.length < pageSize) return;
      const values = sql.join(
        last.position.map((value) => sql`${value}`),
        sql`, `,
      );
      after = sql`(${columns}) > (${values})`;
    }
  };

  return {
    rows,

    /** How many rows of the customer each table has. */
    counts: async (subject: Customer): Promise<Map<TableName, number>> => {
      const found = new Map<TableName, number>();
      for (const { table, rowsOf } of holdings)
        found.set(nameOf(table), await db.$count(table, sql`(${rowsOf(subject.id)})`));
      return found;
    },

    mentions: async (subject: Customer): Promise<MentionCount[]> => {
      const found: MentionCount[] = [];
      for (const { column, at, by, owner } of mentions) {
        const { table } = column;
        const { customerId, id } = getTableColumns(table) as Record<string, PgColumn>;
        const rowOwner = owner ?? customerId ?? id;
        const others = rowOwner && sql`${rowOwner} <> ${subject.id}`;
        const [row] = await db
          .select({
            rows: sql<number>`count(*)::int`,
            last: at ? sql<string | null>`to_jsonb(max(${at})) #>> '{}'` : sql<null>`null`,
          })
          .from(table)
          .where(and(eq(column, subject[by]), others));
        if (row && row.rows > 0)
          found.push({ table: nameOf(table as PersonalTable['table']), column: column.name, ...row });
      }
      return found;
    },

    claims: (subject: Customer, language: Language) =>
      db
        .select({
          title: pick(language, claims.titleIs, claims.titleEn),
          number: claims.number,
          dateOfLoss: claims.dateOfLoss,
          status: claims.status,
          compensation: claims.compensation,
        })
        .from(claims)
        .where(eq(claims.customerId, subject.id))
        .orderBy(desc(claims.dateOfLoss), claims.id),

    /** Staff who have seen the customer's data, newest first. */
    views: (subject: Customer) =>
      db
        .select({ name: staffViews.employeeName, at: staffViews.openedAt })
        .from(staffViews)
        .where(eq(staffViews.customerId, subject.id))
        .orderBy(desc(staffViews.openedAt), staffViews.id),

    /** The customer's contents in the file store. */
    files: async (subject: Customer, language: Language): Promise<OwnFile[]> => {
      const found: OwnFile[] = [];
      for (const { find } of files) found.push(...(await find(db, subject, language)));
      return found;
    },
  };
};
export type ArchiveStore = ReturnType<typeof createArchiveStore>;
