import type { TransactionOverview, TransactionSort, TransactionSums, TransactionType } from '@hofn/contracts';
import { customers, type Db, policies, products, transactions } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { eq, sql } from 'drizzle-orm';
import type { Customer } from '../platform/access.ts';
import { asJson, folded } from '../platform/sql.ts';

/** Place of an entry in the order of its list, and among those at the same place. */
export type Position = [place: number, tie: number];

type Item = TransactionOverview['items'][number];
export type TransactionRow = Item & { place: number; tie: number };

export type AccountRow = TransactionSums & {
  items: TransactionRow[];
  policies: TransactionOverview['policies'];
  /** Whether the policy that was asked for is the subject's. */
  policyHeld: boolean;
};

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

const given = (name: string, type: 'text' | 'date') => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

/** The account out of the database. The read names the subject, and gives nothing of anyone else's. */
export const createTransactionStore = (db: Db) => {
  const inLanguage = (language: Language) => {
    const pick = <Is, En>(is: Is, en: En): Is | En => (language === 'is' ? is : en);
    const subject = sql.placeholder('subject');
    const name = pick(products.nameIs, products.nameEn);
    const description = pick(transactions.descriptionIs, transactions.descriptionEn);

    // The balance runs over the whole account, so that it is true of an entry whatever the list is narrowed to.
    const account = sql`(select ${transactions.id} as id, ${transactions.bookedOn} as booked_on, ${transactions.sequence} as sequence, ${transactions.type}::text as type, ${transactions.amount} as amount, ${description} as description, ${transactions.policyId} as policy_id, ${policies.number} as number, ${name} as name, sum(${transactions.amount}) over (order by ${transactions.sequence}) as balance
      from ${transactions}
      left join ${policies} on ${policies.customerId} = ${transactions.customerId} and ${policies.id} = ${transactions.policyId}
      left join ${products} on ${products.id} = ${policies.productId}
      where ${eq(transactions.customerId, subject)}) as entry`;
    const policyOf = sql`json_build_object('id', entry.policy_id, 'number', entry.number, 'name', entry.name)`;

    const [from, to, search] = [given('from', 'date'), given('to', 'date'), given('search', 'text')];
    const wanted = sql`(${from} is null or entry.booked_on >= ${from})
      and (${to} is null or entry.booked_on <= ${to})
      and (${given('type', 'text')} is null or entry.type = ${given('type', 'text')})
      and (${given('policy', 'text')} is null or entry.policy_id = ${given('policy', 'text')})
      and (${search} is null or position(${search} in ${folded(sql`concat_ws(' ', entry.description, entry.name, entry.number, abs(entry.amount))`)}) > 0)`;

    // Every order is one of two rising figures, so that one comparison finds the next page.
    const sort = given('sort', 'text');
    const place = sql`case ${sort} when 'largest' then -entry.amount when 'smallest' then entry.amount when 'oldest' then entry.booked_on - '2000-01-01'::date else '2000-01-01'::date - entry.booked_on end`;
    const tie = sql`case ${sort} when 'oldest' then entry.sequence else -entry.sequence end`;
    const after = sql`(${sql.placeholder('place')}::int is null or (placed.place, placed.tie) > (${sql.placeholder('place')}::int, ${sql.placeholder('tie')}::int))`;

    return db
      .select({
        items: asJson<TransactionRow>(
          {
            id: sql`line.id`,
            date: sql`line.booked_on`,
            type: sql`line.type`,
            description: sql`line.description`,
            policy: sql`line.policy`,
            amount: sql`line.amount`,
            balance: sql`line.balance`,
            place: sql`line.place`,
            tie: sql`line.tie`,
          },
          sql`(select placed.* from (select entry.*, ${place} as place, ${tie} as tie, case when entry.policy_id is not null then ${policyOf} end as policy from ${account} where ${wanted}) as placed where ${after} order by placed.place, placed.tie limit ${sql.placeholder('limit')}) as line`,
        ),
        sums: sql<Omit<AccountRow, 'items' | 'policies' | 'policyHeld'>>`(select json_build_object(
            'count', count(*) filter (where ${wanted}),
            'charges', coalesce(sum(entry.amount) filter (where entry.amount > 0 and ${wanted}), 0),
            'payments', coalesce(sum(entry.amount) filter (where entry.amount < 0 and ${wanted}), 0),
            'openingBalance', coalesce(sum(entry.amount) filter (where entry.booked_on < ${from}), 0),
            'closingBalance', coalesce(sum(entry.amount) filter (where ${to} is null or entry.booked_on <= ${to}), 0)
          ) from ${account})`,
        policies: asJson<AccountRow['policies'][number]>(
          { id: sql`held.policy_id`, number: sql`held.number`, name: sql`held.name` },
          sql`(select distinct entry.policy_id, entry.number, entry.name from ${account} where entry.policy_id is not null order by entry.name, entry.number) as held`,
        ),
        policyHeld: sql<boolean>`${given('policy', 'text')} is null or exists (select from ${policies} where ${eq(policies.customerId, subject)} and ${policies.id} = ${given('policy', 'text')})`,
      })
      .from(customers)
      .where(eq(customers.id, subject))
      .prepare(`transactions_${language}`);
  };
  const prepared = { is: inLanguage('is'), en: inLanguage('en') };

  return {
    /** Entries of the subject's account with balances, and sums over all that the filter keeps. */
    account: async (
      subject: Customer,
      language: Language,
      { after, ...filter }: AccountFilter,
    ): Promise<AccountRow | undefined> => {
      const [place, tie] = after ?? [null, null];
      const [row] = await prepared[language].execute({ subject: subject.id, place, tie, ...filter });
      if (!row) return undefined;
      const { sums, ...rest } = row;
      return { ...rest, ...sums };
    },
  };
};
export type TransactionStore = ReturnType<typeof createTransactionStore>;
