import { type Db, policies, products } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, eq, sql } from 'drizzle-orm';
import { folded, parameter } from '../platform/sql.ts';
import { statusOn, subject, summaryFields, today } from './query-parts.ts';

/** One page of the subject's policies: searched, filtered and sorted. */
export const listQuery = (db: Db, language: Language) => {
  const fields = summaryFields(language);
  const parameters = {
    search: parameter('search', 'text'),
    group: parameter('group', 'text'),
    status: parameter('status', 'text'),
    from: parameter('from', 'date'),
    to: parameter('to', 'date'),
    sort: parameter('sort', 'text'),
  };
  const searchable = sql`concat_ws(' ', ${policies.number}, ${fields.name}, ${fields.insured})`;
  // Every order is an ascending number, so that one comparison finds the next page.
  const place = sql<number>`(case ${parameters.sort} when 'premium' then -${policies.premiumPerYear} when 'ends' then ${policies.validTo} - '2000-01-01'::date else ${products.ordinal} end)::int`;
  const isAfterPage = sql`(${place}, ${policies.number}, ${policies.id}) > (${sql.placeholder('place')}::int, ${sql.placeholder('number')}::text, ${sql.placeholder('id')}::text)`;
  return db
    .select({ ...fields, place })
    .from(policies)
    .innerJoin(products, eq(products.id, policies.productId))
    .where(
      and(
        eq(policies.customerId, subject),
        isAfterPage,
        sql`(${parameters.group} is null or ${products.group}::text = ${parameters.group})`,
        sql`(${parameters.status} is null or ${statusOn(today)} = ${parameters.status})`,
        sql`(${parameters.from} is null or ${policies.validTo} >= ${parameters.from})`,
        sql`(${parameters.to} is null or ${policies.validFrom} <= ${parameters.to})`,
        sql`(${parameters.search} is null or position(${parameters.search} in ${folded(searchable)}) > 0)`,
      ),
    )
    .orderBy(place, policies.number, policies.id)
    .limit(sql.placeholder('limit'))
    .prepare(`policy_list_${language}`);
};
