/**
 * A path as it may be kept: a run of digits as long as a kennitala's first part, a telephone number's or a file's
 * number may tell of somebody, and is not needed to know the page.
 */
export const withoutNumbers = (path: string): string => path.replace(/\d[\d-]{4,}\d/g, '…');
