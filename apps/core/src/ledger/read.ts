import type {
  CoreLedgerGroup,
  CoreLedgerPage,
  CoreLedgerPageOf,
  CoreLedgerPeriod,
  CoreLedgerSummary,
} from '@hofn/contracts';
import type { Db } from '@hofn/database';
import {
  insuranceClaims,
  insurancePolicies,
  insurancePostingGroups,
  insurancePostings,
} from '@hofn/database/schema/insurance.ts';
import { type LedgerAccount, ledgerAccounts } from '@hofn/insurance/ledger.ts';
import { and, asc, desc, eq, gt, gte, inArray, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { Refused } from '../acts/calls.ts';
import type { PostingCause } from './ledger.ts';
import { accountName, causeName } from './names.ts';

const groups = insurancePostingGroups;

/** Position of the last group of a page. */
type Position = [day: string, customer: string, key: string];
const position = z.tuple([z.iso.date(), z.string(), z.string()]);

const cursorOf = (at: Position): string => Buffer.from(JSON.stringify(at)).toString('base64url');

/** @throws Refused */
const positionOf = (cursor: string | null): Position | null => {
  if (cursor === null) return null;
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new Refused({ after: ['Not the `next` of a page.'] });
  }
};

/** Debits and credits of a period by account, in the order of the books. */
const readSummary = async (tx: Db, { from, to }: CoreLedgerPeriod): Promise<CoreLedgerSummary> => {
  const { account, amount, customer, group } = insurancePostings;
  const isInPeriod = and(gte(groups.bookedOn, from), lte(groups.bookedOn, to));
  const sums = await tx
    .select({
      account,
      debit: sql<string>`sum(greatest(${amount}, 0))`,
      credit: sql<string>`sum(greatest(-${amount}, 0))`,
    })
    .from(insurancePostings)
    .innerJoin(groups, and(eq(groups.customer, customer), eq(groups.key, group)))
    .where(isInPeriod)
    .groupBy(account);
  const accounts = ledgerAccounts.flatMap((of) => {
    const sum = sums.find((one) => one.account === of);
    if (!sum) return [];
    return [{ account: of, name: accountName(of), debit: Number(sum.debit), credit: Number(sum.credit) }];
  });
  const debit = accounts.reduce((all, one) => all + one.debit, 0);
  return { accounts, total: { groups: await tx.$count(groups, isInPeriod), debit } };
};

type Head = {
  customer: string;
  key: string;
  day: string;
  cause: string;
  reverses: string | null;
  policy: string | null;
  claim: string | null;
};

/** The next groups after a position, by day, customer and key. Day by day: groups are indexed by their day alone. */
const readHeads = async (
  tx: Db,
  { from, to, limit }: Pick<CoreLedgerPageOf, 'from' | 'to' | 'limit'>,
  after: Position | null,
): Promise<Head[]> => {
  const heads: Head[] = [];
  const ofDay = (day: string, below: number) =>
    tx
      .select({
        customer: groups.customer,
        key: groups.key,
        day: groups.bookedOn,
        cause: groups.cause,
        reverses: groups.reverses,
        policy: insurancePolicies.number,
        claim: insuranceClaims.number,
      })
      .from(groups)
      .leftJoin(
        insurancePolicies,
        and(eq(insurancePolicies.customer, groups.customer), eq(insurancePolicies.key, groups.policy)),
      )
      .leftJoin(
        insuranceClaims,
        and(eq(insuranceClaims.customer, groups.customer), eq(insuranceClaims.key, groups.claim)),
      )
      .where(
        and(
          eq(groups.bookedOn, day),
          day === after?.[0]
            ? or(gt(groups.customer, after[1]), and(eq(groups.customer, after[1]), gt(groups.key, after[2])))
            : undefined,
        ),
      )
      .orderBy(asc(groups.customer), asc(groups.key))
      .limit(below);
  const dayAfter = async (day: string, isIncluded: boolean): Promise<string | undefined> => {
    const isLater = isIncluded ? gte(groups.bookedOn, day) : gt(groups.bookedOn, day);
    const [row] = await tx
      .select({ day: groups.bookedOn })
      .from(groups)
      .where(and(isLater, lte(groups.bookedOn, to)))
      .orderBy(asc(groups.bookedOn))
      .limit(1);
    return row?.day;
  };
  let day = after ? after[0] : await dayAfter(from, true);
  while (day !== undefined && heads.length < limit) {
    heads.push(...(await ofDay(day, limit - heads.length)));
    if (heads.length < limit) day = await dayAfter(day, false);
  }
  return heads;
};

const placeOf = (customer: string, key: string): string => `${customer}\n${key}`;

/** Heads of groups with their postings: debits before credits. */
const withPostings = async (tx: Db, heads: readonly Head[]): Promise<CoreLedgerGroup[]> => {
  const { account, amount, customer, group } = insurancePostings;
  const rows = await tx
    .select({ customer, group, account, amount })
    .from(insurancePostings)
    .where(
      and(
        inArray(customer, [...new Set(heads.map((head) => head.customer))]),
        inArray(
          group,
          heads.map(({ key }) => key),
        ),
      ),
    )
    .orderBy(desc(amount), asc(account));
  const postings = Map.groupBy(rows, (row) => placeOf(row.customer, row.group));
  return heads.map(({ cause, ...head }) => ({
    ...head,
    text: causeName(cause as PostingCause),
    postings: (postings.get(placeOf(head.customer, head.key)) ?? []).map((row) => ({
      account: row.account as LedgerAccount,
      amount: row.amount,
    })),
  }));
};

/** Reads the ledger for other systems: what was posted in a period of at most a month (rule DESK-12). */
export const createLedgerReading = ({ db }: { db: Db }) => {
  const asOfOneMoment = <Result>(read: (tx: Db) => Promise<Result>): Promise<Result> =>
    db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
  return {
    summary: (period: CoreLedgerPeriod): Promise<CoreLedgerSummary> =>
      asOfOneMoment((tx) => readSummary(tx, period)),

    /** A page of the postings of a period. @throws Refused for a cursor that is none */
    page: ({ after, limit, ...period }: CoreLedgerPageOf): Promise<CoreLedgerPage> => {
      const at = positionOf(after);
      return asOfOneMoment(async (tx) => {
        const heads = await readHeads(tx, { ...period, limit: limit + 1 }, at);
        const shown = heads.slice(0, limit);
        const last = shown.at(-1);
        const next = heads.length > limit && last ? cursorOf([last.day, last.customer, last.key]) : null;
        return {
          groups: await withPostings(tx, shown),
          next,
          total: next === null ? (await readSummary(tx, period)).total : null,
        };
      });
    },
  };
};
export type LedgerReading = ReturnType<typeof createLedgerReading>;
