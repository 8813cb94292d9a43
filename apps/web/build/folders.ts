import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Default folders of the built site and of its content. */
export const defaultFolders = {
  outDir: join(projectRoot, 'apps/web/dist/site'),
  contentDir: join(projectRoot, 'content'),
};
