import { z } from 'zod';
import { defineCursor } from '../platform/cursor.ts';

/** Where a page of policies ends: place in its order, number and id of the last row. */
const position = z.tuple([z.int(), z.string(), z.string()]);
export type Position = z.output<typeof position>;

/** Before the first row of every order. */
export const listStart: Position = [-2_147_483_648, '', ''];

export const { read: readCursor, write: writeCursor } = defineCursor(position, listStart);
