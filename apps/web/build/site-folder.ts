// The folder of a built site: written to a new folder, with hard links to unchanged files, then moved into place.
import { copyFileSync, existsSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PageLinks } from './page-links.ts';

/** A built page: the key of its inputs, and its document's links. */
export type MadePage = PageLinks & { key: string };

/** Inputs and contents of a built site, stored in its folder. */
export type Stamp = {
  sources: string;
  siteUrl: string;
  version: string;
  content: string;
  /** URLs of the style sheets of every document. */
  styles: string[];
  /** Hashed files of this build. */
  hashed: string[];
  /** Hashed files of former builds, and when they were retired, in milliseconds since 1970. */
  retired: Record<string, number>;
};

/** Name of the stamp in the site's folder; it is not served. */
export const stampName = '.stamp.json';
const pagesName = '.pages.json';

/** Folders of hashed files: a file's name changes with its content, so files of several builds can coexist. */
const hashedFolders = ['assets', 'page-data/sq/d'];

/** Whether a file of the site has a hash of its content in its name: it is never changed, only replaced by another. */
export const isHashed = (file: string): boolean =>
  hashedFolders.some((folder) => file.startsWith(`${folder}/`));

/** How long retired files are kept for open pages, in milliseconds (rule PATH-17). */
export const retiredFor = 30 * 24 * 60 * 60 * 1000;

const readJson = async <T>(path: string): Promise<T | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
};

export const readStamp = (folder: string): Promise<Stamp | undefined> => readJson(join(folder, stampName));

/** Replaces the stamp atomically, because the web server may read it at any time. */
export const writeStamp = async (folder: string, stamp: Stamp): Promise<void> => {
  const path = join(folder, stampName);
  await writeFile(`${path}.new`, JSON.stringify(stamp));
  await rename(`${path}.new`, path);
};

// Header and footer give every page the same links, so each string is stored once.
type PagesFile = { texts: string[]; pages: [path: string, key: string, ...lists: number[][]][] };

export const readPages = async (folder: string): Promise<Map<string, MadePage>> => {
  const file = await readJson<PagesFile>(join(folder, pagesName));
  const texts = (numbers: readonly number[] = []): string[] => numbers.map((at) => file?.texts[at] ?? '');
  return new Map(
    file?.pages.map(([path, key, links, pictures, ids]) => [
      path,
      { key, links: texts(links), pictures: texts(pictures), ids: texts(ids) },
    ]),
  );
};

export const writePages = async (folder: string, pages: ReadonlyMap<string, MadePage>): Promise<void> => {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const file: PagesFile = {
    pages: [...pages].map(([path, { key, links, pictures, ids }]) => [
      path,
      key,
      links.map(numberOf),
      pictures.map(numberOf),
      ids.map(numberOf),
    ]),
    texts: [],
  };
  file.texts = [...numbers.keys()];
  await writeFile(join(folder, pagesName), JSON.stringify(file));
};

/** Hard-links a file from another folder; copies it if the file system does not support links. */
const linkOne = (from: string, to: string): void => {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') copyFileSync(from, to);
  }
};

/** Writes the folder of a new site, creating subfolders as needed. */
export const fillFolder = (fresh: string) => {
  const made = new Set<string>();
  const placeOf = (file: string): string => {
    const path = join(fresh, file);
    const folder = dirname(path);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    return path;
  };
  return {
    write(file: string, text: string): void {
      writeFileSync(placeOf(file), text);
    },

    /** Reuses files of another folder: all of them, or none if one is missing. */
    link(from: string, files: readonly string[]): boolean {
      if (!files.every((file) => existsSync(join(from, file)))) return false;
      for (const file of files) linkOne(join(from, file), placeOf(file));
      return true;
    },
  };
};

export type Fill = ReturnType<typeof fillFolder>;

/** Names of the hashed files in a site's folder. */
const hashedFiles = async (site: string): Promise<string[]> => {
  const lists = hashedFolders.map(async (folder) =>
    existsSync(join(site, folder))
      ? (await readdir(join(site, folder))).map((name) => `${folder}/${name}`)
      : [],
  );
  return (await Promise.all(lists)).flat().toSorted();
};

/**
 * Keeps the files of former builds that open pages may still load, until they expire (rule PATH-17).
 * @returns their part of the new site's stamp
 */
export const keepRetired = async (
  former: Stamp | undefined,
  outDir: string,
  fresh: string,
  fill: Fill,
  now: number,
): Promise<Pick<Stamp, 'hashed' | 'retired'>> => {
  const hashed = await hashedFiles(fresh);
  const own = new Set(hashed);
  const ceased = (former?.hashed ?? []).map((file): [string, number] => [file, now]);
  const retired = [...Object.entries(former?.retired ?? {}), ...ceased].filter(
    ([file, since]) => !own.has(file) && now - since < retiredFor && fill.link(outDir, [file]),
  );
  return { hashed, retired: Object.fromEntries(retired) };
};

/**
 * Replaces a folder by a complete one, safe against concurrent builds. Between the two renames there is no folder, which
 * the web server handles by waiting.
 */
export const replaceFolder = async (fresh: string, place: string): Promise<void> => {
  const old = `${place}.old-${process.pid}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (existsSync(place)) await rename(place, old);
      await rename(fresh, place);
      break;
    } catch (error) {
      // A concurrent build has won the race for one of the renames.
      if (attempt === 5) throw error;
    }
  }
  // Also removes what an aborted build left behind. Not awaited, because nothing depends on it.
  const former = (await readdir(dirname(place))).filter((name) => name.startsWith(`${basename(place)}.old-`));
  for (const name of former) rm(join(dirname(place), name), { recursive: true, force: true }).catch(() => {});
};
