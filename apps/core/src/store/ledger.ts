import { type Db, putRows } from '@hofn/database';
import {
  insuranceLedgerEntries,
  insurancePostingGroups,
  insurancePostings,
} from '@hofn/database/schema/insurance.ts';
import type { LedgerAccount, Posting } from '@hofn/insurance/ledger.ts';
import { and, asc, desc, eq, inArray, notExists, sql } from 'drizzle-orm';
import type { Book } from '../book.ts';
import { type Group, receivableOf } from '../ledger/ledger.ts';
import type { AnyRecord } from '../record.ts';

/** Whether no group has an entry's key. A release from before postings may still add such entries. */
const isUnposted = (db: Db) => {
  const { customer, key } = insurancePostingGroups;
  return notExists(
    db
      .select({ one: sql`1` })
      .from(insurancePostingGroups)
      .where(and(eq(customer, insuranceLedgerEntries.customer), eq(key, insuranceLedgerEntries.key))),
  );
};

/** The keys of entries of customers' accounts that have no postings yet, by customer. */
export const loadUnposted = async (
  tx: Db,
  customers: readonly string[],
): Promise<(customer: string) => ReadonlySet<string>> => {
  const { customer, key } = insuranceLedgerEntries;
  const rows = await tx
    .select({ customer, key })
    .from(insuranceLedgerEntries)
    .where(and(inArray(customer, [...customers]), isUnposted(tx)));
  const keys = Map.groupBy(rows, (row) => row.customer);
  return (of) => new Set(keys.get(of)?.map((row) => row.key));
};

/** How many entries of customers' accounts have no postings yet. */
export const countUnposted = (db: Db): Promise<number> => db.$count(insuranceLedgerEntries, isUnposted(db));

const placeOf = (customer: string, key: string): string => `${customer}\n${key}`;

/** @throws Error when an account would say anything else than the ledger */
const expectPosted = (groups: readonly Group[], entries: readonly AnyRecord[]): void => {
  const amounts = new Map(
    groups.map((group) => [placeOf(group.customer, group.key), receivableOf(group)] as const),
  );
  for (const { type, key, facts } of entries)
    if (type === 'ledger-entries' && amounts.get(placeOf(facts.customer, key)) !== facts.amount)
      throw new Error(`The entry ${key} of an account is not as posted`);
};

const amountsOf = (postings: readonly Posting[]): string =>
  postings
    .map(({ account, amount }) => `${account} ${amount}`)
    .toSorted()
    .join(', ');

/**
 * Finds books that would post something again with other amounts. The store keeps what it has, so the difference would be lost.
 * @returns by customer, what is wrong
 */
export const findReposted = async (tx: Db, books: readonly Book[]): Promise<Map<string, Error>> => {
  const groups = books.flatMap(({ ledger }) => [...ledger.added()]);
  const found = new Map<string, Error>();
  if (groups.length === 0) return found;
  const { customer, group: key, account, amount } = insurancePostings;
  const rows = await tx
    .select({ customer, key, account, amount })
    .from(insurancePostings)
    .where(
      and(
        inArray(customer, [...new Set(groups.map((group) => group.customer))]),
        inArray(
          key,
          groups.map((group) => group.key),
        ),
      ),
    );
  const posted = Map.groupBy(rows, (row) => placeOf(row.customer, row.key));
  for (const group of groups) {
    const before = posted.get(placeOf(group.customer, group.key)) as Posting[] | undefined;
    if (before && amountsOf(before) !== amountsOf(group.postings))
      found.set(group.customer, new Error(`The group ${group.key} is posted already, with other amounts`));
  }
  return found;
};

/** Adds the new postings of books, each of whose entries is one of their groups. */
export const storeLedger = async (
  tx: Db,
  books: readonly Book[],
  entries: readonly AnyRecord[],
): Promise<void> => {
  const groups = books.flatMap(({ ledger }) => [...ledger.added()]);
  expectPosted(groups, entries);
  await putRows(
    tx,
    insurancePostingGroups,
    groups.map(({ day, postings: _postings, ...group }) => ({ bookedOn: day, ...group })),
    { key: ['customer', 'key'], isLog: true },
  );
  await putRows(
    tx,
    insurancePostings,
    groups.flatMap(({ customer, key: group, postings }) =>
      postings.map((posting) => ({ customer, group, ...posting })),
    ),
    { key: ['customer', 'group', 'account'], isLog: true },
  );
};

/** A customer's groups of postings, newest first. @param limit how many at most; default: all */
export const groupsOf = async (db: Db, customer: string, limit?: number): Promise<Group[]> => {
  const newest = db
    .select()
    .from(insurancePostingGroups)
    .where(eq(insurancePostingGroups.customer, customer))
    .orderBy(desc(insurancePostingGroups.bookedOn), asc(insurancePostingGroups.key));
  const groups = await (limit === undefined ? newest : newest.limit(limit));
  const rows = await db
    .select()
    .from(insurancePostings)
    .where(
      and(
        eq(insurancePostings.customer, customer),
        inArray(
          insurancePostings.group,
          groups.map(({ key }) => key),
        ),
      ),
    )
    .orderBy(desc(insurancePostings.amount), asc(insurancePostings.account));
  const postings = Map.groupBy(rows, ({ group }) => group);
  return groups.map(({ bookedOn: day, ...group }) => ({
    ...(group as Omit<Group, 'day' | 'postings'>),
    day,
    postings: (postings.get(group.key) ?? []).map(
      ({ account, amount }): Posting => ({ account: account as LedgerAccount, amount }),
    ),
  }));
};
