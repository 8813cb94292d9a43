/** A database instant in the API's format: `2026-11-21T12:00:00.000Z`. */
export const isoInstant = (text: string): string => new Date(text).toISOString();

/** Same for a nullable column. */
export const isoInstantOrNull = (text: string | null): string | null => text && isoInstant(text);
