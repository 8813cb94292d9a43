import { createMatcher, type MatchPath } from '../src/engine/match.ts';
import { base, normalisePath, pagePathOf } from '../src/engine/paths.ts';

/** Links, pictures and ids in a page's document. */
export type PageLinks = { links: string[]; pictures: string[]; ids: string[] };

const entities: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
};
const plain = (text: string): string =>
  text.includes('&') ? text.replace(/&(?:amp|quot|#x27|lt|gt);/g, (entity) => entities[entity] ?? '') : text;

/** What the group of a pattern matches in a text, each value once. */
const valuesOf = (text: string, pattern: RegExp): string[] => {
  const values = new Set<string>();
  for (const [, value = ''] of text.matchAll(pattern)) values.add(value);
  return Array.from(values, plain);
};

/** Finds the links, pictures and ids of a document. */
export const pageLinksOf = (document: string): PageLinks => {
  const body = document.slice(
    document.indexOf('<body>'),
    document.indexOf('<script type="application/json"'),
  );
  const found: PageLinks = {
    links: valuesOf(body, /<a\s[^>]*?href="([^"]*)"/g),
    pictures: valuesOf(body, /<(?:(?:img|source|video)\s[^>]*?src|use\s[^>]*?href)="([^"]*)"/g),
    ids: valuesOf(body, /\sid="([^"]*)"/g),
  };
  // Copies the strings, because a substring keeps the whole document in memory.
  return JSON.parse(JSON.stringify(found));
};

const isOwn = (target: string): boolean => target === '' || target === base || target.startsWith(`${base}/`);

/**
 * Every link to a missing page, or to a missing element of a page, as `path: address`. External links are not checked.
 */
export const deadLinksIn = (
  pages: ReadonlyMap<string, PageLinks>,
  matchPaths: readonly MatchPath[],
  /** Whether the site has a file other than a page at a path below its base. */
  hasFile: (path: string) => boolean,
): string[] => {
  const match = createMatcher(matchPaths);
  const ids = new Map<string, Set<string>>();
  const idsOf = (path: string, page: PageLinks): Set<string> => {
    const known = ids.get(path) ?? new Set(page.ids);
    ids.set(path, known);
    return known;
  };
  const isDead = (from: string, address: string): boolean => {
    const [target = '', hash] = address.split('#', 2);
    if (!isOwn(target)) return false;
    const named = target === '' ? from : normalisePath(target);
    if (named === undefined) return true;
    const aim = pagePathOf(named);
    const found = pages.has(aim) ? aim : match(aim).path;
    const page = pages.get(found);
    if (!page) return !hasFile(aim.slice(1));
    return Boolean(hash) && !idsOf(found, page).has(hash ?? '');
  };
  return [...pages].flatMap(([path, { links }]) =>
    links.filter((address) => isDead(path, address)).map((address) => `${path}: ${address}`),
  );
};

/** Every picture missing from the site, from its sprite or from the page's own document, as `path: address`. */
export const missingPicturesIn = (
  pages: ReadonlyMap<string, PageLinks>,
  /** Names of the pictures in a sprite, empty for another picture; undefined if there is no such file. */
  picturesOf: (path: string) => ReadonlySet<string> | undefined,
): string[] =>
  [...pages].flatMap(([path, { pictures, ids }]) =>
    pictures
      .filter((address) => {
        if (address.startsWith('data:')) return false;
        const [target = '', name] = address.split('#', 2);
        if (target === '') return !ids.includes(name ?? '');
        // The content security policy forbids pictures from other origins.
        const names = target.startsWith(`${base}/`) ? picturesOf(target.slice(base.length + 1)) : undefined;
        return names === undefined || (name !== undefined && !names.has(name));
      })
      .map((address) => `${path}: ${address}`),
  );
