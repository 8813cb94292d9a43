import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { compress, type encodings, gainsBy } from '../build/compress.ts';

/** A cached file; `changed` and `size` detect a change on disk. */
type CachedFile = { changed: number; size: number; body: Buffer; hash: string };

/** Retries while the site's folder is being replaced (rule PATH-17). */
const patience = { times: 20, ms: 10 };

/** Whether a file's name changes with its content. */
export const isHashed = (file: string): boolean => /^(?:assets|page-data\/sq\/d)\//.test(file);

/**
 * Reads the files of a built site through a cache in memory. The site may be replaced meanwhile: changed files are read
 * again.
 * @param folder the site's folder
 * @param maxCacheBytes size of the cache
 */
export const createFileCache = (folder: string, maxCacheBytes: number) => {
  const cache = new Map<string, CachedFile>();
  let bytes = 0;

  let place: number | undefined;
  /** Whether to retry a missing file: the site has been, or is being, replaced. */
  const mayHaveMoved = async (): Promise<boolean> => {
    for (let left = patience.times; left > 0; left -= 1) {
      const now = (await stat(folder).catch(() => undefined))?.ino;
      if (now !== undefined) {
        const moved = now !== place;
        place = now;
        return moved;
      }
      await setTimeout(patience.ms);
    }
    return false;
  };

  /** Caches a file, and evicts the oldest when the cache is full. */
  const addToCache = (
    name: string,
    { changed, size }: Pick<CachedFile, 'changed' | 'size'>,
    body: Buffer,
  ): CachedFile => {
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    const entry = { changed, size, body, hash };
    bytes += body.length - (cache.get(name)?.body.length ?? 0);
    cache.delete(name);
    cache.set(name, entry);
    for (const [oldest, { body: dropped }] of cache) {
      if (bytes <= maxCacheBytes) break;
      cache.delete(oldest);
      bytes -= dropped.length;
    }
    return entry;
  };

  const isCurrent = (cached: CachedFile | undefined, state: Stats): cached is CachedFile =>
    cached?.changed === state.mtimeMs && cached.size === state.size;

  /**
   * Reads a file through the cache.
   * @param name key of what is cached
   * @param make what is cached of the file's content; undefined for nothing
   */
  const read = async (
    file: string,
    name = file,
    make = async (body: Buffer): Promise<Buffer | undefined> => body,
  ): Promise<CachedFile | undefined> => {
    const path = join(folder, file);
    const state = await stat(path).catch(() => undefined);
    if (!state) return (await mayHaveMoved()) ? read(file, name, make) : undefined;
    if (!state.isFile()) return undefined;
    const cached = cache.get(name);
    if (isCurrent(cached, state)) return cached;
    const body = await readFile(path).catch(() => undefined);
    if (!body) return (await mayHaveMoved()) ? read(file, name, make) : undefined;
    const made = await make(body);
    return made && addToCache(name, { changed: state.mtimeMs, size: state.size }, made);
  };

  const beingCompressed = new Map<string, Promise<CachedFile | undefined>>();

  /** A compressed file: the copy that the build made, or one made now and cached, since the build compresses no pages. */
  const readCompressed = async (
    file: string,
    { encoding, ending }: (typeof encodings)[number],
  ): Promise<CachedFile | undefined> => {
    if (isHashed(file)) {
      const stored = await read(file + ending);
      if (stored) return stored;
    }
    const name = `${file} ${encoding}`;
    const first = beingCompressed.get(name);
    if (first) return first;
    const made = read(file, name, async (body) =>
      gainsBy(body) ? compress(body, encoding, 'balanced') : undefined,
    );
    beingCompressed.set(name, made);
    try {
      return await made;
    } finally {
      beingCompressed.delete(name);
    }
  };

  return { read, readCompressed };
};
