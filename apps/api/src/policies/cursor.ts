import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Fault } from '../platform/fault.ts';

/** Where a page of policies ends: the last row's place in the order of the list. */
const position = z.tuple([z.int(), z.string(), z.string()]);
export type Position = z.output<typeof position>;

/** Before the first row. */
export const listStart: Position = [-1, '', ''];

// Eight bytes that bind a cursor to the list it was made for. It guards against mistakes, not against a thief: the
// rows are always the subject's own.
const seal = (text: string, list: string): string =>
  createHash('sha256').update(`${list}\n${text}`).digest('base64url').slice(0, 11);

/** @param list whose list, and by which filters: a cursor holds for no other */
export const writeCursor = (at: Position, list: string): string => {
  const text = Buffer.from(JSON.stringify(at)).toString('base64url');
  return `${seal(text, list)}.${text}`;
};

/** @throws Fault `validation` naming the field `cursor`, when it was changed or belongs to another list */
export const readCursor = (cursor: string | undefined, list: string): Position => {
  if (cursor === undefined) return listStart;
  const [mark = '', text = ''] = cursor.split('.', 2);
  if (mark === seal(text, list)) {
    const parsed = position.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (parsed.success) return parsed.data;
  }
  throw new Fault('validation', { fields: [{ path: 'cursor', reason: 'cursor' }] });
};
