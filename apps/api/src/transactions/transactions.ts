import {
  type TransactionOverview,
  type TransactionSort,
  type TransactionType,
  transactionOverview,
} from '@hofn/contracts';
import { foldForSearch } from '@hofn/texts';
import { z } from 'zod';
import { defineCursor } from '../platform/cursor.ts';
import { Fault } from '../platform/fault.ts';
import { mostRows } from '../platform/page.ts';
import { readWritten, type Written, writtenWith } from '../platform/written.ts';
import type { AccountFilter, AccountRow, Position } from './store.ts';

const position: z.ZodType<Position> = z.tuple([z.int(), z.int()]);
export const cursors = defineCursor<Position | null>(position, null);

/** What a caller narrows and orders the list by. */
export type Asked = {
  from?: string | undefined;
  to?: string | undefined;
  type?: TransactionType | undefined;
  policy?: string | undefined;
  search?: string | undefined;
  sort?: TransactionSort | undefined;
};

/**
 * All entries that are asked for, from the first.
 * @throws Fault `validation` naming `to` when the last day is before the first
 */
export const filterOf = ({ from, to, type, policy, search, sort }: Asked): AccountFilter => {
  if (from !== undefined && to !== undefined && to < from)
    throw new Fault('validation', { fields: [{ path: 'to', reason: 'toBeforeFrom' }] });
  return {
    from: from ?? null,
    to: to ?? null,
    type: type ?? null,
    policy: policy ?? null,
    search: search ? foldForSearch(search) : null,
    sort: sort ?? 'newest',
    after: null,
    limit: mostRows,
  };
};

/**
 * A page of the account as the contract has it.
 * @param list what the cursor is bound to
 */
export const overviewOf = ({ body, last }: AccountRow, list: string): Written<TransactionOverview> =>
  writtenWith<TransactionOverview>(body, { nextCursor: last && cursors.write(last, list) });

/** All entries that were asked for, for a document. */
export const wholeOf = (row: AccountRow): TransactionOverview =>
  readWritten(transactionOverview, overviewOf(row, ''));
