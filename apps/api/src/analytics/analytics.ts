/**
 * A path without digit sequences long enough to be part of a kennitala, a phone number or a file number: they may
 * identify a person, and are not needed to know the page.
 */
export const withoutNumbers = (path: string): string => path.replace(/\d[\d-]{4,}\d/g, '…');
