import type { AlsoInsured } from '@hofn/contracts';
import { type Db, policies } from '@hofn/database';
import { isCovering } from '@hofn/domain';
import type { Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import { coversJourneys } from '../travel/travel.ts';
import { accessibleCustomers, householdOf } from './household.ts';
import { policiesNaming, travelProduct } from './naming.ts';
import { createPolicyStore } from './store.ts';

/**
 * Policies of others that cover a person today: those that name them, and home insurance of a spouse who has given them
 * access (rule LIFE-43). Being named opens nothing but a travel card; access opens the policyholder's policies.
 */
export const othersInsuring = async (
  db: Db,
  subject: Customer,
  { language, today }: { language: Language; today: string },
): Promise<AlsoInsured[]> => {
  const store = createPolicyStore(db);
  const accessible = await accessibleCustomers(db, subject, today);
  const household = await db
    .select({ holderId: policies.customerId, policyId: policies.id })
    .from(policies)
    .where(householdOf(accessible))
    .orderBy(policies.number);
  const keys = [...(await policiesNaming(db, subject)), ...household].map(
    ({ holderId, policyId }) => [`${holderId} ${policyId}`, { holderId, policyId }] as const,
  );
  const items: AlsoInsured[] = [];
  for (const { holderId, policyId } of new Map(keys).values()) {
    const row = await store.one({ id: holderId }, language, policyId);
    if (!row) continue;
    const { name, group, product } = row;
    const hasCard = product === travelProduct && coversJourneys(row, today);
    if (!hasCard && !isCovering(row, today)) continue;
    const hasAccess = accessible.some(({ id }) => id === holderId);
    const otherwise = hasAccess ? 'policies' : null;
    items.push({
      ...{ name, group, holder: row.holder.fullName, readable: hasCard ? 'travelCard' : otherwise },
      holderSsn: hasAccess ? row.holder.ssn : null,
    });
  }
  return items;
};
