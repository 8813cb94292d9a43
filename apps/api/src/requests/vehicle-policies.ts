import { changeRequests, type Db, policies, policyItems, products } from '@hofn/database';
import { endsWithVehicle } from '@hofn/domain/policy-requests.ts';
import type { Language } from '@hofn/texts';
import { and, asc, eq, exists, inArray, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { countsOn } from '../policies/query-parts.ts';

type CancelledPolicy = Pick<typeof policies.$inferSelect, 'customerId' | 'id' | 'productId'>;

/** The customer's other policies of the same vehicle that are in force and neither cancelled nor asked to be. */
const policiesOfVehicle = (db: Db, { customerId, id }: CancelledPolicy, today: string) => {
  const own = alias(policyItems, 'own_items');
  const isSameVehicle = exists(
    db
      .select({ id: policyItems.id })
      .from(policyItems)
      .innerJoin(own, sql`${own.facts}->>'plate' = ${policyItems.facts}->>'plate'`)
      .where(
        and(
          eq(policyItems.customerId, customerId),
          eq(policyItems.policyId, policies.id),
          eq(own.customerId, customerId),
          eq(own.policyId, id),
        ),
      ),
  );
  const isAskedToEnd = db
    .select({ id: changeRequests.id })
    .from(changeRequests)
    .where(
      and(
        eq(changeRequests.customerId, customerId),
        eq(changeRequests.policyId, policies.id),
        eq(changeRequests.state, 'pending'),
        inArray(changeRequests.kind, ['cancel', 'withdraw']),
      ),
    );
  return db
    .select({ policy: policies, nameIs: products.nameIs, nameEn: products.nameEn })
    .from(policies)
    .innerJoin(products, eq(products.id, policies.productId))
    .where(
      and(
        eq(policies.customerId, customerId),
        ne(policies.id, id),
        countsOn(sql`${today}::date`),
        isSameVehicle,
        notExists(isAskedToEnd),
      ),
    )
    .orderBy(asc(policies.number));
};

/** The policies of the same vehicle that end when a policy is cancelled. */
export const policiesEndingWith = async (
  db: Db,
  cancelled: CancelledPolicy,
  today: string,
): Promise<Array<typeof policies.$inferSelect>> =>
  (await policiesOfVehicle(db, cancelled, today))
    .map(({ policy }) => policy)
    .filter(({ productId }) => endsWithVehicle(cancelled.productId, productId));

/** Names and numbers of a vehicle's other policies: `ending` end with the cancelled one, `continuing` go on. */
export type OtherPolicies = Record<'ending' | 'continuing', readonly string[]>;

/** The vehicle's other policies. Both lists are empty for a policy of something else. */
export const otherPoliciesOfVehicle = async (
  db: Db,
  cancelled: CancelledPolicy,
  { language, today }: { language: Language; today: string },
): Promise<OtherPolicies> => {
  const rows = await policiesOfVehicle(db, cancelled, today);
  const named = (ends: boolean) =>
    rows
      .filter(({ policy }) => endsWithVehicle(cancelled.productId, policy.productId) === ends)
      .map(({ policy, nameIs, nameEn }) => `${language === 'is' ? nameIs : nameEn} ${policy.number}`);
  return { ending: named(true), continuing: named(false) };
};
