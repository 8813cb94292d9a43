import type { TransactionSort, TransactionType } from '@hofn/contracts';
import { customers, type Db, policies, products, transactions } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';
import { hiddenClaimsOf, hiddenParameter } from '../platform/sensitive-claims.ts';
import { folded, listOf, onFirstUse, parameter } from '../platform/sql.ts';
import { textsIn } from '../platform/texts.ts';
import { ownsPolicy } from '../policies/query-parts.ts';

/** Position of an entry in the list: its sort value, and a tie-breaker. */
export type Position = [place: number, tie: number];

export type AccountFilter = {
  from: string | null;
  to: string | null;
  type: TransactionType | null;
  policy: string | null;
  search: string | null;
  sort: TransactionSort;
  after: Position | null;
  limit: number;
};

// A position before the first entry of every order.
const listStart: Position = [-2_147_483_648, -2_147_483_648];

// Every order is a pair of ascending numbers, so that one comparison finds the next page. The first is the amount or day,
// the second the entry's sequence, each times one of these factors.
const orders: Record<TransactionSort, { byAmount: number; byDay: number; bySequence: number }> = {
  newest: { byAmount: 0, byDay: -1, bySequence: -1 },
  oldest: { byAmount: 0, byDay: 1, bySequence: 1 },
  largest: { byAmount: -1, byDay: 0, bySequence: -1 },
  smallest: { byAmount: 1, byDay: 0, bySequence: -1 },
};

/**
 * Whether an entry may name a claim that the reader may not see (rule ROLE-2). Its text is the insurer's, and which claim it is about
 * is not on record.
 * @param hidden ids of hidden claims, an array of texts
 */
export const mayNameHiddenClaim = (hidden: SQL): SQL =>
  sql`(${transactions.type} = 'claim' and cardinality(${hidden}) > 0)`;

/**
 * The account in one query: a page of entries, totals of all entries that match the filter, and the policies of entries.
 * It reads the customer's entries once, each with the balance after it, and derives page, totals and policies from those.
 * Reading with a search is a query of its own: its cost would make PostgreSQL plan every read of an account again,
 * which takes longer than reading.
 */
