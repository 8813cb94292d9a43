import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfInputs } from '../apps/web/build/hash-inputs.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What the screenshots in docs/pictures show: screens, components, texts, content and the demo's stories. */
const shown = [
  'apps/web/src/portal',
  'apps/web/src/shell',
  'apps/web/src/site',
  'apps/web/src/staff',
  'content',
  'packages/demo/src',
  'packages/texts/src',
  'packages/ui/gallery',
  'packages/ui/src',
];

const stampIn = (folder: string): string => join(folder, 'taken.json');

/** Notes in the folder of the pictures what they show. */
export const stampPictures = async (folder: string): Promise<void> =>
  writeFileSync(stampIn(folder), `${JSON.stringify({ shown: await hashOfInputs(root, shown) }, null, 2)}\n`);

/** Whether what the pictures show has changed since they were taken. */
export const arePicturesOld = async (folder: string): Promise<boolean> => {
  const file = stampIn(folder);
  if (!existsSync(file)) return true;
  return JSON.parse(readFileSync(file, 'utf8')).shown !== (await hashOfInputs(root, shown));
};
