import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Fault } from './fault.ts';

/**
 * Binds a cursor to its list, so that a cursor of another list or a damaged one is refused. It has no key, so it proves
 * nothing about who wrote the cursor: `read` checks the position, and every query is limited to the subject's own rows.
 */
const checksumOf = (text: string, list: string): string =>
  createHash('sha256').update(`${list}\n${text}`).digest('base64url').slice(0, 11);

const rfc3339 = z.iso.datetime({ offset: true });

/** Whether PostgreSQL can read it as an instant: it has no year 0, and no offsets of more than 15 hours. */
const isInstant = (text: string): boolean =>
  /^[1-9]\d{3}-.*(Z|[+-](0\d|1[0-4])(:\d\d)?)$/.test(text) &&
  rfc3339.safeParse(text.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00')).success;

/** Parts of positions, limited to values that PostgreSQL accepts: a forged cursor must not fail in the database. */
export const positionParts = {
  /** As RFC 3339, or as the database writes it: `2026-11-21 12:00:00+00`. */
  instant: z.string().max(40).refine(isInstant),
  day: z.iso.date().refine((text) => !text.startsWith('0000')),
  id: z
    .string()
    .max(64)
    .refine((text) => !text.includes('\0')),
  /** A sort value in a column or expression of type `integer`. */
  integer: z.int32(),
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
};

/**
 * Defines the cursors of a list: the position where a page ends, as text that the client sends back. `list` names the
 * list with its owner and filters; a cursor is valid for that list alone.
 * @param position the last row's position in the sort order
 * @param start the position before the first row
 * @param field name of the field that has the cursor
 */
export const defineCursor = <Position>(position: z.ZodType<Position>, start: Position, field = 'cursor') => ({
  write: (at: Position, list: string): string => {
    const text = Buffer.from(JSON.stringify(at)).toString('base64url');
    return `${checksumOf(text, list)}.${text}`;
  },
  /** @throws Fault `validation` naming the field, if it was changed or belongs to another list */
  read: (cursor: string | undefined, list: string): Position => {
    if (cursor === undefined) return start;
    const [checksum = '', text = ''] = cursor.split('.', 2);
    if (checksum === checksumOf(text, list)) {
      const parsed = position.safeParse(parseJson(text));
      if (parsed.success) return parsed.data;
    }
    throw new Fault('validation', { fields: [{ path: field, reason: 'cursor' }] });
  },
});