const accountQuery = (db: Db, language: Language, kind: 'list' | 'search') => {
  const subject = sql.placeholder('subject');
  const [from, to] = [parameter('from', 'date'), parameter('to', 'date')];
  const [type, policy, search] = [
    parameter('type', 'text'),
    parameter('policy', 'text'),
    parameter('search', 'text'),
  ];

  const isMasked = mayNameHiddenClaim(hiddenParameter);
  const shownText = pick(language, transactions.descriptionIs, transactions.descriptionEn);
  // The entry itself stays, since the balance includes it.
  const description = sql`case when ${isMasked} then ${textsIn(language)('transactions|typeClaim')} else ${shownText} end`;
  const policyId = sql<string | null>`case when ${isMasked} then null else ${transactions.policyId} end`;
  const policyName = pick(language, products.nameIs, products.nameEn);
  // Read only in a search, once for each entry: joining policies to all entries took a quarter of the query's time.
  const policyOfEntry = db
    .select({ text: sql`concat_ws(' ', ${policyName}, ${policies.number})` })
    .from(policies)
    .innerJoin(products, eq(products.id, policies.productId))
    .where(and(eq(policies.customerId, transactions.customerId), eq(policies.id, policyId)));
  const searchable = sql`concat_ws(' ', ${description}, ${policyOfEntry}, abs(${transactions.amount}))`;
  const isFound = kind === 'list' ? sql`true` : sql`position(${search} in ${folded(searchable)}) > 0`;

  const entries = db.$with('entries').as(
    db
      .select({
        id: transactions.id,
        bookedOn: transactions.bookedOn,
        type: transactions.type,
        description: sql<string>`${description}`.as('description'),
        amount: transactions.amount,
        balance:
          sql<number>`sum(${transactions.amount}) over (order by ${transactions.bookedOn}, ${transactions.sequence} rows unbounded preceding)`.as(
            'balance',
          ),
        policyId: policyId.as('policy_id'),
        isWanted: sql<boolean>`(
          ${transactions.bookedOn} between ${from} and ${to}
          and (${type} is null or ${transactions.type}::text = ${type})
          and (${policy} is null or ${policyId} = ${policy})
          and ${isFound}
        )`.as('is_wanted'),
        place: sql<number>`
          ${parameter('byAmount', 'int')} * ${transactions.amount}
          + ${parameter('byDay', 'int')} * (${transactions.bookedOn} - '2000-01-01'::date)
        `.as('place'),
        tie: sql<number>`${parameter('bySequence', 'int')} * ${transactions.sequence}`.as('tie'),
      })
      .from(transactions)
      .where(eq(transactions.customerId, subject)),
  );

  const isAfterPage = sql`(${entries.place}, ${entries.tie}) > (${parameter('place', 'int')}, ${parameter('tie', 'int')})`;
  const page = db
    .select({
      id: entries.id,
      bookedOn: entries.bookedOn,
      type: entries.type,
      description: entries.description,
      amount: entries.amount,
      balance: entries.balance,
      policyId: entries.policyId,
      place: entries.place,
      tie: entries.tie,
    })
    .from(entries)
    .where(and(entries.isWanted, isAfterPage))
    .orderBy(entries.place, entries.tie)
    .limit(sql.placeholder('limit'));

  const sumWhere = (condition: SQL) =>
    sql<number>`coalesce(sum(${entries.amount}) filter (where ${condition}), 0)`;
  const sums = db
    .select({
      count: sql<number>`count(*) filter (where ${entries.isWanted})`,
      charges: sumWhere(sql`${entries.isWanted} and ${entries.amount} > 0`),
      payments: sumWhere(sql`${entries.isWanted} and ${entries.amount} < 0`),
      openingBalance: sumWhere(sql`${entries.bookedOn} < ${from}`),
      closingBalance: sumWhere(sql`${entries.bookedOn} <= ${to}`),
    })
    .from(entries);

  const policiesOfEntries = db
    .select({ policyId: policies.id, policyNumber: policies.number, policyName })
    .from(policies)
    .innerJoin(products, eq(products.id, policies.productId))
    .where(
      and(
        eq(policies.customerId, subject),
        inArray(policies.id, db.select({ id: entries.policyId }).from(entries)),
      ),
    )
    .orderBy(policies.number);

  return db
    .with(entries)
    .select({
      items: listOf(page),
      sums: listOf(sums),
      policies: listOf(policiesOfEntries),
      ownsPolicy: ownsPolicy(db),
    })
    .from(customers)
    .where(eq(customers.id, subject))
    .prepare(`transactions_${kind}_${language}`);
};

/** A page of the account, as the database has it. */
export type AccountRow = Awaited<ReturnType<ReturnType<typeof accountQuery>['execute']>>[number];

/** The account. The query names the subject. */
export const createTransactionStore = (db: Db) => {
  const queriesIn = (language: Language) => ({
    list: onFirstUse(() => accountQuery(db, language, 'list')),
    search: onFirstUse(() => accountQuery(db, language, 'search')),
  });
  const queries = { is: queriesIn('is'), en: queriesIn('en') };
  return {
    /** Entries of the subject's account with balances, and totals of all entries that match the filter. */
    account: async (
      subject: Customer,
      language: Language,
      { after, sort, from, to, ...filter }: AccountFilter,
    ): Promise<AccountRow | undefined> => {
      const [place, tie] = after ?? listStart;
      const query = queries[language][filter.search === null ? 'list' : 'search']();
      const [row] = await query.execute({
        subject: subject.id,
        hidden: hiddenClaimsOf(subject),
        from: from ?? '-infinity',
        to: to ?? 'infinity',
        place,
        tie,
        ...orders[sort],
        ...filter,
      });
      return row;
    },
  };
};
export type TransactionStore = ReturnType<typeof createTransactionStore>;
