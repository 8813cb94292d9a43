import type { Policy, PolicyGroup, PolicySort, PolicyStatus } from '@hofn/contracts';
import {
  claims,
  customers,
  type Db,
  type FactValue,
  instalments,
  itemFactTypes,
  policies,
  policyCovers,
  policyItems,
  premiumParts,
  premiumPartTypes,
  productCovers,
  products,
  terms,
} from '@hofn/database';
import { type PolicyDays, renewalNoticeDays } from '@hofn/domain';
import type { Language } from '@hofn/texts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Customer } from '../platform/access.ts';
import { asJson, folded, named } from '../platform/sql.ts';
import type { Position } from './cursor.ts';

/** A policy as a line of a list, with the days that its state follows from. */
export type PolicyRow = PolicyDays & {
  id: string;
  number: string;
  product: string;
  group: PolicyGroup;
  ordinal: number;
  name: string;
  insured: string | null;
  premiumPerYear: number;
  deductible: number | null;
  sumInsured: number | null;
};

/** An instalment not yet paid; `owed` is ISK with penalty interest and fees. */
export type UnpaidRow = {
  dueDate: string;
  finalDueDate: string;
  owed: number;
  method: 'ccard' | 'bank' | 'claim';
  /** The card or account that it is to be taken from, if it is known. */
  methodName: string | null;
  lapsesOn: string | null;
};

/** What the overview is made of. */
export type OverviewRow = {
  /** All but what is due and overdue, as JSON in the shape that it is answered in. */
  body: string;
  unpaid: UnpaidRow[];
};

export type FactRow = { key: string; label: string; format: string };

export type PolicyWhole = PolicyRow & {
  holder: { fullName: string; ssn: string };
  items: Array<{
    id: string;
    kind: Policy['insuredItems'][number]['kind'];
    name: string;
    facts: Record<string, FactValue>;
  }>;
  factTypes: FactRow[];
  covers: Policy['covers'];
  parts: Policy['premiumParts'];
  terms: Array<{ code: string; title: string }>;
  benefits: string[];
  instalmentsPerYear: number;
  instalmentFeePercent: number;
};

export type BenefitRow = {
  tier: 'bronze' | 'silver' | 'gold' | 'diamond' | null;
  benefits: Array<{ key: string; policies: string[] }>;
  discounts: Array<{ key: string; name: string; policies: string[]; amountPerYear: number }>;
};

export type PolicyFilter = {
  today: string;
  after: Position;
  limit: number;
  search: string | null;
  group: PolicyGroup | null;
  status: PolicyStatus | null;
  /** In force on one of these days. */
  from?: string | null;
  to?: string | null;
  sort?: PolicySort;
};

export type PolicyStore = ReturnType<typeof createPolicyStore>;

const today = sql`${sql.placeholder('today')}::date`;

/** `policyStatus` of @hofn/domain, for what is filtered or written by the database. */
const statusOn = (today: SQL) => sql`case
  when ${policies.lapsedOn} <= ${today} then 'lapsed'
  when ${policies.validTo} < ${today} then case when ${policies.cancelledOn} is null then 'expired' else 'cancelled' end
  when ${policies.cancelledOn} is not null then 'cancelled'
  when ${policies.validFrom} > ${today} then 'pending'
  when ${policies.suspendedOn} <= ${today} then 'suspended'
  when ${policies.renews} and ${policies.validTo} <= ${today} + ${sql.raw(String(renewalNoticeDays))} then 'renewing'
  else 'active' end`;

/** `policyCounts` of @hofn/domain: still covering, or about to. */
const standingOn = (today: SQL) =>
  sql`${policies.validTo} >= ${today} and (${policies.lapsedOn} is null or ${policies.lapsedOn} > ${today}) and (${policies.cancelledOn} is null or ${policies.validFrom} <= ${today})`;

/**
 * Policies out of the database. Every read names the subject, and gives nothing of anyone else's.
 */
