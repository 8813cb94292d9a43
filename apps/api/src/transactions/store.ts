import type { TransactionSort, TransactionType } from '@hofn/contracts';
import { customers, type Db, policies, products, transactions } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { sql } from 'drizzle-orm';
import type { Customer } from '../platform/access.ts';
import { asJson, folded, named } from '../platform/sql.ts';

/** Place of an entry in the order of its list, and among those at the same place. */
export type Position = [place: number, tie: number];

/** A page of the account. */
export type AccountRow = {
  /** All but the cursor, as JSON in the shape that it is answered in. */
  body: string;
  /** Place of the page's last entry when more come after it. */
  last: Position | null;
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

// Every order is one of two rising figures, so that one comparison finds the next page: how often amount and day go into
// the first, and the entry's place in the account into the second.
const orders: Record<TransactionSort, { byAmount: number; byDay: number; bySequence: number }> = {
  newest: { byAmount: 0, byDay: -1, bySequence: -1 },
  oldest: { byAmount: 0, byDay: 1, bySequence: 1 },
  largest: { byAmount: -1, byDay: 0, bySequence: -1 },
  smallest: { byAmount: 1, byDay: 0, bySequence: -1 },
};

const given = (name: string, type: 'text' | 'date' | 'int') =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`;

/** The account out of the database. The read names the subject, and gives nothing of anyone else's. */
export const createTransactionStore = (db: Db) => {
  const inLanguage = (language: Language) => {
    const pick = <Is, En>(is: Is, en: En): Is | En => (language === 'is' ? is : en);

    // Each is bound once, however often it is asked for.
    const asked = sql`asked as not materialized (select ${named({
      subject: given('subject', 'text'),
      from: given('from', 'date'),
      to: given('to', 'date'),
      type: given('type', 'text'),
      policy: given('policy', 'text'),
      search: given('search', 'text'),
      place: given('place', 'int'),
      tie: given('tie', 'int'),
      limit: given('limit', 'int'),
      byAmount: given('byAmount', 'int'),
      byDay: given('byDay', 'int'),
      bySequence: given('bySequence', 'int'),
    })})`;
    const ofSubject = sql`${transactions.customerId} = asked.subject`;
    const held = sql`held as materialized (select ${named({
      id: policies.id,
      number: policies.number,
      name: pick(products.nameIs, products.nameEn),
    })} from asked, ${policies} join ${products} on ${products.id} = ${policies.productId} where ${policies.customerId} = asked.subject)`;

    const description = pick(transactions.descriptionIs, transactions.descriptionEn);
    // A policy's words are looked up for a search alone, instead of being joined to every entry.
    const words = sql`concat_ws(' ', ${description}, (select held.name || ' ' || held.number from held where held.id = ${transactions.policyId}), abs(${transactions.amount}))`;
    const wanted = sql`(asked."from" is null or ${transactions.bookedOn} >= asked."from")
      and (asked."to" is null or ${transactions.bookedOn} <= asked."to")
      and (asked.type is null or ${transactions.type}::text = asked.type)
      and (asked.policy is null or ${transactions.policyId} = asked.policy)
      and (asked.search is null or position(asked.search in ${folded(words)}) > 0)`;
    const place = sql`asked."byAmount" * ${transactions.amount} + asked."byDay" * (${transactions.bookedOn} - '2000-01-01'::date)`;
    const tie = sql`asked."bySequence" * ${transactions.sequence}`;

    // One more than asked for tells whether there is a next page.
    const picked = sql`picked as materialized (select ${transactions}.*, ${place} as place, ${tie} as tie
      from asked, ${transactions}
      where ${ofSubject} and ${wanted} and (asked.place is null or (${place}, ${tie}) > (asked.place, asked.tie))
      order by place, tie limit (select "limit" + 1 from asked))`;
    // The balance runs over the whole account, so that it is true of an entry whatever the list is narrowed to. Entries
    // before the first that was picked are summed at once: to run over all cost most of the read.
    const balances = sql`span as (select min(sequence) as low, max(sequence) as high from picked),
      balances as (select ${transactions.sequence} as sequence, earlier.amount + sum(${transactions.amount}) over (order by ${transactions.sequence}) as balance
        from asked, span,
          lateral (select coalesce(sum(${transactions.amount}), 0) as amount from ${transactions} where ${ofSubject} and ${transactions.sequence} < span.low) as earlier,
          ${transactions}
        where ${ofSubject} and ${transactions.sequence} between span.low and span.high)`;
    const item = {
      id: sql`picked.id`,
      date: sql`picked.booked_on`,
      type: sql`picked.type`,
      description: pick(sql`picked.description_is`, sql`picked.description_en`),
      policy: sql`case when held.id is not null then row_to_json(held) end`,
      amount: sql`picked.amount`,
      balance: sql`balances.balance`,
    };
    const lines = sql`lines as (select picked.place, picked.tie, row_number() over (order by picked.place, picked.tie) as n, row_to_json(item) as item
      from picked join balances on balances.sequence = picked.sequence left join held on held.id = picked.policy_id cross join lateral (select ${named(item)}) as item)`;
    const page = sql`select coalesce(json_agg(lines.item order by lines.n) filter (where lines.n <= asked."limit"), '[]'::json) as items,
        case when count(*) > asked."limit" then json_build_array(max(lines.place) filter (where lines.n = asked."limit"), max(lines.tie) filter (where lines.n = asked."limit")) end as last
      from lines`;

    // Without its fence (offset 0) what is wanted would be worked out for each sum again.
    const sums = sql`select row_to_json(summed) as sums from (select ${named({
      count: sql`count(*) filter (where kept)`,
      charges: sql`coalesce(sum(amount) filter (where kept and amount > 0), 0)`,
      payments: sql`coalesce(sum(amount) filter (where kept and amount < 0), 0)`,
      openingBalance: sql`coalesce(sum(amount) filter (where booked_on < asked."from"), 0)`,
      closingBalance: sql`coalesce(sum(amount) filter (where asked."to" is null or booked_on <= asked."to"), 0)`,
    })} from (select ${transactions.amount} as amount, ${transactions.bookedOn} as booked_on, ${wanted} as kept from ${transactions} where ${ofSubject} offset 0) as entry) as summed`;

    const body = {
      items: sql`page.items`,
      sums: sql`sums.sums`,
      policies: asJson(
        { id: sql`held.id`, number: sql`held.number`, name: sql`held.name` },
        sql`held where exists (select from ${transactions} where ${ofSubject} and ${transactions.policyId} = held.id) order by held.name, held.number`,
      ),
    };
    return db
      .select({
        body: sql<string>`account.body`,
        last: sql<Position | null>`account.last`,
        policyHeld: sql<boolean>`account.held`,
      })
      .from(sql`(with ${sql.join([asked, held, picked, balances, lines], sql`, `)}
        select (select row_to_json(body)::text from (select ${named(body)}) as body) as body, page.last,
          asked.policy is null or exists (select from held where held.id = asked.policy) as held
        from asked join ${customers} on ${customers.id} = asked.subject, lateral (${page}) as page, lateral (${sums}) as sums) as account`)
      .prepare(`transactions_${language}`);
  };
  const prepared = { is: inLanguage('is'), en: inLanguage('en') };

  return {
    /** Entries of the subject's account with balances, and sums over all that the filter keeps. */
    account: async (
      subject: Customer,
      language: Language,
      { after, sort, ...filter }: AccountFilter,
    ): Promise<AccountRow | undefined> => {
      const [place, tie] = after ?? [null, null];
      const values = { subject: subject.id, place, tie, ...orders[sort], ...filter };
      return (await prepared[language].execute(values))[0];
    },
  };
};
export type TransactionStore = ReturnType<typeof createTransactionStore>;
