import { changeRequests, type Db, policies, policyItems, products } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, asc, eq, exists, inArray, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { pick } from '../platform/language.ts';
import { countsOn } from '../policies/query-parts.ts';

/**
 * Names and numbers of the customer's other policies of the same vehicle that go on: neither cancelled nor asked to be.
 * Empty for a policy of something else.
 */
export const otherPoliciesOfVehicle = async (
  db: Db,
  { customerId, id }: Pick<typeof policies.$inferSelect, 'customerId' | 'id'>,
  { language, today }: { language: Language; today: string },
): Promise<string[]> => {
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
  const rows = await db
    .select({ name: pick(language, products.nameIs, products.nameEn), number: policies.number })
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
  return rows.map(({ name, number }) => `${name} ${number}`);
};
