import { writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Whether a path is that of a text file, which compression makes smaller. */
export const isText = (path: string): boolean => /\.(?:html|json|js|css|svg|txt|xml|webmanifest)$/.test(path);

/** Minimum size of a text in bytes; smaller ones do not shrink. */
export const smallestCompressed = 200;

/** Encodings of compressed copies, the smallest first, with the ending that a stored copy adds to the file's name. */
export const encodings = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;
export type Encoding = (typeof encodings)[number]['encoding'];

/**
 * Compresses a file's content.
 * @param effort `balanced` between time and size, when a client waits; `best`, once for many clients: with brotli it takes
 *   about forty times as long
 */
export const compress = (body: Buffer, encoding: Encoding, effort: 'balanced' | 'best'): Promise<Buffer> => {
  if (encoding === 'gzip') return toGzip(body, effort === 'best' ? { level: 9 } : {});
  return toBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort === 'best' ? 11 : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // A window larger than the file gains nothing, and allocating the largest for every page would dominate the time.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(body.length)) + 1)),
    },
  });
};

/** Writes compressed copies next to every text file of a folder, for hashed files, which every visitor loads. */
export const compressFolder = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && isText(entry.name))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const body = await readFile(path);
        if (body.length < smallestCompressed) return;
        for (const { encoding, ending } of encodings)
          writeFileSync(path + ending, await compress(body, encoding, 'best'));
      }),
  );
};
