import { type Language, languageOfPath } from './language.ts';
import { appPaths } from './paths/app.ts';
import type { PathRow } from './paths/row.ts';
import { sitePaths } from './paths/site.ts';

export type { PathRow };

const table = [...appPaths, ...sitePaths] as const;
type Row = (typeof table)[number];

/** Key of a page. */
export type PathKey = Row['key'];

type ParamsOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type PathParams<Key extends PathKey> = ParamsOf<Extract<Row, { key: Key }>['is']>;

/**
 * The path table in both languages (rule LANG-10), from which routing, `hreflang`, the language switch and the sitemap
 * are derived. Too large for public pages, which get their links from their content instead.
 */
export const paths: readonly PathRow[] = table;

const byKey = new Map<string, PathRow>(paths.map((row) => [row.key, row]));
const exact = new Map<string, PathRow>(
  paths
    .flatMap((row) => [[row.is, row] as const, [row.en, row] as const])
    .filter(([path]) => !path.includes(':')),
);

const segments = (path: string): string[] => path.split('/').slice(1);

/** Paths with parameters. No path matches two of them, so their order does not matter. */
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
  const actual = segments(path);
  if (actual.length !== parts.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const value = actual[index] ?? '';
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
 * Finds the row of a site path, and its parameters; undefined if there is none. The path must not have a base, query,
 * hash or trailing slash.
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
    // Browsers resolve `.` and `..`, and an empty value would be the path of another page.
    if (/^\.{0,2}$/.test(value)) throw new RangeError(`${row.key} needs a value for ${name}`);
    return encodeURIComponent(value);
  });

/**
 * The path of a page, without the base.
 * @throws RangeError if a value is empty or would lead elsewhere
 */
export const pathOf = <Key extends PathKey>(
  key: Key,
  language: Language,
  ...params: [PathParams<Key>] extends [never] ? [] : [Readonly<Record<PathParams<Key>, string>>]
): string => {
  const row = byKey.get(key);
  if (!row) throw new RangeError(`no page has the key ${key}`);
  return build(row, language, params[0] ?? {});
};

/** The same page in the other language (rule LANG-9), or undefined if the path does not belong to a page. */
export const pathInOtherLanguage = (path: string): string | undefined => {
  const match = matchPath(path);
  return match && build(match.row, languageOfPath(path) === 'en' ? 'is' : 'en', match.params);
};
