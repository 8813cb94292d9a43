/** The browser's connection, where supported. */
export type Connection = { effectiveType?: string; saveData?: boolean };

/** Whether pages may be prefetched: not on `2g` or `slow-2g`, not with data saving (rule PATH-10). */
export const mayPrefetch = (connection: Connection | undefined): boolean =>
  !connection?.saveData && !connection?.effectiveType?.includes('2g');
