import { createHash } from 'node:crypto';

/** An id that is the same at every seeding and tells nothing: 20 characters of a hash. */
export const opaqueId = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 20);

/** An instant in the middle of a day, as the tables take it. */
export const noonOf = (day: string): string => `${day}T12:00:00Z`;