export const createPolicyStore = (db: Db) => {
  const inLanguage = (language: Language) => {
    const pick = <Is, En>(is: Is, en: En): Is | En => (language === 'is' ? is : en);
    const summary = {
      id: policies.id,
      number: policies.number,
      product: policies.productId,
      group: products.group,
      ordinal: products.ordinal,
      name: pick(products.nameIs, products.nameEn),
      insured: pick(policies.insuredIs, policies.insuredEn),
      premiumPerYear: policies.premiumPerYear,
      deductible: policies.deductible,
      sumInsured: policies.sumInsured,
      validFrom: policies.validFrom,
      validTo: policies.validTo,
      renews: policies.renews,
      cancelledOn: policies.cancelledOn,
      lapsedOn: policies.lapsedOn,
      suspendedOn: policies.suspendedOn,
    };
    const subject = sql.placeholder('subject');
    const ofSubject = eq(policies.customerId, subject);

    const searched = sql.placeholder('search');
    const sort = sql`${sql.placeholder('sort')}::text`;
    // Every order is a rising figure, so that one comparison finds the next page.
    const place = sql<number>`(case ${sort} when 'premium' then -${policies.premiumPerYear} when 'ends' then ${policies.validTo} - '2000-01-01'::date else ${products.ordinal} end)::int`;
    const list = db
      .select({ ...summary, place })
      .from(policies)
      .innerJoin(products, eq(products.id, policies.productId))
      .where(
        and(
          ofSubject,
          sql`(${place}, ${policies.number}, ${policies.id}) > (${sql.placeholder('place')}::int, ${sql.placeholder('number')}::text, ${sql.placeholder('id')}::text)`,
          sql`(${sql.placeholder('group')}::text is null or ${products.group}::text = ${sql.placeholder('group')}::text)`,
          sql`(${sql.placeholder('status')}::text is null or ${statusOn(today)} = ${sql.placeholder('status')}::text)`,
          sql`(${sql.placeholder('from')}::date is null or ${policies.validTo} >= ${sql.placeholder('from')}::date)`,
          sql`(${sql.placeholder('to')}::date is null or ${policies.validFrom} <= ${sql.placeholder('to')}::date)`,
          sql`(${searched}::text is null or position(${searched}::text in ${folded(
            sql`concat_ws(' ', ${policies.number}, ${summary.name}, ${summary.insured})`,
          )}) > 0)`,
        ),
      )
      .orderBy(place, policies.number, policies.id)
      .limit(sql.placeholder('limit'))
      .prepare(`policy_list_${language}`);

    // Subject and day are bound once, however often they are asked for.
    const asked = sql`(select ${subject}::text as subject, ${today} as today) as asked`;
    const day = sql`asked.today`;
    const line = {
      id: policies.id,
      number: policies.number,
      product: policies.productId,
      group: products.group,
      name: summary.name,
      insured: summary.insured,
      status: statusOn(day),
      premiumPerYear: policies.premiumPerYear,
      deductible: policies.deductible,
      sumInsured: policies.sumInsured,
      validFrom: policies.validFrom,
      validTo: policies.validTo,
    };
    // The groups of the enumeration stand in the order that a customer reads them.
    const groups = sql`(select ${products.group} as "group", sum(${policies.premiumPerYear}) as "premiumPerYear", count(*) as count, json_agg(row_to_json(line) order by ${products.ordinal}, ${policies.number} collate "C") as policies
      from ${policies} join ${products} on ${products.id} = ${policies.productId} cross join lateral (select ${named(line)}) as line
      where ${policies.customerId} = asked.subject and ${standingOn(day)} group by ${products.group} order by ${products.group}) as held`;
    const body = {
      groups: sql`coalesce(json_agg(row_to_json(written)), '[]'::json)`,
      totals: sql`json_build_object('policies', coalesce(sum(held.count), 0), 'premiumPerYear', coalesce(sum(held."premiumPerYear"), 0))`,
      openClaims: asJson(
        { id: claims.id, number: claims.number, title: pick(claims.titleIs, claims.titleEn) },
        sql`${claims} where ${claims.customerId} = asked.subject and not ${claims.unverified} and ${claims.status} not in ('rejected', 'settled', 'closed', 'withdrawn') order by ${claims.changedAt} desc`,
      ),
      discounts: asJson(
        {
          name: pick(premiumPartTypes.nameIs, premiumPartTypes.nameEn),
          amountPerYear: sql`sum(${premiumParts.amount})`,
        },
        sql`${premiumParts} join ${premiumPartTypes} on ${premiumPartTypes.code} = ${premiumParts.id} and ${premiumPartTypes.kind} = 'discount' join ${policies} on ${policies.customerId} = ${premiumParts.customerId} and ${policies.id} = ${premiumParts.policyId} and ${standingOn(day)} where ${premiumParts.customerId} = asked.subject group by ${premiumPartTypes.code} order by ${premiumPartTypes.ordinal}`,
      ),
    };
    const overview = db
      .select({
        body: sql<string>`(select row_to_json(body)::text from (select ${named(body)} from ${groups} cross join lateral (select held."group", held."premiumPerYear", held.policies) as written) as body)`,
        unpaid: asJson<UnpaidRow>(
          {
            dueDate: instalments.dueDate,
            finalDueDate: instalments.finalDueDate,
            owed: sql`${instalments.amount} + ${instalments.penaltyInterest} + ${instalments.fees}`,
            method: instalments.method,
            methodName: sql`case ${instalments.method}
              when 'ccard' then ${customers.cardBrand} || ' ' || ${customers.cardNumberMasked}
              when 'bank' then ${customers.bank} || '-' || ${customers.bankLedger} || '-' || ${customers.bankAccount} end`,
            lapsesOn: instalments.lapsesOn,
          },
          sql`${instalments} where ${instalments.customerId} = asked.subject and ${instalments.paidAt} is null and ${instalments.cancelledAt} is null`,
        ),
      })
      .from(sql`${asked} join ${customers} on ${customers.id} = asked.subject`)
      .prepare(`policy_overview_${language}`);

    const onPolicy = (table: { customerId: SQL.Aliased | object; policyId: object }) =>
      sql`${table.customerId} = ${policies.customerId} and ${table.policyId} = ${policies.id}`;
    const one = db
      .select({
        ...summary,
        holder: sql<
          PolicyWhole['holder']
        >`json_build_object('fullName', ${customers.fullName}, 'ssn', ${customers.ssn})`,
        items: asJson<PolicyWhole['items'][number]>(
          {
            id: policyItems.id,
            kind: policyItems.kind,
            name: pick(policyItems.nameIs, policyItems.nameEn),
            facts: policyItems.facts,
          },
          sql`(select * from ${policyItems} where ${onPolicy(policyItems)} order by ${policyItems.id}) as ${policyItems}`,
        ),
        factTypes: asJson<FactRow>(
          {
            key: itemFactTypes.key,
            label: pick(itemFactTypes.labelIs, itemFactTypes.labelEn),
            format: itemFactTypes.format,
          },
          sql`(select * from ${itemFactTypes} order by ${itemFactTypes.ordinal}) as ${itemFactTypes}`,
        ),
        covers: asJson<PolicyWhole['covers'][number]>(
          {
            id: sql`cover.id`,
            name: sql`cover.name`,
            description: sql`cover.description`,
            included: sql`cover.included`,
            sumInsured: sql`cover.sum_insured`,
            deductible: sql`cover.deductible`,
          },
          sql`(select ${productCovers.id} as id, ${pick(productCovers.nameIs, productCovers.nameEn)} as name, ${pick(productCovers.descriptionIs, productCovers.descriptionEn)} as description, ${policyCovers.sumInsured} as sum_insured, ${policyCovers.deductible} as deductible, ${productCovers.kind} = 'cover' and (not ${productCovers.optional} or ${policyCovers.id} is not null) as included from ${productCovers} left join ${policyCovers} on ${onPolicy(policyCovers)} and ${policyCovers.id} = ${productCovers.id} where ${productCovers.productId} = ${policies.productId} order by ${productCovers.kind}, ${productCovers.ordinal}) as cover`,
        ),
        parts: asJson<PolicyWhole['parts'][number]>(
          { name: sql`part.name`, kind: sql`part.kind`, amount: sql`part.amount` },
          sql`(select ${pick(premiumPartTypes.nameIs, premiumPartTypes.nameEn)} as name, ${premiumPartTypes.kind} as kind, ${premiumParts.amount} as amount from ${premiumParts} join ${premiumPartTypes} on ${premiumPartTypes.code} = ${premiumParts.id} where ${onPolicy(premiumParts)} order by ${premiumPartTypes.ordinal}) as part`,
        ),
        terms: asJson<PolicyWhole['terms'][number]>(
          { code: sql`edition.code`, title: sql`edition.title` },
          sql`(select ${pick(terms.code, sql`coalesce(${terms.codeEn}, ${terms.code})`)} as code, ${pick(terms.titleIs, terms.titleEn)} as title from unnest(${policies.termsCodes}) with ordinality as held(code, place) join ${terms} on ${terms.code} = held.code order by held.place) as edition`,
        ),
        benefits: products.benefits,
        instalmentsPerYear: policies.instalmentsPerYear,
        instalmentFeePercent: policies.instalmentFeePercent,
      })
      .from(policies)
      .innerJoin(products, eq(products.id, policies.productId))
      .innerJoin(customers, eq(customers.id, policies.customerId))
      .where(and(ofSubject, eq(policies.id, sql.placeholder('id'))))
      .prepare(`policy_by_id_${language}`);

    const benefits = db
      .select({
        tier: customers.loyaltyTier,
        benefits: asJson<BenefitRow['benefits'][number]>(
          { key: sql`benefit.key`, policies: sql`benefit.policies` },
          sql`(select given.key as key, json_agg(distinct ${summary.name}) as policies from ${policies} join ${products} on ${products.id} = ${policies.productId} cross join unnest(${products.benefits}) as given(key) where ${ofSubject} and ${standingOn(today)} and ${policies.validFrom} <= ${today} group by given.key order by given.key) as benefit`,
        ),
        discounts: asJson<BenefitRow['discounts'][number]>(
          {
            key: sql`discount.key`,
            name: sql`discount.name`,
            policies: sql`discount.policies`,
            amountPerYear: sql`discount.amount`,
          },
          sql`(select ${premiumPartTypes.code} as key, ${pick(premiumPartTypes.nameIs, premiumPartTypes.nameEn)} as name, json_agg(distinct ${summary.name}) as policies, sum(${premiumParts.amount})::int as amount from ${premiumParts} join ${premiumPartTypes} on ${premiumPartTypes.code} = ${premiumParts.id} and ${premiumPartTypes.kind} = 'discount' join ${policies} on ${policies.customerId} = ${premiumParts.customerId} and ${policies.id} = ${premiumParts.policyId} and ${standingOn(today)} join ${products} on ${products.id} = ${policies.productId} where ${eq(premiumParts.customerId, subject)} group by ${premiumPartTypes.code} order by ${premiumPartTypes.ordinal}) as discount`,
        ),
      })
      .from(customers)
      .where(eq(customers.id, subject))
      .prepare(`policy_benefits_${language}`);

    return { list, overview, one, benefits };
  };
  const prepared = { is: inLanguage('is'), en: inLanguage('en') };

  return {
    /** Policies in an order, equal ones by number, from after a place in that order. */
    list: (
      subject: Customer,
      language: Language,
      { after: [place, number, id], from = null, to = null, sort = 'product', ...filter }: PolicyFilter,
    ): Promise<Array<PolicyRow & { place: number }>> =>
      prepared[language].list.execute({ subject: subject.id, place, number, id, from, to, sort, ...filter }),

    /** All that the overview is made of, or nothing when the subject is no customer. */
    overview: async (subject: Customer, language: Language, day: string): Promise<OverviewRow | undefined> =>
      (await prepared[language].overview.execute({ subject: subject.id, today: day }))[0],

    /** One policy of the subject's; nothing when there is none, or it is another's. */
    one: async (subject: Customer, language: Language, id: string): Promise<PolicyWhole | undefined> =>
      (await prepared[language].one.execute({ subject: subject.id, id }))[0],

    /** Tier, benefits and discounts that follow what the subject has. */
    benefits: async (subject: Customer, language: Language, day: string): Promise<BenefitRow | undefined> =>
      (await prepared[language].benefits.execute({ subject: subject.id, today: day }))[0],
  };
};
