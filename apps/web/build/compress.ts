import { writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const compressible = /\.(?:html|json|js|css|svg|txt|xml|webmanifest)$/;

/** Below this size in bytes a file does not get smaller. */
const smallest = 200;

/** Endings of a file's compressed copies. */
export const compressedEndings = ['.br', '.gz'] as const;

/** Whether a file is text, and long enough to get smaller when it is compressed. */
export const gainsBy = (path: string, body: Buffer): boolean =>
  compressible.test(path) && body.length >= smallest;

const brotliOf = (body: Buffer, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    // A window as large as the file is all it can use; the largest for every page would be most of the work.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(body.length)) + 1)),
  },
});

/**
 * Writes a `.br` beside a text file, at the level where time and size meet, for pages are many. On this thread: to hand
 * so little to another and to wait for it would take as long again.
 */
export const writeCompressed = (path: string, body: Buffer): void => {
  if (gainsBy(path, body)) writeFileSync(`${path}.br`, brotliCompressSync(body, brotliOf(body, 5)));
};

/** Writes a `.br` and a `.gz`, the best there are, beside every text file of a folder: hashed files are kept for long. */
export const compressFolder = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const body = await readFile(path);
        if (!gainsBy(path, body)) return;
        writeFileSync(`${path}.br`, await toBrotli(body, brotliOf(body, 11)));
        writeFileSync(`${path}.gz`, await toGzip(body, { level: 9 }));
      }),
  );
};
