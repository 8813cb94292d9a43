export const baseCommit: (folder: string) => string | undefined;
export const changedFiles: (folder: string, base: string) => string[];
export const affectedSpecs: (
  folder: string,
  changed: readonly string[],
) => { specs: string[]; shared: string[] };
