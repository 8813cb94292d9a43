import {
  customers,
  type Db,
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
import type { Language } from '@hofn/texts';
import { and, eq, sql } from 'drizzle-orm';
import { pick } from '../platform/language.ts';
import { listOf } from '../platform/sql.ts';
import { onPolicy, subject, summaryFields } from './query-parts.ts';

/** One policy with all its details. Each list is its own query; they run in one round trip. */
export const policyQuery = (db: Db, language: Language) => {
  const items = db
    .select({
      id: policyItems.id,
      kind: policyItems.kind,
      name: pick(language, policyItems.nameIs, policyItems.nameEn),
      facts: policyItems.facts,
    })
    .from(policyItems)
    .where(onPolicy(policyItems))
    .orderBy(policyItems.id);

  const factTypes = db
    .select({
      key: itemFactTypes.key,
      label: pick(language, itemFactTypes.labelIs, itemFactTypes.labelEn),
      // Documents of earlier releases have formats that the enumeration no longer has.
      format: sql<string>`${itemFactTypes.format}`,
    })
    .from(itemFactTypes)
    .orderBy(itemFactTypes.ordinal);

  const covers = db
    .select({
      id: productCovers.id,
      name: pick(language, productCovers.nameIs, productCovers.nameEn),
      description: pick(language, productCovers.descriptionIs, productCovers.descriptionEn),
      isChoice: sql<boolean>`${productCovers.kind} = 'cover' and ${productCovers.optional}`,
      included: sql<boolean>`${productCovers.kind} = 'cover' and (not ${productCovers.optional} or ${policyCovers.id} is not null)`,
      sumInsured: policyCovers.sumInsured,
      deductible: policyCovers.deductible,
    })
    .from(productCovers)
    .leftJoin(policyCovers, and(onPolicy(policyCovers), eq(policyCovers.id, productCovers.id)))
    .where(eq(productCovers.productId, policies.productId))
    .orderBy(productCovers.kind, productCovers.ordinal);

  const parts = db
    .select({
      name: pick(language, premiumPartTypes.nameIs, premiumPartTypes.nameEn),
      kind: premiumPartTypes.kind,
      amount: premiumParts.amount,
    })
    .from(premiumParts)
    .innerJoin(premiumPartTypes, eq(premiumPartTypes.code, premiumParts.id))
    .where(onPolicy(premiumParts))
    .orderBy(premiumPartTypes.ordinal);

  const editions = db
    .select({
      code: pick(language, terms.code, sql<string>`coalesce(${terms.codeEn}, ${terms.code})`),
      title: pick(language, terms.titleIs, terms.titleEn),
    })
    .from(terms)
    .where(sql`${terms.code} = any(${policies.termsCodes})`)
    .orderBy(sql`array_position(${policies.termsCodes}, ${terms.code})`);

  return db
    .select({
      ...summaryFields(language),
      holder: { fullName: customers.fullName, ssn: customers.ssn },
      items: listOf(items),
      factTypes: listOf(factTypes),
      covers: listOf(covers),
      parts: listOf(parts),
      terms: listOf(editions),
      benefits: products.benefits,
      deductibleText: pick(language, products.deductibleIs, products.deductibleEn),
      nextPeriod: policies.nextPeriod,
      gaps: policies.gaps,
      suspensions: policies.suspensions,
      earlierCover: policies.earlierCover,
      instalmentsPerYear: policies.instalmentsPerYear,
      instalmentFeePercent: policies.instalmentFeePercent,
    })
    .from(policies)
    .innerJoin(products, eq(products.id, policies.productId))
    .innerJoin(customers, eq(customers.id, policies.customerId))
    .where(and(eq(policies.customerId, subject), eq(policies.id, sql.placeholder('id'))))
    .prepare(`policy_by_id_${language}`);
};

/** One policy with all its details, as the database has it. */
export type PolicyDetails = Awaited<ReturnType<ReturnType<typeof policyQuery>['execute']>>[number];
