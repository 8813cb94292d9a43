import { z } from 'zod';
import { defineCursor } from '../platform/cursor.ts';

/** Where a page of policies ends: order of the product, number and id of the last row. */
const position = z.tuple([z.int(), z.string(), z.string()]);
export type Position = z.output<typeof position>;

/** Before the first row. */
export const listStart: Position = [-1, '', ''];

export const { read: readCursor, write: writeCursor } = defineCursor(position, listStart);
