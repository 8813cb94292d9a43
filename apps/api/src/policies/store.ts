import type { Policy, PolicyGroup, PolicyStatus } from '@hofn/contracts';
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
import type { PolicyDays } from '@hofn/domain';
import type { Language } from '@hofn/texts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Customer } from '../platform/access.ts';
import { asJson, folded } from '../platform/sql.ts';
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
  lapsesOn: string | null;
};

export type OverviewRow = {
  policies: PolicyRow[];
  unpaid: UnpaidRow[];
  claims: Array<{ id: string; number: string; title: string }>;
  discounts: Array<{ name: string; amountPerYear: number }>;
  card: string | null;
  account: string | null;
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
};

export type PolicyStore = ReturnType<typeof createPolicyStore>;

const today = sql`${sql.placeholder('today')}::date`;

/** `policyStatus` of `status.ts`, for lists that are filtered by it. */
const statusNow = sql`case
  when ${policies.lapsedOn} <= ${today} then 'lapsed'
  when ${policies.validTo} < ${today} then case when ${policies.cancelledOn} is null then 'expired' else 'cancelled' end
  when ${policies.cancelledOn} is not null then 'cancelled'
  when ${policies.validFrom} > ${today} then 'pending'
  when ${policies.suspendedOn} <= ${today} then 'suspended'
  when ${policies.renews} and ${policies.validTo} <= ${today} + 30 then 'renewing'
  else 'active' end`;

/** Still covering, or about to: what the overview counts. */
const standing = sql`${policies.validTo} >= ${today} and (${policies.lapsedOn} is null or ${policies.lapsedOn} > ${today})`;

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
    const list = db
      .select(summary)
      .from(policies)
      .innerJoin(products, eq(products.id, policies.productId))
      .where(
        and(
          ofSubject,
          sql`(${products.ordinal}, ${policies.number}, ${policies.id}) > (${sql.placeholder('ordinal')}::int, ${sql.placeholder('number')}::text, ${sql.placeholder('id')}::text)`,
          sql`(${sql.placeholder('group')}::text is null or ${products.group}::text = ${sql.placeholder('group')}::text)`,
          sql`(${sql.placeholder('status')}::text is null or ${statusNow} = ${sql.placeholder('status')}::text)`,
          sql`(${searched}::text is null or position(${searched}::text in ${folded(
            sql`concat_ws(' ', ${policies.number}, ${summary.name}, ${summary.insured})`,
          )}) > 0)`,
        ),
      )
      .orderBy(products.ordinal, policies.number, policies.id)
      .limit(sql.placeholder('limit'))
      .prepare(`policy_list_${language}`);

    const overview = db
      .select({
        policies: asJson<PolicyRow>(
          summary,
          sql`(select * from ${policies} where ${ofSubject} and ${standing}) as ${policies} join ${products} on ${products.id} = ${policies.productId}`,
        ),
        unpaid: asJson<UnpaidRow>(
          {
            dueDate: instalments.dueDate,
            finalDueDate: instalments.finalDueDate,
            owed: sql`${instalments.amount} + ${instalments.penaltyInterest} + ${instalments.fees}`,
            method: instalments.method,
            lapsesOn: instalments.lapsesOn,
          },
          sql`${instalments} where ${eq(instalments.customerId, subject)} and ${instalments.paidAt} is null and ${instalments.cancelledAt} is null`,
        ),
        claims: asJson<OverviewRow['claims'][number]>(
          { id: claims.id, number: claims.number, title: pick(claims.titleIs, claims.titleEn) },
          sql`(select * from ${claims} where ${eq(claims.customerId, subject)} and not ${claims.unverified} and ${claims.status} not in ('rejected', 'settled', 'closed', 'withdrawn') order by ${claims.changedAt} desc) as ${claims}`,
        ),
        discounts: asJson<OverviewRow['discounts'][number]>(
          { name: sql`discount.name`, amountPerYear: sql`discount.amount` },
          sql`(select ${pick(premiumPartTypes.nameIs, premiumPartTypes.nameEn)} as name, sum(${premiumParts.amount})::int as amount from ${premiumParts} join ${premiumPartTypes} on ${premiumPartTypes.code} = ${premiumParts.id} and ${premiumPartTypes.kind} = 'discount' join ${policies} on ${policies.customerId} = ${premiumParts.customerId} and ${policies.id} = ${premiumParts.policyId} and ${standing} where ${eq(premiumParts.customerId, subject)} group by ${premiumPartTypes.code} order by ${premiumPartTypes.ordinal}) as discount`,
        ),
        card: sql<string | null>`${customers.cardBrand} || ' ' || ${customers.cardNumberMasked}`,
        account: sql<
          string | null
        >`${customers.bank} || '-' || ${customers.bankLedger} || '-' || ${customers.bankAccount}`,
      })
      .from(customers)
      .where(eq(customers.id, subject))
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
          sql`(select given.key as key, json_agg(distinct ${summary.name}) as policies from ${policies} join ${products} on ${products.id} = ${policies.productId} cross join unnest(${products.benefits}) as given(key) where ${ofSubject} and ${standing} and ${policies.validFrom} <= ${today} group by given.key order by given.key) as benefit`,
        ),
        discounts: asJson<BenefitRow['discounts'][number]>(
          {
            key: sql`discount.key`,
            name: sql`discount.name`,
            policies: sql`discount.policies`,
            amountPerYear: sql`discount.amount`,
          },
          sql`(select ${premiumPartTypes.code} as key, ${pick(premiumPartTypes.nameIs, premiumPartTypes.nameEn)} as name, json_agg(distinct ${summary.name}) as policies, sum(${premiumParts.amount})::int as amount from ${premiumParts} join ${premiumPartTypes} on ${premiumPartTypes.code} = ${premiumParts.id} and ${premiumPartTypes.kind} = 'discount' join ${policies} on ${policies.customerId} = ${premiumParts.customerId} and ${policies.id} = ${premiumParts.policyId} and ${standing} join ${products} on ${products.id} = ${policies.productId} where ${eq(premiumParts.customerId, subject)} group by ${premiumPartTypes.code} order by ${premiumPartTypes.ordinal}) as discount`,
        ),
      })
      .from(customers)
      .where(eq(customers.id, subject))
      .prepare(`policy_benefits_${language}`);

    return { list, overview, one, benefits };
  };
  const prepared = { is: inLanguage('is'), en: inLanguage('en') };

  return {
    /** Policies in the order of the products, then by number, from after a place in that order. */
    list: (
      subject: Customer,
      language: Language,
      { after: [ordinal, number, id], ...filter }: PolicyFilter,
    ): Promise<PolicyRow[]> =>
      prepared[language].list.execute({ subject: subject.id, ordinal, number, id, ...filter }),

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
