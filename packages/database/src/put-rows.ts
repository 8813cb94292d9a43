import { getTableColumns, type SQL, type SQLChunk, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './db.ts';

type Row<Table extends PgTable> = Table['$inferInsert'];
type Field<Table extends PgTable> = keyof Row<Table> & string;

const list = (names: readonly SQLChunk[]) => sql.join([...names], sql`, `);

/**
 * Inserts rows, or replaces the rows with the same key, in one statement with one parameter, so that thousands cost
 * little more than one. All rows must have the same fields; columns of other fields keep their value.
 * @param key fields of a unique index of the table
 * @param isLog whether rows on file stay as they are
 * @param keep new values of a replaced row where they depend on the old ones, by field
 */
export const putRows = async <Table extends PgTable>(
  tx: Db,
  table: Table,
  rows: readonly Row<Table>[],
  {
    key,
    keep = {},
    isLog = false,
  }: {
    key: readonly Field<Table>[];
    keep?: Partial<Record<Field<Table>, SQL>>;
    isLog?: boolean;
  },
): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  const fields = Object.keys(first).filter((field) => field in columns);
  const nameOf = (field: string) => columns[field]?.name ?? field;
  const names = fields.map((field) => sql.identifier(nameOf(field)));
  const json = JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        fields.map((field) => [nameOf(field), (row as Record<string, unknown>)[field] ?? null]),
      ),
    ),
  );
  const keys = key.map((field) => sql.identifier(nameOf(field)));
  const replaced = fields
    .filter((field) => !(key as readonly string[]).includes(field))
    .map((field) => {
      const name = sql.identifier(nameOf(field));
      return sql`${name} = ${keep[field as Field<Table>] ?? sql`excluded.${name}`}`;
    });
  await tx.execute(sql`
    insert into ${table} (${list(names)})
    select ${list(names)} from jsonb_populate_recordset(null::${table}, ${json}::jsonb)
    on conflict (${list(keys)}) do ${replaced.length > 0 && !isLog ? sql`update set ${list(replaced)}` : sql`nothing`}`);
};
