/** Name of the lock that lets one import of a source run at a time. */
export const lockOf = (source: string): string => `core-import ${source}`;
