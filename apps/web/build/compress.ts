import { writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const compressible = /\.(?:html|json|js|css|svg|txt|xml|webmanifest)$/;

/** Minimum size in bytes; smaller files do not shrink. */
const smallest = 200;

/** Extensions of compressed copies. */
export const compressedEndings = ['.br', '.gz'] as const;

/** Whether a file is text, and large enough to compress. */
export const gainsBy = (path: string, body: Buffer): boolean =>
  compressible.test(path) && body.length >= smallest;

const brotliOf = (body: Buffer, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    // A window larger than the file gains nothing, and allocating the largest for every page would dominate the time.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(body.length)) + 1)),
  },
});

/**
 * Writes a `.br` next to a text file, at a level that balances time and size, because there are many pages. Synchronous:
 * for small files a worker thread would double the time.
 */
export const writeCompressed = (path: string, body: Buffer): void => {
  if (gainsBy(path, body)) writeFileSync(`${path}.br`, brotliCompressSync(body, brotliOf(body, 5)));
};

/** Writes a `.br` and a `.gz` at maximum level next to every text file of a folder, for hashed files, which are kept long. */
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
