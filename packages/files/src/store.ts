import { basename } from 'node:path';
import type { Readable } from 'node:stream';

/** A stored content: its key (SHA-256 in hex) and size. */
export type StoredFile = { key: string; bytes: number };

/** First and last byte, inclusive, from 0. */
export type Range = { first: number; last: number };

/**
 * A content-addressed store. The same content is stored once, so before deleting it the caller must know that nothing
 * else references it. Names, owners and types are in the database.
 */
export type FileStore = {
  /**
   * Stores a content atomically.
   * @throws FileFault `tooLarge` over `maxBytes`, `full` if there is no space
   */
  put(content: Readable, maxBytes: number): Promise<StoredFile>;
  /**
   * Reads a content or a range of it. A whole content is verified while it is read: the stream fails with `damaged`
   * before its last bytes.
   * @throws FileFault `missing`
   */
  get(key: string, range?: Range): Promise<Readable>;
  head(key: string): Promise<StoredFile | undefined>;
  /** Deletes a content, if it exists. */
  delete(key: string): Promise<void>;
  /** All keys, unordered, for finding unreferenced contents. */
  list(): AsyncIterable<string>;
  /**
   * Stores a short text beside the contents, for what must outlive the database. The same name replaces it.
   * @param name letters, digits, `-` and `_`
   */
  putNote(name: string, text: string): Promise<void>;
  /** All notes, unordered. */
  notes(): AsyncIterable<Note>;
};

/** A short text beside the contents. */
export type Note = { name: string; text: string };

/** Why a file could not be stored or read. */
export class FileFault extends Error {
  override name = 'FileFault';
  readonly code: 'missing' | 'damaged' | 'full' | 'tooLarge';

  constructor(code: FileFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const keyForm = /^[0-9a-f]{64}$/;

/** Whether a text is a valid key; anything else is never looked up, so that no key can escape the store. */
export const isKey = (text: string): boolean => keyForm.test(text);

const noteSuffix = '.json';

/** File name of a note. @throws Error if the name could lead out of the store */
export const noteName = (name: string): string => {
  if (!/^[\w-]+$/.test(name)) throw new Error(`A note cannot be called ${JSON.stringify(name)}`);
  return name + noteSuffix;
};

/** The name of a note by its path. */
export const nameOfNote = (path: string): string => basename(path, noteSuffix);

export const missing = (key: string): FileFault =>
  new FileFault('missing', `No content ${isKey(key) ? key : 'with that key'} is stored`);
