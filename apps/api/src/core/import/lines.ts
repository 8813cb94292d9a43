import type { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';

/** A part of an import that cannot be read to its end; the message is for programs. */
export class UnreadablePart extends Error {}

/** Longest line of an import, in bytes without its end. */
export const longestLine = 1_000_000;

const inPieces = async function* (chunks: AsyncIterable<Buffer>, bytes: number): AsyncIterable<Buffer> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += bytes) yield chunk.subarray(start, start + bytes);
  }
};

// A piece of this size is at most 16 MB when unpacked, whatever it contains.
const packedBytes = 16 * 1024;

/** Unpacks gzip. Everything before a fault is yielded before it is thrown, which a pipeline of streams does not do. */
const unpack = async function* (chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  let unpacked: Buffer[] = [];
  let fault: Error | undefined;
  gunzip.on('data', (data: Buffer) => unpacked.push(data));
  gunzip.on('error', (error) => {
    fault = error;
  });
  const take = () => {
    const taken = unpacked;
    unpacked = [];
    return taken;
  };
  /** Settles when the step is done, or has failed. */
  const settled = (step: (done: () => void) => void) =>
    new Promise<void>((resolve) => {
      gunzip.once('close', resolve);
      step(() => {
        gunzip.off('close', resolve);
        resolve();
      });
    });
  try {
    for await (const chunk of inPieces(chunks, packedBytes)) {
      await settled((done) => gunzip.write(chunk, done));
      yield* take();
      if (fault) break;
    }
    if (!fault) await settled((done) => gunzip.once('end', done).end());
    yield* take();
  } finally {
    gunzip.destroy();
  }
  if (!fault) return;
  const isCut = (fault as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';
  throw new UnreadablePart(
    isCut ? 'The gzip file is cut off: its end is missing.' : `The gzip file is damaged: ${fault.message}.`,
  );
};

const isGzip = (chunk: Buffer): boolean => chunk[0] === 0x1f && chunk[1] === 0x8b;

/** The bytes of a file, unpacked if it is gzip, whatever its name. */
const contentOf = async function* (file: Readable): AsyncIterable<Buffer> {
  let head = Buffer.alloc(0);
  const chunks = (file as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let next = await chunks.next();
  while (!next.done && head.length < 2) {
    head = Buffer.concat([head, next.value]);
    next = await chunks.next();
  }
  const whole = async function* (): AsyncIterable<Buffer> {
    yield head;
    for (; !next.done; next = await chunks.next()) yield next.value;
  };
  yield* isGzip(head) ? unpack(whole()) : whole();
};

/** A line with its number, from 1; without text when it is too long. */
export type Line = { number: number; bytes: Buffer | undefined };

const newline = 0x0a;

/**
 * Reads the lines of NDJSON, plain or gzip. Memory does not grow with the file or with its longest line, and other work of
 * the process runs in between: gzip packs a gigabyte of line ends into a megabyte. Empty lines are counted and left out.
 * @param mostBytes of the file when unpacked
 * @throws UnreadablePart after the last complete line, when a gzip file is cut off or damaged, or there are more bytes
 */
export const readLines = async function* (
  file: Readable,
  mostBytes = Number.POSITIVE_INFINITY,
): AsyncIterable<Line> {
  let number = 1;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const keep = (piece: Buffer) => {
    pendingBytes += piece.length;
    if (pendingBytes > longestLine) pending = [];
    else pending.push(piece);
  };
  const finish = (piece: Buffer): Line => {
    keep(piece);
    const bytes =
      pendingBytes > longestLine ? undefined : pending.length === 1 ? piece : Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    number += 1;
    return { number: number - 1, bytes };
  };
  let bytesRead = 0;
  for await (const chunk of contentOf(file)) {
    await breathe();
    bytesRead += chunk.length;
    if (bytesRead > mostBytes) throw new UnreadablePart(`It has more than ${mostBytes} bytes when unpacked.`);
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      if (end === start && pendingBytes === 0) number += 1;
      else yield finish(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  }
  if (pendingBytes > 0) yield finish(Buffer.alloc(0));
};
