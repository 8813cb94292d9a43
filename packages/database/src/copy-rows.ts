import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Rows for one table, all with the same fields. */
export type TableRows = { table: PgTable; rows: readonly Record<string, unknown>[] };

/** Runs one COPY with the rows as text. */
export type Copy = (statement: string, text: string) => Promise<void>;

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escapeText = (text: string): string =>
  text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);

const arrayText = (items: readonly unknown[]): string =>
  `{${items.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

const fieldText = (value: unknown): string => {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value !== 'object') return String(value);
  return escapeText(Array.isArray(value) ? arrayText(value) : JSON.stringify(value));
};

/** Copies rows table by table in the given order, in PostgreSQL's text format: many times faster than inserts. */
export const copyRows = async (tables: readonly TableRows[], copy: Copy): Promise<void> => {
  for (const { table, rows } of tables) {
    const [first] = rows;
    if (!first) continue;
    const columns = Object.entries(getTableColumns(table)).filter(([field]) => field in first);
    const fields = columns.map(([field]) => field);
    const names = columns.map(([, column]) => `"${column.name}"`).join(', ');
    let text = '';
    for (const row of rows) text += `${fields.map((field) => fieldText(row[field])).join('\t')}\n`;
    await copy(`"${getTableName(table)}" (${names})`, text);
  }
};
