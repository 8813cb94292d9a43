import type { ReceivedFile } from '../../session/api.ts';

/** Names with a number before the ending where one has come before. */
export const distinct = (names: readonly string[]): string[] => {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : name.replace(/(\.\w+)?$/, (ending) => ` (${times})${ending}`);
  });
};

/** Several files as one ZIP. What packs them is loaded when it is first needed. */
export const archiveOf = async (
  name: string,
  files: readonly ReceivedFile[],
  now: Date,
): Promise<ReceivedFile> => {
  const { downloadZip } = await import('client-zip');
  const names = distinct(files.map((file) => file.name));
  const entries = files.map(({ content }, place) => ({
    name: names[place] ?? String(place),
    input: content,
    lastModified: now,
  }));
  return { name: `${name}.zip`, content: await downloadZip(entries).blob() };
};
