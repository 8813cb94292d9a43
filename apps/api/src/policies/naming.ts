import { createHash } from 'node:crypto';
import { type Db, policies, policyItems } from '@hofn/database';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';

/** The product whose policies are confirmed: the only one that covers medical costs abroad. */
export const travelProduct = 'travel';

/** Another person's policy that names a customer as insured. */
export type NamingPolicy = {
  /** How the insured refers to the policy; it reveals neither the policyholder's id nor the policy's. */
  reference: string;
  holderId: string;
  policyId: string;
  productId: string;
};

/** Policies are keyed by policyholder, so an id alone may match several policies that name the same person. */
const referenceOf = (holderId: string, policyId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([holderId, policyId]))
    .digest('base64url')
    .slice(0, 22);

/**
 * Policies of others on which the subject is insured by kennitala, also ended ones, in order of their numbers. They are
 * the policyholder's: a caller chooses what of them the insured may read.
 */
export const policiesNaming = async (db: Db, subject: Customer): Promise<NamingPolicy[]> => {
  const rows = await db
    .selectDistinct({
      holderId: policies.customerId,
      policyId: policies.id,
      productId: policies.productId,
      number: policies.number,
    })
    .from(policyItems)
    .innerJoin(
      policies,
      and(eq(policies.customerId, policyItems.customerId), eq(policies.id, policyItems.policyId)),
    )
    .where(
      and(
        eq(policyItems.kind, 'person'),
        eq(sql`${policyItems.facts}->>'ssn'`, subject.ssn),
        ne(policyItems.customerId, subject.id),
      ),
    )
    .orderBy(asc(policies.number), asc(policies.customerId));
  return rows.map(({ holderId, policyId, productId }) => ({
    reference: referenceOf(holderId, policyId),
    ...{ holderId, policyId, productId },
  }));
};
