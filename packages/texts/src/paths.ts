import { type Language, languageOfPath } from './language.ts';
import { appPaths } from './paths/app.ts';
import type { PathRow } from './paths/row.ts';
import { sitePaths } from './paths/site.ts';

export type { PathRow };

const table = [...appPaths, ...sitePaths] as const;
type Row = (typeof table)[number];

/** Name of a page. */
export type PathKey = Row['key'];

type ParamsOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type PathParams<Key extends PathKey> = ParamsOf<Extract<Row, { key: Key }>['is']>;

/**
 * The one table of paths in both languages (rule LANG-10): routing, `hreflang`, the language switch and the sitemap
 * are made from it. It is large for a browser: a public page gets its links from its content instead.
 */
export const paths: readonly PathRow[] = table;

const byKey = new Map<string, PathRow>(paths.map((row) => [row.key, row]));
const exact = new Map<string, PathRow>(
  paths
    .flatMap((row) => [[row.is, row] as const, [row.en, row] as const])
    .filter(([path]) => !path.includes(':')),
);

const segments = (path: string): string[] => path.split('/').slice(1);

/** Paths with values. No path belongs to two of them, so their order says nothing. */
const patterns = paths
  .flatMap((row) => [row.is, row.en].map((path) => ({ row, path, parts: segments(path) })))
  .filter(({ path }) => path.includes(':'));

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};

const valuesIn = (parts: string[], path: string): Record<string, string> | undefined => {
  const given = segments(path);
  if (given.length !== parts.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const value = given[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== value) return undefined;
      continue;
    }
    const plain = decoded(value);
    if (!plain) return undefined;
    values[part.slice(1)] = plain;
  }
  return values;
};

/**
 * The row that a site path belongs to, with the values in it. The path has no base, query, hash or slash at the end;
 * undefined when no row has it.
 */
export const matchPath = (path: string): { row: PathRow; params: Record<string, string> } | undefined => {
  const plain = exact.get(path);
  if (plain) return { row: plain, params: {} };
  for (const { row, parts } of patterns) {
    const params = valuesIn(parts, path);
    if (params) return { row, params };
  }
  return undefined;
};

const build = (row: PathRow, language: Language, params: Readonly<Record<string, string>>): string =>
  row[language].replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? '';
    // A browser resolves `.` and `..` away, and nothing would lead to another page.
    if (/^\.{0,2}$/.test(value)) throw new RangeError(`${row.key} needs a value for ${name}`);
    return encodeURIComponent(value);
  });

/**
 * The path of a page, without the base.
 * @throws RangeError when a value is empty or would lead elsewhere
 */
export const pathOf = <Key extends PathKey>(
  key: Key,
  language: Language,
  ...params: [PathParams<Key>] extends [never] ? [] : [Readonly<Record<PathParams<Key>, string>>]
): string => {
  const row = byKey.get(key);
  if (!row) throw new RangeError(`no page is called ${key}`);
  return build(row, language, params[0] ?? {});
};

/** The same page in the other language (rule LANG-9), or undefined when the path belongs to no page. */
export const alternateOf = (path: string): string | undefined => {
  const match = matchPath(path);
  return match && build(match.row, languageOfPath(path) === 'en' ? 'is' : 'en', match.params);
};
