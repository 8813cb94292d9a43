import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Where the site is written, and where its content is read, unless told otherwise. */
export const defaultFolders = {
  outDir: join(root, 'apps/web/dist/site'),
  contentDir: join(root, 'content'),
};
