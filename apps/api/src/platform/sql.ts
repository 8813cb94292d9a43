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

const charactersBetween = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

// What decomposing and `lower` leave: letters without a decomposition, dashes and spaces; and capitals beyond ASCII, since
// an engine may not know their small letters.
const plain: [from: string, to: string][] = [
  ...(['ðd', 'Ðd', 'đd', 'Đd', 'øo', 'Øo', 'łl', 'Łl', 'Þþ', 'Ææ', 'ςσ'] as const).map(
    ([from = '', to = '']): [string, string] => [from, to],
  ),
  ...charactersBetween(0x2010, 0x2014).map((dash): [string, string] => [dash, '-']),
  ['\u2212', '-'],
  ['\u00a0', ' '],
  ['\u202f', ' '],
  ...[...charactersBetween(0x0391, 0x03a9), ...charactersBetween(0x0400, 0x042f), 'Ґ'].flatMap((capital) => {
    const small = capital.toLowerCase();
    const isOneLetter = capital.normalize('NFD') === capital && small !== capital;
    return isOneLetter ? [[capital, small] as [string, string]] : [];
  }),
];
// `translate` drops what has no counterpart: the marks of Latin, Greek and Cyrillic letters.
const marks = [...charactersBetween(0x0300, 0x0314), '\u031b', ...charactersBetween(0x0323, 0x0331)];
const greekMarks = ['\u0342', '\u0345'];
const from = [...plain.map(([letter]) => letter), ...marks, ...greekMarks].join('');
const to = plain.map(([, letter]) => letter).join('');

/** `foldForSearch` of @hofn/texts in SQL, for the Latin, Greek and Cyrillic letters that names and numbers have. */
export const folded = (text: SQL): SQL =>
  sql`replace(replace(replace(translate(lower(normalize(${text}, NFD)), ${sql.raw(`'${from}', '${to}'`)}), 'þ', 'th'), 'æ', 'ae'), 'ß', 'ss')`;

/** `inArray` for many texts: one parameter, so that thousands cost no more to build and plan than one. */
export const anyOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...new Set(values)])}::text[])`;
