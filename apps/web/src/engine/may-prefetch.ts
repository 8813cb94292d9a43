/** What a browser tells of its connection, where it tells. */
export type Connection = { effectiveType?: string; saveData?: boolean };

/** Whether pages may be asked for before they are wanted: not on `2g` or `slow-2g`, not with data saving (rule PATH-10). */
export const mayPrefetch = (connection: Connection | undefined): boolean =>
  !connection?.saveData && !connection?.effectiveType?.includes('2g');
