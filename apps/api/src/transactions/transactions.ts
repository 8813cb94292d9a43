import type { Transaction, TransactionOverview, TransactionSort, TransactionType } from '@hofn/contracts';
import { foldForSearch } from '@hofn/texts';
import { z } from 'zod';
import { defineCursor, positionParts } from '../platform/cursor.ts';
import { Fault } from '../platform/fault.ts';
import { maxRows, pageOf } from '../platform/paging.ts';
import { byName, policyReference } from '../platform/references.ts';
import type { AccountFilter, AccountRow, Position } from './store.ts';

const position: z.ZodType<Position> = z.tuple([positionParts.integer, positionParts.integer]);
export const cursors = defineCursor<Position | null>(position, null);

/** Filter and order of the list. */
export type ListFilter = {
  from?: string | undefined;
  to?: string | undefined;
  type?: TransactionType | undefined;
  policy?: string | undefined;
  search?: string | undefined;
  sort?: TransactionSort | undefined;
};

/**
 * The filter of a call, for all entries that match it.
 * @throws Fault `validation` naming `to` when the last day is before the first
 */
export const filterOf = ({ from, to, type, policy, search, sort }: ListFilter): AccountFilter => {
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
    limit: maxRows,
  };
};

type Entry = AccountRow['items'][number];

const transactionOf = (entry: Entry, policy: Transaction['policy']): Transaction => ({
  id: entry.id,
  date: entry.bookedOn,
  type: entry.type,
  description: entry.description,
  policy,
  amount: entry.amount,
  balance: entry.balance,
});

/**
 * A page of the account, as the contract defines it.
 * @param row with one entry more than `limit` when there is a next page
 * @param list the filtered list that the cursor is valid for
 */
export const overviewOf = (row: AccountRow, limit: number, list: string): TransactionOverview => {
  const [sums] = row.sums;
  if (!sums) throw new Error('The query of the account returned no sums.');
  const policies = byName(row.policies.flatMap((policy) => policyReference(policy) ?? []));
  const byId = new Map(policies.map((policy) => [policy.id, policy]));
  const { page, nextCursor } = pageOf(row.items, limit, ({ place, tie }) =>
    cursors.write([place, tie], list),
  );
  return {
    items: page.map((entry) => transactionOf(entry, byId.get(entry.policyId ?? '') ?? null)),
    nextCursor,
    sums,
    policies,
  };
};

/** All entries that match a filter, for a document. */
export const fullAccountOf = (row: AccountRow): TransactionOverview => overviewOf(row, maxRows, '');
