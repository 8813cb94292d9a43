import { type Db, policies, proposals, type RequestOutcome } from '@hofn/database';
import { and, eq } from 'drizzle-orm';
import { Fault } from '../platform/fault.ts';
import { addedProductOf } from './added-product.ts';
import type { RequestRow } from './store.ts';

type PolicyRow = typeof policies.$inferSelect;

/** The policy that an outcome names, by its id or, before another system has written it here, by its number. */
const policyOf = async (
  tx: Db,
  { customerId }: RequestRow,
  named: NonNullable<RequestOutcome['policy']>,
): Promise<PolicyRow | undefined> => {
  const isNamed = named.id === null ? eq(policies.number, named.number) : eq(policies.id, named.id);
  const [policy] = await tx
    .select()
    .from(policies)
    .where(and(eq(policies.customerId, customerId), isNamed));
  return policy;
};

/** The product of the policy that an acceptance issues; null when it changes a policy that exists. */
const issuedProductOf = async (tx: Db, request: RequestRow): Promise<string | null> => {
  if (request.proposalId === null) return addedProductOf(request);
  const [proposal] = await tx
    .select({ product: proposals.productId })
    .from(proposals)
    .where(and(eq(proposals.customerId, request.customerId), eq(proposals.id, request.proposalId)));
  return proposal?.product ?? null;
};

/**
 * The guard between a decision and its letter: a request that comes with a new policy, an accepted offer or an added product, is
 * recorded as accepted only when that policy is on file with the first day and premium that the letter will tell the
 * customer. Changes of a policy arrive as facts of their own, before or after the outcome.
 * @throws Fault `policyMissing` naming the fields that differ
 * @returns the outcome, completed with the first day and premium of a new policy
 */
export const withFacts = async (
  tx: Db,
  request: RequestRow,
  outcome: RequestOutcome,
): Promise<RequestOutcome> => {
  if (outcome.result !== 'accepted') return outcome;
  const product = await issuedProductOf(tx, request);
  if (product === null) return outcome;
  const policy = outcome.policy && (await policyOf(tx, request, outcome.policy));
  if (!policy || policy.productId !== product) throw new Fault('policyMissing');
  const facts = { effectiveOn: policy.validFrom, premium: policy.premiumPerYear };
  const fields = (['effectiveOn', 'premium'] as const)
    .filter((name) => outcome[name] !== null && outcome[name] !== facts[name])
    .map((name) => ({ path: name, reason: 'form', literal: String(facts[name]) }));
  if (fields.length > 0) throw new Fault('policyMissing', { fields });
  return { ...outcome, ...facts, policy: { id: policy.id, number: policy.number } };
};
