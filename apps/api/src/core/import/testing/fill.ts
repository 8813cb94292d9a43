import { coreImportErrors, coreImportParts, coreImports, type Database } from '@hofn/database';
import type { FileStore } from '@hofn/files';
import { createContents } from '../../../platform/contents.ts';
import { fixedClock, noon } from '../../../testing.ts';

/** Two open imports of the source `kerfi`, the second with a part and an error. For tests only. */
export const fillImports = async ({ db }: Database, files: FileStore): Promise<void> => {
  const times = { createdAt: noon, changedAt: noon };
  await db.delete(coreImports);
  await db.insert(coreImports).values([
    { id: 'i1', source: 'kerfi', state: 'open', ...times },
    { id: 'i2', source: 'kerfi', state: 'open', ...times },
  ]);
  const contents = createContents({ db, files, clock: fixedClock() });
  const { key: file, bytes } = await contents.store(Buffer.from('\n'));
  await db.insert(coreImportParts).values({ importId: 'i2', part: 1, file, bytes });
  await db
    .insert(coreImportErrors)
    .values({ importId: 'i2', part: 1, line: 1, place: 1, path: '', message: 'It was refused.' });
};
