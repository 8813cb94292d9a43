import { customers, type Db, policies, premiumParts, premiumPartTypes, products } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, eq, sql } from 'drizzle-orm';
import { pick } from '../platform/language.ts';
import { listOf } from '../platform/sql.ts';
import { isCoveringOn, isCurrentOn, onPolicy, subject, today } from './query-parts.ts';

/** The subject's loyalty tier, and each benefit and discount with the policies that grant it: benefits only while they cover. */
export const benefitsQuery = (db: Db, language: Language) => {
  const policyName = pick(language, products.nameIs, products.nameEn);

  const benefits = db
    .select({ key: sql<string>`benefit.key`, policyName })
    .from(policies)
    .innerJoin(products, eq(products.id, policies.productId))
    .crossJoin(sql`unnest(${products.benefits}) as benefit(key)`)
    .where(and(eq(policies.customerId, customers.id), isCoveringOn(today)))
    .orderBy(sql`benefit.key`);

  const discounts = db
    .select({
      key: premiumPartTypes.code,
      name: pick(language, premiumPartTypes.nameIs, premiumPartTypes.nameEn),
      policyName,
      amount: premiumParts.amount,
    })
    .from(premiumParts)
    .innerJoin(premiumPartTypes, eq(premiumPartTypes.code, premiumParts.id))
    .innerJoin(policies, onPolicy(premiumParts))
    .innerJoin(products, eq(products.id, policies.productId))
    .where(
      and(
        eq(premiumParts.customerId, customers.id),
        eq(premiumPartTypes.kind, 'discount'),
        isCurrentOn(today),
      ),
    )
    .orderBy(premiumPartTypes.ordinal);

  return db
    .select({
      tier: customers.loyaltyTier,
      benefits: listOf(benefits),
      discounts: listOf(discounts),
    })
    .from(customers)
    .where(eq(customers.id, subject))
    .prepare(`policy_benefits_${language}`);
};

export type BenefitRow = Awaited<ReturnType<ReturnType<typeof benefitsQuery>['execute']>>[number];
