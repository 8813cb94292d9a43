import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const asLines = async function* (keys: AsyncIterable<string>): AsyncIterable<string> {
  for await (const key of keys) yield `${key}\n`;
};

/** Writes keys to a file, one per line: there may be too many for memory. */
export const writeKeys = (keys: AsyncIterable<string>, path: string): Promise<void> =>
  pipeline(Readable.from(asLines(keys)), createWriteStream(path, { mode: 0o600, flush: true }));

/** Reads a file of `writeKeys`. */
export const readKeys = (path: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });

/** SHA-256 of a file, in hex. */
export const hashOfFile = async (path: string): Promise<string> => {
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(path)) sum.update(chunk as Buffer);
  return sum.digest('hex');
};
