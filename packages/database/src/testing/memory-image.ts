import { MemoryFS, type PGlite } from '@electric-sql/pglite';

/** Folder of the engine's data in its own file system. */
const dataFolder = '/pglite/data';

type Entry = { name: string; isFolder: boolean; start: number; end: number };

const block = 512;

/** The entries of a tar file that `dumpDataDir` made: plain files and folders with short names. */
const readTar = (tar: Buffer): Entry[] => {
  const textAt = (start: number, length: number): string =>
    tar.toString('latin1', start, start + length).replace(/\0.*$/s, '');
  const entries: Entry[] = [];
  for (let at = 0; at + block <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(textAt(at + 124, 12), 8);
    const prefix = textAt(at + 345, 155);
    const name = `${prefix && `${prefix}/`}${textAt(at, 100)}`.replaceAll(/^\/+|\/+$/g, '');
    const start = at + block;
    entries.push({ name, isFolder: textAt(at + 156, 1) === '5', start, end: start + size });
    at = start + Math.ceil(size / block) * block;
  }
  return entries;
};

/** What a file system of the engine offers beyond its types. */
type EngineFiles = {
  mkdirTree: (path: string) => void;
  writeFile: (path: string, data: Uint8Array, options: { canOwn: boolean; mode: number }) => void;
};

/** A file system in memory that begins with files of an image. */
class ImageFS extends MemoryFS {
  readonly #image: MemoryImage;

  constructor(image: MemoryImage) {
    super();
    this.#image = image;
  }

  override initialSyncFs(): Promise<void> {
    // The engine has made its file system and looks for a database in it next.
    const files = (this.pg as PGlite & { Module: { FS: EngineFiles } }).Module.FS;
    this.#image.writeTo(files);
    return Promise.resolve();
  }
}

/**
 * An image of a database for the embedded engine, read once and opened often. The engine's own `loadDataDir` copies each
 * file in pieces, a third of the CPU that opening takes; here all are copied at once, and each file is a part of the copy.
 */
export class MemoryImage {
  readonly #tar: Buffer;
  readonly #entries: Entry[];

  /** @param tar - what `dumpDataDir('none')` returned */
  constructor(tar: Buffer) {
    this.#tar = tar;
    this.#entries = readTar(tar);
  }

  writeTo(files: EngineFiles): void {
    const copy = new Uint8Array(this.#tar);
    files.mkdirTree(dataFolder);
    for (const { name, isFolder, start, end } of this.#entries) {
      const path = `${dataFolder}/${name}`;
      if (isFolder) files.mkdirTree(path);
      else files.writeFile(path, copy.subarray(start, end), { canOwn: true, mode: 0o600 });
    }
  }

  /** A file system for one engine, with a copy of the image. */
  fileSystem(): MemoryFS {
    return new ImageFS(this);
  }
}
