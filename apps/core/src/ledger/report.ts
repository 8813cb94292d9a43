import type { Db } from '@hofn/database';
import {
  insuranceLedgerEntries,
  insurancePostingGroups,
  insurancePostings,
} from '@hofn/database/schema/insurance.ts';
import { type BalanceLine, type LedgerAccount, trialBalance } from '@hofn/insurance/ledger.ts';
import { and, eq, lte, sql } from 'drizzle-orm';
import { countUnposted } from '../store/ledger.ts';

/** First and last day, `YYYY-MM-DD`. */
export type Period = { from: string; to: string };

/** Rows that are read at once. */
const pageSize = 2000;

/** A line of CSV by RFC 4180. */
const csvLine = (fields: ReadonlyArray<string | number | null>): string =>
  fields
    .map((field) => String(field ?? ''))
    .map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',');

/** Balances of all accounts, with what each was debited and credited in a period, from sums by account and day. */
const readBalance = async (tx: Db, period: Period): Promise<BalanceLine[]> => {
  const { account, amount, customer, group } = insurancePostings;
  const groups = insurancePostingGroups;
  const isDebit = sql<boolean>`${amount} > 0`;
  const sums = await tx
    .select({ account, day: groups.bookedOn, amount: sql<string>`sum(${amount})` })
    .from(insurancePostings)
    .innerJoin(groups, and(eq(groups.customer, customer), eq(groups.key, group)))
    .where(lte(groups.bookedOn, period.to))
    .groupBy(account, groups.bookedOn, isDebit);
  return trialBalance(
    sums.map((sum) => ({ ...sum, account: sum.account as LedgerAccount, amount: Number(sum.amount) })),
    period,
  );
};

/** What customers' accounts add up to at the end of a day, in whole ISK. */
const readAccounts = async (tx: Db, day: string): Promise<number> => {
  const [row] = await tx
    .select({ sum: sql<string>`coalesce(sum(${insuranceLedgerEntries.amount}), 0)` })
    .from(insuranceLedgerEntries)
    .where(lte(insuranceLedgerEntries.bookedOn, day));
  return Number(row?.sum);
};

type Proof = {
  balance: BalanceLine[];
  /** Why it does not add up, in English; empty when it does. */
  faults: string[];
};

/** The trial balance of a period, and whether it and customers' accounts add up. */
export const proveBalance = async (tx: Db, period: Period): Promise<Proof> => {
  const balance = await readBalance(tx, period);
  const closing = balance.reduce((sum, line) => sum + line.closing, 0);
  const receivable = balance.find(({ account }) => account === 'receivable')?.closing ?? 0;
  const accounts = await readAccounts(tx, period.to);
  const unposted = await countUnposted(tx);
  return {
    balance,
    faults: [
      ...(closing === 0 ? [] : [`The accounts add up to ${closing} ISK instead of zero.`]),
      ...(receivable === accounts
        ? []
        : [`Customers' accounts add up to ${accounts} ISK, and receivable is ${receivable} ISK.`]),
      ...(unposted === 0
        ? []
        : [`Entries of accounts without postings: ${unposted}. The next day's work adds them.`]),
    ],
  };
};

/** A trial balance as lines of CSV, with the totals. */
const balanceLines = (balance: readonly BalanceLine[]): string[] => {
  const sum = (of: 'opening' | 'debit' | 'credit' | 'closing') =>
    balance.reduce((total, line) => total + line[of], 0);
  return [
    csvLine(['account', 'opening', 'debit', 'credit', 'closing']),
    ...balance.map(({ account, opening, debit, credit, closing }) =>
      csvLine([account, opening, debit, credit, closing]),
    ),
    csvLine(['total', sum('opening'), sum('debit'), sum('credit'), sum('closing')]),
  ];
};

type PostingRow = {
  day: string;
  key: string;
  cause: string;
  customer: string;
  account: string;
  debit: string;
  credit: string;
  policy: string | null;
  instalment: string | null;
  payment: string | null;
  claim: string | null;
  reverses: string | null;
};

const heads = [
  ...(['day', 'group', 'cause', 'customer', 'account', 'debit', 'credit'] as const),
  ...(['policy', 'instalment', 'payment', 'claim', 'reverses'] as const),
];

/**
 * The postings of a period as lines of CSV, by day, customer and group, read page by page.
 * @param tx a transaction, which has a cursor until it ends
 * @param period days that were checked to be days
 */
async function* postingLines(tx: Db, { from, to }: Period): AsyncGenerator<string[]> {
  yield [csvLine(heads)];
  // A cursor takes no parameters.
  await tx.execute(
    sql.raw(`declare postings_of_period no scroll cursor for
      select booked_on::text as day, key, cause, g.customer, account, greatest(amount, 0)::text as debit,
        greatest(-amount, 0)::text as credit, policy, instalment, payment, claim, reverses
      from insurance.posting_groups g join insurance.postings p on p.customer = g.customer and p.group_key = g.key
      where booked_on between '${from}' and '${to}'
      order by booked_on, g.customer, key, amount desc, account`),
  );
  for (;;) {
    const { rows } = await tx.execute<PostingRow>(sql.raw(`fetch ${pageSize} from postings_of_period`));
    if (rows.length === 0) return;
    yield rows.map(({ day, key, cause, customer, account, debit, credit, ...about }) =>
      csvLine([
        ...[day, key, cause, customer, account, debit, credit],
        ...[about.policy, about.instalment, about.payment, about.claim, about.reverses],
      ]),
    );
  }
}

/** Parts of a report. */
export const reportParts = ['balance', 'postings'] as const;
export type ReportPart = (typeof reportParts)[number];

/**
 * Prints a trial balance and the postings of a period as CSV, with an empty line in between, all as of one moment.
 * @param period days that were checked to be days
 * @param only the part that is printed; undefined for both
 * @returns why it does not add up; empty when it does
 */
export const printReport = (
  db: Db,
  { only, ...period }: Period & { only?: ReportPart | undefined },
  print: (lines: readonly string[]) => Promise<void>,
): Promise<string[]> =>
  db.transaction(
    async (tx) => {
      const { balance, faults } = await proveBalance(tx, period);
      if (only !== 'postings') await print(balanceLines(balance));
      if (only === undefined) await print(['']);
      if (only !== 'balance') for await (const lines of postingLines(tx, period)) await print(lines);
      return faults;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
