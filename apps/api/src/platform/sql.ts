import { type AnyColumn, type GetColumnData, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Calls `build` once, when its result is first needed: Drizzle takes milliseconds to build some queries. */
export const onFirstUse = <Value>(build: () => Value): (() => Value) => {
  let built: Value | undefined;
  return () => {
    built ??= build();
    return built;
  };
};

/** A parameter of a prepared query, with its type. */
export const parameter = (name: string, type: 'text' | 'date' | 'int'): SQL =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`;

// An alias that no column has: a column of the same name would take precedence over the row.
const row = sql.raw('whole_row');

/** A Drizzle query with the type of its rows. */
type QueryOf<Row> = SQLWrapper & { _: { selectedFields: object; result: Row[] } };

/**
 * The rows of a query as one column, in the query's order, so that several lists are read in one round trip. The rows have
 * the names and types of the query's fields, but travel as JSON: instants are in ISO 8601.
 */
export const listOf = <Row>(query: QueryOf<Row>): SQL<Row[]> => {
  const names = Object.keys(query._.selectedFields).map((name) => sql.identifier(name));
  return sql`(select coalesce(json_agg(row_to_json(${row})), '[]'::json) from ${query} as ${row}(${sql.join(names, sql`, `)}))`;
};

/** An instant as text in UTC, to the second: `2026-11-21T12:00:00Z`. */
export const utcSeconds = <Column extends AnyColumn>(column: Column) =>
  sql<GetColumnData<Column>>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

// Accented letters by the plain one that a search sees; capitals too, since an engine may not know small from capital
// beyond ASCII.
const plain = {
  a: 'áÁàÀâÂäÄåÅãÃ',
  e: 'éÉèÈêÊëË',
  i: 'íÍìÌîÎïÏ',
  o: 'óÓòÒôÔöÖøØõÕ',
  u: 'úÚùÙûÛüÜ',
  y: 'ýÝÿ',
  d: 'ðÐđĐ',
  c: 'çÇ',
  n: 'ñÑ',
  þ: 'Þ',
  æ: 'Æ',
};
const accented = Object.values(plain).join('');
const unaccented = Object.entries(plain)
  .map(([letter, forms]) => letter.repeat(forms.length))
  .join('');

/** `foldForSearch` of @hofn/texts in SQL, for the letters that names and numbers have. */
export const folded = (text: SQL): SQL =>
  sql`replace(replace(translate(lower(${text}), ${sql.raw(`'${accented}', '${unaccented}'`)}), 'þ', 'th'), 'æ', 'ae')`;

/** `inArray` for many texts: one parameter, so that thousands cost no more to build and plan than one. */
export const anyOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...new Set(values)])}::text[])`;
