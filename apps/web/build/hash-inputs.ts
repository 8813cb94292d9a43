import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const notInputs = /(?:^|[\\/])(?:node_modules|dist)(?:[\\/]|$)|\.test\.tsx?$/;

const filesIn = async (path: string): Promise<string[]> => {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/** Hash of the names and contents of files, in any order, without tests. */
export const hashOfInputs = async (root: string, paths: readonly string[]): Promise<string> => {
  const files = (await Promise.all(paths.map((path) => filesIn(join(root, path)))))
    .flat()
    .filter((file) => !notInputs.test(relative(root, file)))
    .toSorted();
  const hashes = await Promise.all(
    files.map(async (file) => {
      const content = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      return `${relative(root, file).split(sep).join('/')} ${content}`;
    }),
  );
  return createHash('sha256').update(hashes.join('\n')).digest('hex').slice(0, 24);
};
