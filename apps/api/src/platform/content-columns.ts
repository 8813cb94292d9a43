import type { Db } from '@hofn/database';
import { sql } from 'drizzle-orm';

/** A column that refers to contents, both names quoted for SQL. */
export type ContentColumn = { table: string; column: string };

/** Columns with a foreign key to `contents`, from the database itself, so that none is missed in the schema of any release. */
export const contentColumns = async (db: Db): Promise<ContentColumn[]> => {
  const { rows } = await db.execute(
    sql`select c.conrelid::regclass::text as "table", quote_ident(a.attname) as "column"
        from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.confrelid = 'contents'::regclass order by 1, 2`,
  );
  return rows as ContentColumn[];
};

const keysOf = ({ table, column }: ContentColumn) =>
  sql`select ${sql.raw(column)} as key from ${sql.raw(table)} where ${sql.raw(column)} is not null`;

/** A query for the keys that rows refer to, each once and in order. */
const allKeys = (columns: readonly ContentColumn[]) =>
  sql`${sql.join(columns.map(keysOf), sql` union `)} order by key`;

/** Keys fetched at once. */
const pageSize = 10_000;

/** The keys of all contents that rows refer to, in order. Must run in a transaction. */
export const referencedKeys = async function* (tx: Db): AsyncIterable<string> {
  await tx.execute(sql`declare referenced_contents cursor for ${allKeys(await contentColumns(tx))}`);
  for (;;) {
    const { rows } = await tx.execute(sql`fetch ${sql.raw(String(pageSize))} from referenced_contents`);
    if (rows.length === 0) break;
    for (const { key } of rows as Array<{ key: string }>) yield key;
  }
  await tx.execute(sql`close referenced_contents`);
};

/** The columns with rows that refer to a content, as `table.column`; none once it may be deleted. */
export const referencesTo = async (db: Db, key: string): Promise<string[]> => {
  const found: string[] = [];
  for (const { table, column } of await contentColumns(db)) {
    const { rows } = await db.execute(
      sql`select 1 from ${sql.raw(table)} where ${sql.raw(column)} = ${key} limit 1`,
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
};
