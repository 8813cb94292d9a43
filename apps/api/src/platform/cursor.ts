import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { Fault } from './fault.ts';

// Binds a cursor to its list. Guards against mistakes, not against attackers, which it need not: the rows are always
// the subject's own.
const seal = (text: string, list: string): string =>
  createHash('sha256').update(`${list}\n${text}`).digest('base64url').slice(0, 11);

/**
 * Defines the cursors of a list: the end of a page as text the client sends back. `list` identifies whose list it is and
 * its filters; a cursor is valid for no other.
 * @param position schema of a row's place in the order of the list
 * @param start the place before the first row
 */
export const defineCursor = <Position>(position: z.ZodType<Position>, start: Position) => ({
  write: (at: Position, list: string): string => {
    const text = Buffer.from(JSON.stringify(at)).toString('base64url');
    return `${seal(text, list)}.${text}`;
  },
  /** @throws Fault `validation` naming the field `cursor`, when it was altered or belongs to another list */
  read: (cursor: string | undefined, list: string): Position => {
    if (cursor === undefined) return start;
    const [mark = '', text = ''] = cursor.split('.', 2);
    if (mark === seal(text, list)) {
      const parsed = position.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
      if (parsed.success) return parsed.data;
    }
    throw new Fault('validation', { fields: [{ path: 'cursor', reason: 'cursor' }] });
  },
});
