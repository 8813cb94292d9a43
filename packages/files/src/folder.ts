import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { spool } from './spool.ts';
import { type FileStore, isKey, missing, nameOfNote, noteName, type StoredFile } from './store.ts';
import { verifyHash } from './verify-hash.ts';

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT';

/** Makes a rename survive power loss. Where the system does not let a folder be opened, it is not needed. */
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

/** A store in a folder, with 256 subfolders by the first two digits of the key. */
export const openFolderStore = (folder: string): FileStore => {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key);
  const notesFolder = join(folder, 'notes');
  /** Moves a complete, synced file into place. */
  const place = async (path: string, target: string): Promise<void> => {
    try {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(path, target);
      await syncFolder(dirname(target));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  };
  const entriesOf = (place: string): Promise<string[]> =>
    readdir(place).catch((error) => {
      if (isMissing(error)) return [];
      throw error;
    });
  const head = async (key: string): Promise<StoredFile | undefined> => {
    if (!isKey(key)) return undefined;
    try {
      return { key, bytes: (await stat(pathOf(key))).size };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  const checked = (key: string): Readable => {
    // A failed read destroys the caller's stream, which reports the error.
    const verified = pipeline(createReadStream(pathOf(key)), verifyHash(key), () => {});
    return verified;
  };
  return {
    head,
    put: async (content, maxBytes) => {
      const { path, key, bytes } = await spool(join(folder, 'new'), content, maxBytes);
      // The same key means the same bytes, so this replaces a file by itself, or repairs a damaged one.
      await place(path, pathOf(key));
      return { key, bytes };
    },
    get: async (key, range) => {
      if (!(await head(key))) throw missing(key);
      if (!range) return checked(key);
      // A range cannot be verified on its own, so the whole file is read first.
      await finished(checked(key).resume());
      return createReadStream(pathOf(key), { start: range.first, end: range.last });
    },
    delete: async (key) => {
      if (isKey(key)) await rm(pathOf(key), { force: true });
    },
    list: async function* () {
      for (const subfolder of await entriesOf(folder)) {
        if (subfolder.length === 2) yield* (await readdir(join(folder, subfolder))).filter(isKey);
      }
    },
    putNote: async (name, text) => {
      const target = join(notesFolder, noteName(name));
      const { path } = await spool(join(folder, 'new'), Readable.from([Buffer.from(text)]), Infinity);
      await place(path, target);
    },
    notes: async function* () {
      for (const file of await entriesOf(notesFolder))
        yield { name: nameOfNote(file), text: await readFile(join(notesFolder, file), 'utf8') };
    },
  };
};
