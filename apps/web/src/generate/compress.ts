import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const compressible = /\.(?:html|json|js|css|svg|txt|xml|webmanifest)$/;

/** Below this size in bytes a file does not get smaller. */
const smallest = 200;

/** Endings of a file's compressed copies. */
export const compressedEndings = ['.br', '.gz'] as const;

/**
 * Writes a `.br` and a `.gz` beside a text file.
 * @param best hashed files are kept for long and get the best that brotli has; pages are many and get the level where
 * time and size meet
 */
export const writeCompressed = async (path: string, body: Buffer, best = false): Promise<void> => {
  if (!compressible.test(path) || body.length < smallest) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: best ? 11 : 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    // A window as large as the file is all it can use; the largest for every page would be most of the work.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(body.length)) + 1)),
  };
  const [brotli, zipped] = await Promise.all([
    toBrotli(body, { params }),
    toGzip(body, { level: best ? 9 : 6 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
};

/** Writes compressed copies, the best there are, of every text file of a folder. */
export const compressFolder = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        await writeCompressed(path, await readFile(path), true);
      }),
  );
};
