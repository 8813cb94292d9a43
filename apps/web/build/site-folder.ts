// The folder of a built site: written anew from what has changed and from links to what has not, then put in place.
import { copyFileSync, existsSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { compressedEndings, writeCompressed } from './compress.ts';
import type { PageFacts } from './page-facts.ts';

/** A page that was made: the key of all that it was made from, and what its document leads to. */
export type MadePage = PageFacts & { key: string };

/** What a site was made from and what is in it, kept in its folder. */
export type Stamp = {
  sources: string;
  siteUrl: string;
  version: string;
  content: string;
  /** Addresses of the style sheets that every document asks for. */
  styles: string[];
  /** Hashed files of this build. */
  hashed: string[];
  /** Hashed files of former builds, and when they ceased to be a build's own, in milliseconds since 1970. */
  retired: Record<string, number>;
};

/** Name of the stamp in the site's folder; it is not served. */
export const stampName = '.stamp.json';
const pagesName = '.pages.json';

/** Hashed files: their names change with their content, so that an older page's may stand beside a newer one's. */
const hashedFolders = ['assets', 'page-data/sq/d'];

/** How long a page may stay open and still find what it asks for, in milliseconds (rule PATH-17). */
export const retiredFor = 30 * 24 * 60 * 60 * 1000;

const readJson = async <T>(path: string): Promise<T | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
};

export const readStamp = (folder: string): Promise<Stamp | undefined> => readJson(join(folder, stampName));

/** Writes the stamp beside the one there is and then in its place: the web server reads it at any time. */
export const writeStamp = async (folder: string, stamp: Stamp): Promise<void> => {
  const path = join(folder, stampName);
  await writeFile(`${path}.new`, JSON.stringify(stamp));
  await rename(`${path}.new`, path);
};

// Header and footer give every page the same links: each text is written once.
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

/** Puts a file of another folder here too, if it is there, and without copying it where the disk can. */
const linkOne = (from: string, to: string): void => {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') copyFileSync(from, to);
  }
};

/** Fills the folder of a new site, making the folders in it as needed. */
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
    /** Writes a file and its compressed copies. */
    write(file: string, text: string): void {
      const path = placeOf(file);
      const body = Buffer.from(text);
      writeFileSync(path, body);
      writeCompressed(path, body);
    },

    /** Takes files over from another folder with their compressed copies: all, or none when one is not there. */
    link(from: string, files: readonly string[]): boolean {
      if (!files.every((file) => existsSync(join(from, file)))) return false;
      for (const file of files) {
        const path = placeOf(file);
        for (const ending of ['', ...compressedEndings]) linkOne(join(from, file + ending), path + ending);
      }
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
 * Takes over what a page of a former build may still ask for, as long as it is not too old (rule PATH-17).
 * @returns the parts of the new site's stamp that tell of it
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
 * Puts a folder that is whole in the place of another, whatever another build does there at the same time. Between the
 * two renames there is none for a moment, which the web server waits for.
 */
export const replaceFolder = async (fresh: string, place: string): Promise<void> => {
  const old = `${place}.old-${process.pid}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (existsSync(place)) await rename(place, old);
      await rename(fresh, place);
      break;
    } catch (error) {
      // Another build was quicker with one of the two.
      if (attempt === 5) throw error;
    }
  }
  // With what a build that was ended before this left behind. Nobody waits for it: it is out of the way.
  const former = (await readdir(dirname(place))).filter((name) => name.startsWith(`${basename(place)}.old-`));
  for (const name of former) rm(join(dirname(place), name), { recursive: true, force: true }).catch(() => {});
};
