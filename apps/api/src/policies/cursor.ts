import { z } from 'zod';
import { defineCursor, positionParts } from '../platform/cursor.ts';

/** Position of a page's last policy: sort value, number and id. */
const position = z.tuple([positionParts.integer, positionParts.id, positionParts.id]);
export type Position = z.output<typeof position>;

/** A position before the first policy of every order. */
export const listStart: Position = [-2_147_483_648, '', ''];

export const { read: readCursor, write: writeCursor } = defineCursor(position, listStart);
