import { distinct } from '@hofn/domain/names.ts';
import { later } from '../../engine/chunks.ts';
import type { ReceivedFile } from '../../session/api.ts';

const loadPacker = later(() => import('client-zip'));

/** Several files as one ZIP. What packs them is loaded when it is first needed. */
export const archiveOf = async (
  name: string,
  files: readonly ReceivedFile[],
  now: Date,
): Promise<ReceivedFile> => {
  const { downloadZip } = await loadPacker();
  const names = distinct(files.map((file) => file.name));
  const entries = files.map(({ content }, place) => ({
    name: names[place] ?? String(place),
    input: content,
    lastModified: now,
  }));
  return { name: `${name}.zip`, content: await downloadZip(entries).blob() };
};
