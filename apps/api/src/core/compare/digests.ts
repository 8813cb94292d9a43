import type { FactDigest, FactType } from '@hofn/contracts';
import { coreRecords, type Db } from '@hofn/database';
import { type SQL, sql } from 'drizzle-orm';

/** A range of keys: `from` belongs to it, `to` does not. */
export type KeyRange = { from: string | null; to: string | null };

/** A query for keys and versions. Keys are compared by their bytes, whatever the database's language. */
export type Facts = SQL;

/** What a source has stored of a type. */
export const storedFacts = (source: string, type: FactType): Facts =>
  sql`select key collate "C" as key, version from ${coreRecords} where source = ${source} and type = ${type}`;

/** Facts of a range. */
export const within = (facts: Facts, { from, to }: KeyRange): Facts =>
  sql`select key, version from (${facts}) as facts
    where (${from}::text is null or key >= ${from}::text) and (${to}::text is null or key < ${to}::text)`;

/** Splits a range into at most `parts` with about the same number of facts. */
export const splitRange = async (
  db: Db,
  facts: Facts,
  range: KeyRange,
  parts: number,
): Promise<KeyRange[]> => {
  const { rows } = await db.execute<{ first: string }>(sql`
    select min(key) as first from
      (select key, ntile(${parts}::int) over (order by key) as part from (${within(facts, range)}) as facts) as parted
    group by part order by part`);
  const bounds = rows.slice(1).map(({ first }) => first);
  return [range.from, ...bounds].map((from, index) => ({ from, to: bounds[index] ?? range.to }));
};

// The sum does not depend on the order and needs no memory; it is taken modulo 2^64.
const digestSum = sql`sum(('x' || substr(encode(sha256(convert_to(key || ' ' || version, 'UTF8')), 'hex'), 1, 16))::bit(64)::bigint::numeric)`;

const hex = (sum: string): string => BigInt.asUintN(64, BigInt(sum)).toString(16).padStart(16, '0');

/** Counts and digests of ranges that follow one another, read once. */
export const digestsOf = async (db: Db, facts: Facts, ranges: readonly KeyRange[]): Promise<FactDigest[]> => {
  const whole = { from: ranges[0]?.from ?? null, to: ranges.at(-1)?.to ?? null };
  const bounds = ranges.slice(1).map(({ from }) => from ?? '');
  const { rows } = await db.execute<{ part: number; count: number; sum: string }>(sql`
    select part, count(*)::int as count, ${digestSum}::text as sum from
      (select key, version, width_bucket(key, ${sql.param(bounds)}::text[] collate "C") as part
       from (${within(facts, whole)}) as facts) as parted
    group by part`);
  const byPart = new Map(rows.map((row) => [row.part, row]));
  return ranges.map((range, part) => {
    const { count = 0, sum = '0' } = byPart.get(part) ?? {};
    return { ...range, count, digest: hex(sum) };
  });
};
