import { type Database, seedCustomers } from '@hofn/database';
import { foldForSearch } from '@hofn/texts';
import { sql } from 'drizzle-orm';
import { queriesOf, searchTermsOf } from '../apps/api/src/find/search-terms.ts';
import { createIssuer, fillStaff } from '../apps/api/src/testing.ts';
import type { Bench, Figure } from './bench.ts';
import { listenApi, openOwnPostgres } from './under-load.ts';

/** Number of customers; the product is built for 400 000 (`FIND_CUSTOMERS=400000`). */
const customerCount = Number(process.env.FIND_CUSTOMERS ?? 40_000);
/** Cases for each customer: 300 000 for 400 000 customers. */
const casesEach = 0.75;
/** Of each kind so few that its p95 is three searches: only that of all has a budget. */
const searchesOfKind = 60;
/** Rule ROLE-6, in milliseconds. */
const maxP95 = 300;

/** Closed claims and inquiries with a case each, in equal numbers, of customers of the bulk seed. */
const fillCases = async ({ db }: Database): Promise<void> => {
  const half = Math.round((customerCount * casesEach) / 2);
  const columns = sql`(id, kind, matter_id, customer_id, language, opened_at, due_at, state)`;
  const opened = sql`'2025-06-01'::timestamptz + n * interval '1 second'`;
  // A temporary table is seen by one connection.
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      create temporary table chosen on commit drop as
        select row_number() over (order by id) as n, id, full_name, email from customers limit ${half}`);
    await tx.execute(sql`
      insert into claims (customer_id, id, number, title_is, title_en, status, date_of_loss, changed_at, line)
        select id, 'f' || n, 'T-2025-' || (500000 + n), 'Tjón', 'Loss', 'closed', '2025-06-01', '2025-07-01', 'home'
        from chosen`);
    await tx.execute(sql`
      insert into submissions (id, reference, kind, language, fields, state, email, received_at, forget_at)
        select 'f' || n, 'F-2025-' || (500000 + n), 'inquiry', 'is',
          jsonb_build_object('name', full_name, 'description', 'Spurning'), 'closed', email, '2025-06-01', '2035-06-01'
        from chosen`);
    await tx.execute(sql`
      insert into cases ${columns}
        select 'c' || n, 'claim', 'f' || n, id, 'is', ${opened}, '2025-06-03',
          (case when n % 150 = 0 then 'open' else 'closed' end)::case_state
        from chosen`);
    await tx.execute(sql`
      insert into cases ${columns}
        select 'i' || n, 'inquiry', 'f' || n, null, 'is', ${opened}, '2025-06-03', 'closed' from chosen`);
  });
  await db.execute(sql`vacuum analyze`);
};

/** What staff type, by kind: some of everything that is in the database, spread over all customers. */
const searchesOf = async ({ db }: Database): Promise<Record<string, string[]>> => {
  const texts = async (query: ReturnType<typeof sql>) =>
    (await db.execute<{ text: string }>(query)).rows.map(({ text }) => text);
  const some = sql`order by md5(random()::text) limit ${searchesOfKind}`;
  const names = await texts(sql`select full_name as text from customers where kind = 'person' ${some}`);
  return {
    'whole name': names,
    'first name': names.map((name) => name.split(' ')[0] ?? name),
    'two letters': names.map((name) => name.slice(0, 2)),
    'two beginnings': names.map((name) =>
      name
        .split(' ')
        .map((word) => word.slice(0, 3))
        .join(' '),
    ),
    kennitala: await texts(sql`select ssn as text from customers ${some}`),
    'four digits': await texts(sql`select left(ssn, 4) as text from customers ${some}`),
    phone: await texts(
      sql`select mobile_phone as text from customers where mobile_phone is not null ${some}`,
    ),
    email: await texts(sql`select email as text from customers where email is not null ${some}`),
    policy: await texts(sql`select number as text from policies ${some}`),
    plate: await texts(sql`select facts ->> 'plate' as text from policy_items where facts ? 'plate' ${some}`),
    claim: await texts(sql`select number as text from claims ${some}`),
    reference: await texts(sql`select reference as text from submissions ${some}`),
    nobody: names.map((name) => `${foldForSearch(name).split('').toReversed().join('')} xq`),
  };
};

const percentile = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN) * 10) /
  10;

/** The indexes by which PostgreSQL answers a search of customers. @throws Error if it reads the whole table */
const checkPlan = async ({ db }: Database, typed: string): Promise<void> => {
  const terms = searchTermsOf(typed);
  if (!terms) throw new Error(`${typed} is too short.`);
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`
    explain (analyze, buffers) select id from customers
      where find_words(full_name, ssn, email, mobile_phone, home_phone) @@ ${queriesOf(terms).begun}::tsquery
        and left_at is null limit 200`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  console.log(`  ${typed}:\n${plan.replaceAll(/^/gm, '    ')}`);
  if (!plan.includes('customers_by_words')) throw new Error(`${typed} reads all customers:\n${plan}`);
};

/** The search of staff, one request at a time, with all that it reads and records. */
export const bench: Bench = {
  about: `staff's search among ${customerCount} customers and ${customerCount * casesEach} cases on PostgreSQL`,
  run: async (): Promise<Figure[]> => {
    const { database, stop } = await openOwnPostgres();
    const issuer = await createIssuer();
    const server = await listenApi(database, issuer);
    try {
      await fillStaff(database);
      await seedCustomers(database, { customers: customerCount, seed: 1, today: '2026-11-21' });
      await fillCases(database);
      const searches = await searchesOf(database);
      for (const kind of ['whole name', 'two letters', 'kennitala'])
        await checkPlan(database, searches[kind]?.[0] ?? '');
      const token = await issuer.token('employee|katrin', { actor_kind: 'employee', exp: 4_000_000_000 });
      const search = async (q: string): Promise<number> => {
        const started = performance.now();
        const answer = await fetch(`${server.url}/api/staff/v1/find?${new URLSearchParams({ q })}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`${q} was answered by ${answer.status}.`);
        return performance.now() - started;
      };
      // Compiles the code and fills the caches of the database.
      for (const list of Object.values(searches)) for (const q of list.slice(0, 10)) await search(q);
      const all: number[] = [];
      const figures: Figure[] = [];
      for (const [kind, list] of Object.entries(searches)) {
        const times: number[] = [];
        for (const q of list) times.push(await search(q));
        all.push(...times);
        const sorted = times.toSorted((a, b) => a - b);
        figures.push(
          { name: `${kind}, p50`, value: percentile(sorted, 0.5), unit: 'ms' },
          { name: `${kind}, p95`, value: percentile(sorted, 0.95), unit: 'ms' },
        );
      }
      const sorted = all.toSorted((a, b) => a - b);
      const sizes = await database.db.execute<{ bytes: string }>(
        sql`select sum(pg_relation_size(indexrelid)) as bytes from pg_stat_user_indexes where indexrelname like '%\\_by\\_words' or indexrelname = 'policy_items_by_plate'`,
      );
      return [
        ...figures,
        { name: 'all, p50', value: percentile(sorted, 0.5), unit: 'ms' },
        { name: 'all, p95', value: percentile(sorted, 0.95), unit: 'ms', most: maxP95 },
        {
          name: 'indexes of find_words',
          value: Math.round(Number(sizes.rows[0]?.bytes) / 1_048_576),
          unit: 'MB',
        },
      ];
    } finally {
      await server.stop();
      await stop();
    }
  },
};
