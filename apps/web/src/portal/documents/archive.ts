import { numberDuplicates } from '@hofn/domain/names.ts';
import { importOnDemand } from '../../engine/chunks.ts';
import type { ReceivedFile } from '../../session/api.ts';

const loadPacker = importOnDemand(() => import('client-zip'));

/** Packs several files into one ZIP. The library is loaded on first use. */
export const archiveOf = async (
  name: string,
  files: readonly ReceivedFile[],
  now: Date,
): Promise<ReceivedFile> => {
  const { downloadZip } = await loadPacker();
  const fileNames = numberDuplicates(files.map((file) => file.name));
  const entries = files.map(({ content }, index) => ({
    name: fileNames[index] ?? String(index),
    input: content,
    lastModified: now,
  }));
  return { name: `${name}.zip`, content: await downloadZip(entries).blob() };
};
