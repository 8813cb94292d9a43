import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const compressible = /\.(?:html|json|js|css|svg|txt|xml|webmanifest)$/;

/** Below this size in bytes a file does not get smaller. */
const smallest = 200;

/**
 * Writes a `.br` and a `.gz` beside every text file of a folder. Hashed files are kept for long and get the best that
 * brotli has; pages are many and get the level where time and size meet.
 */
export const compressFolder = async (folder: string, assets: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const body = await readFile(path);
      if (body.length < smallest) return;
      const best = entry.parentPath.startsWith(join(folder, assets));
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: best ? 11 : 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      };
      const [brotli, zipped] = await Promise.all([
        toBrotli(body, { params }),
        toGzip(body, { level: best ? 9 : 6 }),
      ]);
      await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
    }),
  );
};
