import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Finding, isTest, lineAt, root, type Source } from './source.ts';

type Reference = { at: number; path: string; anchor?: string };

const isDocument = ({ path }: Source): boolean => /^(README|docs\/.+|bench\/README)\.md$/.test(path);

/** Relative links and pictures, resolved against the folder of the document. */
const linksIn = ({ path, text }: Source): Reference[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(({ index, 1: target = '' }) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = '', anchor] = target.split('#');
    const linked = file === '' ? path : posix.join(posix.dirname(path), file);
    return [{ at: index, path: linked, ...(anchor && { anchor }) }];
  });

/** Paths from the root, in prose and in code. A pattern such as `apps/api/src/<feature>/` counts up to the placeholder. */
const rootedPaths = ({ text }: Source): Reference[] =>
  [...text.matchAll(/(?<![\w/.-])(?:apps|packages|scripts|docs|e2e|bench|deploy|content)\/[\w./*<{-]*/g)].map(
    ({ index, 0: path }) => ({
      at: index,
      path: path.replace(/[\w.-]*[<*{].*$/, '').replace(/[./]+$/, ''),
    }),
  );

/** Code files named without their folder from the root, such as `platform/caller.ts`. */
const shortPaths = ({ text }: Source): Reference[] =>
  [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|css))`/g)].map(({ index, 1: path = '' }) => ({
    at: index,
    path,
  }));

const isRooted = (path: string): boolean =>
  /^(apps|packages|scripts|docs|e2e|bench|deploy|content)\//.test(path);

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(({ 1: heading = '' }) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/**
 * Documents name only files, folders and headings that exist, and code names only documents that exist. Built files
 * (`dist`) are not checked.
 */
export const documentPaths = (
  sources: readonly Source[],
  exists: (path: string) => boolean = (path) => existsSync(join(root, path)),
): Finding[] => {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const paths = [...texts.keys()];
  const isThere = (path: string): boolean => texts.has(path) || /(^|\/)dist(\/|$)/.test(path) || exists(path);
  return sources.flatMap((source) => {
    const { path, text } = source;
    const finding = (at: number, message: string): Finding => ({ path, line: lineAt(text, at), message });
    if (isTest(source)) return [];
    if (!isDocument(source)) {
      return [...text.matchAll(/\bdocs\/[\w./-]+\.md\b/g)]
        .filter(([document]) => !isThere(document))
        .map(({ index, 0: document }) => finding(index, `${document} does not exist`));
    }
    const missing = [...linksIn(source), ...rootedPaths(source)]
      .filter((reference) => !isThere(reference.path))
      .map((reference) => finding(reference.at, `${reference.path} does not exist`));
    const unknown = shortPaths(source)
      .filter((reference) => !isRooted(reference.path))
      .filter((reference) => !paths.some((known) => `/${known}`.endsWith(`/${reference.path}`)))
      .map((reference) => finding(reference.at, `no file is called ${reference.path}`));
    const lost = linksIn(source)
      .filter(
        ({ anchor, path: linked }) =>
          anchor && texts.has(linked) && !anchorsOf(texts.get(linked) ?? '').has(anchor),
      )
      .map(({ at, anchor, path: linked }) => finding(at, `${linked} has no heading #${anchor}`));
    return [...missing, ...unknown, ...lost];
  });
};
