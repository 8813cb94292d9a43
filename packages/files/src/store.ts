import type { Readable } from 'node:stream';

/** A stored content: its SHA-256 in hex, by which it is asked for, and its size. */
export type StoredFile = { key: string; bytes: number };

/** First and last byte, both included, counted from 0. */
export type Range = { first: number; last: number };

/**
 * Contents by their hash. The same content put twice is stored once, so whoever deletes must know that nobody else
 * points to it. What a content is, whose and under which name stands in the database.
 */
export type FileStore = {
  /**
   * Stores a content whole or not at all.
   * @throws FileFault `tooLarge` over `maxBytes`, `full` when there is no room
   */
  put(content: Readable, maxBytes: number): Promise<StoredFile>;
  /**
   * The bytes of a content, or of a part of it. A whole content is checked against its hash as it is read: the stream
   * fails with `damaged` before its last bytes.
   * @throws FileFault `missing`
   */
  get(key: string, range?: Range): Promise<Readable>;
  head(key: string): Promise<StoredFile | undefined>;
  /** Deletes a content; one that is not there is no fault. */
  delete(key: string): Promise<void>;
  /** Every key, in no order: to find contents that nothing points to. */
  list(): AsyncIterable<string>;
};

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

/** Whether a text can be a key at all; any other is never looked for, so that no key leads out of the store. */
export const isKey = (text: string): boolean => keyForm.test(text);

export const missing = (key: string): FileFault =>
  new FileFault('missing', `No content ${isKey(key) ? key : 'of that name'} is stored`);
