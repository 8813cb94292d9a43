import {
  claims,
  customers,
  type Db,
  instalments,
  policies,
  premiumParts,
  premiumPartTypes,
  products,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, desc, eq, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { isUnpaidBy, unpaidColumns } from '../payments/unpaid.ts';
import { pick } from '../platform/language.ts';
import { hiddenParameter, isShownClaim } from '../platform/sensitive-claims.ts';
import { listOf } from '../platform/sql.ts';
import { countsOn, isCurrentOn, onPolicy, subject, summaryFields, today } from './query-parts.ts';

/** Whether a policy's cover ended in the year before a day. */
const endedRecently = (day: SQL): SQL =>
  sql`least(${policies.validTo}, ${policies.lapsedOn}) >= ${day} - 365`;

/** All data of the overview of policies. Each list is its own query; they run in one round trip. */
export const overviewQuery = (db: Db, language: Language) => {
  const shownPolicies = db
    .select(summaryFields(language))
    .from(policies)
    .innerJoin(products, eq(products.id, policies.productId))
    .where(and(eq(policies.customerId, customers.id), or(isCurrentOn(today), endedRecently(today))))
    // The enumeration has the groups in reading order.
    .orderBy(products.group, products.ordinal, sql`${policies.number} collate "C"`);

  const openClaims = db
    .select({
      id: claims.id,
      number: claims.number,
      title: pick(language, claims.titleIs, claims.titleEn),
    })
    .from(claims)
    .where(
      and(
        eq(claims.customerId, customers.id),
        isShownClaim(claims.id, hiddenParameter),
        not(claims.unverified),
        notInArray(claims.status, ['rejected', 'settled', 'closed', 'withdrawn']),
      ),
    )
    .orderBy(desc(claims.changedAt));

  const discounts = db
    .select({
      name: pick(language, premiumPartTypes.nameIs, premiumPartTypes.nameEn),
      amountPerYear: sql<number>`sum(${premiumParts.amount})`,
    })
    .from(premiumParts)
    .innerJoin(premiumPartTypes, eq(premiumPartTypes.code, premiumParts.id))
    .innerJoin(policies, onPolicy(premiumParts))
    .where(
      and(eq(premiumParts.customerId, customers.id), eq(premiumPartTypes.kind, 'discount'), countsOn(today)),
    )
    .groupBy(premiumPartTypes.code)
    .orderBy(premiumPartTypes.ordinal);

  const unpaid = db
    .select({ ...unpaidColumns, lapsesOn: instalments.lapsesOn })
    .from(instalments)
    .where(isUnpaidBy(customers.id));

  return db
    .select({
      policies: listOf(shownPolicies),
      openClaims: listOf(openClaims),
      discounts: listOf(discounts),
      unpaid: listOf(unpaid),
      cardBrand: customers.cardBrand,
      cardNumberMasked: customers.cardNumberMasked,
      bank: customers.bank,
      bankLedger: customers.bankLedger,
      bankAccount: customers.bankAccount,
    })
    .from(customers)
    .where(eq(customers.id, subject))
    .prepare(`policy_overview_${language}`);
};

export type OverviewRow = Awaited<ReturnType<ReturnType<typeof overviewQuery>['execute']>>[number];
