/** An instant from the database as the API writes it: `2026-11-21T12:00:00.000Z`. */
export const isoInstant = (text: string): string => new Date(text).toISOString();

/** The same for a column that may be empty. */
export const isoInstantOrNull = (text: string | null): string | null => text && isoInstant(text);
