import { type Db, policies, policyItems } from '@hofn/database';
import { countsInTotals } from '@hofn/domain';
import { and, desc, eq, gte, isNotNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { detailsOf } from './policy-facts.ts';
import type { RequestRow } from './store.ts';

type PolicyRow = typeof policies.$inferSelect;

/** The product that a request asks to add; null for every other request. */
export const addedProductOf = (request: Pick<RequestRow, 'kind' | 'after'>): string | null =>
  detailsOf(request)?.product ?? null;

/** Whether a request is in the customer's own words, so that only words can say what an acceptance changes. */
export const isInOwnWords = (request: Pick<RequestRow, 'kind' | 'after'>): boolean => {
  const details = detailsOf(request);
  return request.kind === 'cover' && details?.product === null && (details.act ?? 'other') === 'other';
};

/** Condition for a policy that insures the same thing as `base`: by its description, or a vehicle by its plate. */
const insuresSameAs = (db: Db, base: PolicyRow) => {
  const own = alias(policyItems, 'own_items');
  const samePlate = db
    .select({ id: policyItems.id })
    .from(policyItems)
    .innerJoin(own, sql`${own.facts}->>'plate' = ${policyItems.facts}->>'plate'`)
    .where(
      and(
        eq(policyItems.customerId, base.customerId),
        eq(policyItems.policyId, policies.id),
        eq(own.customerId, base.customerId),
        eq(own.policyId, base.id),
      ),
    );
  return or(
    sql`${policies.insuredIs} is not distinct from ${base.insuredIs}`,
    and(isNotNull(policies.insuredIs), sql`exists ${samePlate}`),
  );
};

/**
 * The policy that was issued for a request to add a product: of that product, for the same thing, in force or about to be,
 * with a first day that is not before the request. The newest where there are several.
 */
export const findAddedPolicy = async (
  db: Db,
  request: RequestRow,
  today: string,
): Promise<PolicyRow | undefined> => {
  const product = addedProductOf(request);
  const [base] = await db
    .select()
    .from(policies)
    .where(and(eq(policies.customerId, request.customerId), eq(policies.id, request.policyId ?? '')));
  if (product === null || !base) return undefined;
  const issued = await db
    .select()
    .from(policies)
    .where(
      and(
        eq(policies.customerId, request.customerId),
        eq(policies.productId, product),
        ne(policies.id, base.id),
        gte(policies.validFrom, sql`${request.createdAt.slice(0, 10)}::date`),
        insuresSameAs(db, base),
      ),
    )
    .orderBy(desc(policies.validFrom), desc(policies.number));
  return issued.find((policy) => countsInTotals(policy, today));
};
