import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { checkedAgainst } from './checked.ts';
import { spool } from './spool.ts';
import { type FileStore, isKey, missing, type StoredFile } from './store.ts';

const gone = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT';

/** Makes a rename last through power loss. Not every system lets a folder be opened; there it is not needed. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => undefined);
  if (!handle) return;
  try {
    await handle.sync();
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'EISDIR'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await handle.close();
  }
};

/** Contents in a folder, spread over 256 more by the first two digits of their keys. */
export const openFolderStore = (folder: string): FileStore => {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key);
  const head = async (key: string): Promise<StoredFile | undefined> => {
    if (!isKey(key)) return undefined;
    try {
      return { key, bytes: (await stat(pathOf(key))).size };
    } catch (error) {
      if (gone(error)) return undefined;
      throw error;
    }
  };
  const checked = (key: string): Readable => {
    // A failed read destroys the stream that the caller has, which is where it is heard.
    const whole = pipeline(createReadStream(pathOf(key)), checkedAgainst(key), () => {});
    return whole;
  };
  return {
    head,
    put: async (content, maxBytes) => {
      const { path, key, bytes } = await spool(join(folder, 'new'), content, maxBytes);
      try {
        const target = pathOf(key);
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        // The same content has the same bytes, so one in place is replaced by itself, and a damaged one is mended.
        await rename(path, target);
        await syncFolder(dirname(target));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return { key, bytes };
    },
    get: async (key, range) => {
      if (!(await head(key))) throw missing(key);
      if (!range) return checked(key);
      // A part cannot be checked by itself: the whole is read once before.
      await finished(checked(key).resume());
      return createReadStream(pathOf(key), { start: range.first, end: range.last });
    },
    delete: async (key) => {
      if (isKey(key)) await rm(pathOf(key), { force: true });
    },
    list: async function* () {
      const shelves = await readdir(folder).catch((error) => {
        if (gone(error)) return [];
        throw error;
      });
      for (const shelf of shelves) {
        if (shelf.length === 2) yield* (await readdir(join(folder, shelf))).filter(isKey);
      }
    },
  };
};
