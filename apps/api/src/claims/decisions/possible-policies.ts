import type { StaffClaim } from '@hofn/contracts';
import { coreRecords, type Db, policies, products } from '@hofn/database';
import { coverageOn, coversOf, knownCovers } from '@hofn/domain/claim-covers.ts';
import { sensitiveProducts } from '@hofn/domain/sensitive-claims.ts';
import type { Language } from '@hofn/texts';
import { and, asc, eq, inArray, notInArray, or, type SQL } from 'drizzle-orm';
import { pick } from '../../platform/language.ts';
import type { DecidedClaim } from './store.ts';

/** A customer has a handful of policies for each line; a fleet has many. */
const mostPolicies = 200;

/**
 * Products that can pay for a claim of a line, or that nothing is known about. A claim without a line stays one that everybody who
 * reads it may read: choosing a policy of somebody's health would hide it (rule ROLE-2).
 */
const canPay = ({ claim: { line } }: DecidedClaim): SQL | undefined =>
  line === null
    ? notInArray(policies.productId, [...sensitiveProducts])
    : or(
        inArray(policies.productId, [...coversOf(line, []).keys()]),
        notInArray(policies.productId, [...knownCovers.keys()]),
      );

/** Policies of the customer by which the core can judge a claim: those that were in force on the day of loss first. */
export const possiblePolicies = async (
  db: Db,
  of: DecidedClaim,
  { source, language, today }: { source: string; language: Language; today: string },
): Promise<StaffClaim['policies']> => {
  const { customerId, dateOfLoss } = of.claim;
  const rows = await db
    .select({ policy: policies, name: pick(language, products.nameIs, products.nameEn) })
    .from(policies)
    .innerJoin(products, eq(products.id, policies.productId))
    .innerJoin(coreRecords, and(eq(coreRecords.type, 'policies'), eq(coreRecords.id, policies.id)))
    .where(and(eq(policies.customerId, customerId), eq(coreRecords.source, source), canPay(of)))
    .orderBy(asc(policies.number))
    .limit(mostPolicies);
  return rows
    .map(({ policy, name }) => ({
      ...{ number: policy.number, name, insured: pick(language, policy.insuredIs, policy.insuredEn) },
      ...{ validFrom: policy.validFrom, validTo: policy.validTo },
      coverage: coverageOn(policy, dateOfLoss, today),
    }))
    .toSorted((a, b) => Number(a.coverage === 'none') - Number(b.coverage === 'none'));
};
