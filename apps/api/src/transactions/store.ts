import type { TransactionSort, TransactionType } from '@hofn/contracts';
import { customers, type Db, policies, products, transactions } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Customer } from '../platform/access.ts';
import { pick } from '../platform/language.ts';
import { folded, listOf } from '../platform/sql.ts';

/** Place of an entry in the order of its list, and among those at the same place. */
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

// Before the first entry of every order.
const listStart: Position = [-2_147_483_648, -2_147_483_648];

// Every order is one of two rising figures, so that one comparison finds the next page: how often amount and day go into
// the first, and the entry's sequence into the second.
const orders: Record<TransactionSort, { byAmount: number; byDay: number; bySequence: number }> = {
  newest: { byAmount: 0, byDay: -1, bySequence: -1 },
  oldest: { byAmount: 0, byDay: 1, bySequence: 1 },
  largest: { byAmount: -1, byDay: 0, bySequence: -1 },
  smallest: { byAmount: 1, byDay: 0, bySequence: -1 },
};

const given = (name: string, type: 'text' | 'date' | 'int'): SQL =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`;

/**
 * The account in one query: a page of entries, sums over all that the filter keeps, and the policies that entries are
 * for. It reads the customer's entries once, each with the balance after it, and takes everything from those.
 */
const accountQuery = (db: Db, language: Language) => {
  const subject = sql.placeholder('subject');
  const [from, to] = [given('from', 'date'), given('to', 'date')];
  const [type, policy, search] = [given('type', 'text'), given('policy', 'text'), given('search', 'text')];

  const description = pick(language, transactions.descriptionIs, transactions.descriptionEn);
  const policyName = pick(language, products.nameIs, products.nameEn);
  const searchable = sql`concat_ws(' ', ${description}, ${policyName}, ${policies.number}, abs(${transactions.amount}))`;

  const entries = db.$with('entries').as(
    db
      .select({
        id: transactions.id,
        bookedOn: transactions.bookedOn,
        type: transactions.type,
        description: sql<string>`${description}`.as('description'),
        amount: transactions.amount,
        balance: sql<number>`sum(${transactions.amount}) over (order by ${transactions.sequence})`.as(
          'balance',
        ),
        policyId: sql<string | null>`${policies.id}`.as('policy_id'),
        policyNumber: sql<string | null>`${policies.number}`.as('policy_number'),
        policyName: sql<string | null>`${policyName}`.as('policy_name'),
        isWanted: sql<boolean>`(
          ${transactions.bookedOn} between ${from} and ${to}
          and (${type} is null or ${transactions.type}::text = ${type})
          and (${policy} is null or ${transactions.policyId} = ${policy})
          and (${search} is null or position(${search} in ${folded(searchable)}) > 0)
        )`.as('is_wanted'),
        place: sql<number>`
          ${given('byAmount', 'int')} * ${transactions.amount}
          + ${given('byDay', 'int')} * (${transactions.bookedOn} - '2000-01-01'::date)
        `.as('place'),
        tie: sql<number>`${given('bySequence', 'int')} * ${transactions.sequence}`.as('tie'),
      })
      .from(transactions)
      .leftJoin(
        policies,
        and(eq(policies.customerId, transactions.customerId), eq(policies.id, transactions.policyId)),
      )
      .leftJoin(products, eq(products.id, policies.productId))
      .where(eq(transactions.customerId, subject)),
  );

  const isAfterPage = sql`(${entries.place}, ${entries.tie}) > (${given('place', 'int')}, ${given('tie', 'int')})`;
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
    .selectDistinct({
      policyId: entries.policyId,
      policyNumber: entries.policyNumber,
      policyName: entries.policyName,
    })
    .from(entries)
    .where(isNotNull(entries.policyId))
    .orderBy(entries.policyName, entries.policyNumber);

  const wantedPolicy = db
    .select({ id: policies.id })
    .from(policies)
    .where(and(eq(policies.customerId, subject), eq(policies.id, policy)));

  return db
    .with(entries)
    .select({
      items: listOf(page),
      sums: listOf(sums),
      policies: listOf(policiesOfEntries),
      policyHeld: sql<boolean>`${policy} is null or exists ${wantedPolicy}`,
    })
    .from(customers)
    .where(eq(customers.id, subject))
    .prepare(`transactions_${language}`);
};

/** A page of the account, with one entry more than asked for when there is a next page. */
export type AccountRow = Awaited<ReturnType<ReturnType<typeof accountQuery>['execute']>>[number];

/** The account out of the database. The read names the subject, and gives nothing of anyone else's. */
export const createTransactionStore = (db: Db) => {
  const queries = { is: accountQuery(db, 'is'), en: accountQuery(db, 'en') };
  return {
    /** Entries of the subject's account with balances, and sums over all that the filter keeps. */
    account: async (
      subject: Customer,
      language: Language,
      { after, sort, from, to, ...filter }: AccountFilter,
    ): Promise<AccountRow | undefined> => {
      const [place, tie] = after ?? listStart;
      const [row] = await queries[language].execute({
        subject: subject.id,
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
