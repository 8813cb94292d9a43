import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { compress, type encodings, smallestCompressed } from '../build/compress.ts';
import { isHashed } from '../build/site-folder.ts';

/** A cached file; `changed` and `size` detect a change on disk. */
type CachedFile = { changed: number; size: number; body: Buffer; hash: string };

/** Retries while the site's folder is being replaced (rule PATH-17). */
const patience = { times: 20, ms: 10 };

/**
 * Reads the files of a built site through a cache in memory. The site may be replaced meanwhile: changed files are read
 * again, and those with a hash in their name stay in the cache for pages of the old site that are still open.
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

  /** Makes something of a file's content, and caches it under a name until the file changes. */
  const readAs = async (
    name: string,
    file: string,
    make: (body: Buffer) => Promise<Buffer>,
    smallest = 0,
  ): Promise<CachedFile | undefined> => {
    const kept = isHashed(file) ? cache.get(name) : undefined;
    if (kept) return kept;
    const path = join(folder, file);
    const again = async () => ((await mayHaveMoved()) ? readAs(name, file, make, smallest) : undefined);
    const state = await stat(path).catch(() => undefined);
    if (!state) return again();
    if (!state.isFile() || state.size < smallest) return undefined;
    const cached = cache.get(name);
    if (isCurrent(cached, state)) return cached;
    const body = await readFile(path).catch(() => undefined);
    if (!body) return again();
    return addToCache(name, { changed: state.mtimeMs, size: state.size }, await make(body));
  };

  /** A file's content. */
  const read = (file: string) => readAs(file, file, async (body) => body);

  const beingCompressed = new Map<string, Promise<CachedFile | undefined>>();

  /**
   * A compressed text file: the copy that the build made of an asset, or one made now and cached, since the build compresses
   * no pages. Requests for the same file wait for one compression. Undefined for a file too small to shrink.
   */
  const readCompressed = async (
    file: string,
    { encoding, ending }: (typeof encodings)[number],
  ): Promise<CachedFile | undefined> => {
    const stored = file.startsWith('assets/') ? await read(file + ending) : undefined;
    if (stored) return stored;
    const name = `${file} ${encoding}`;
    const first = beingCompressed.get(name);
    if (first) return first;
    const made = readAs(name, file, (body) => compress(body, encoding, 'balanced'), smallestCompressed);
    beingCompressed.set(name, made);
    try {
      return await made;
    } finally {
      beingCompressed.delete(name);
    }
  };

  return { read, readCompressed };
};
