import { type Db, policies, proposals, type RequestOutcome } from '@hofn/database';
import { addDays } from '@hofn/domain';
import { and, eq } from 'drizzle-orm';
import { Fault } from '../platform/fault.ts';
import { addedProductOf } from './added-product.ts';
import { kindOf } from './requests.ts';
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

type Claimed = Pick<RequestOutcome, 'effectiveOn' | 'premium'>;

/** What a changed policy has to say once an acceptance is written to it; the fields by the names of the decision. */
const isWritten = (request: RequestRow, policy: PolicyRow, { effectiveOn, premium }: Claimed): boolean => {
  switch (kindOf(request)) {
    case 'figures':
    case 'cover':
      return policy.premiumPerYear === premium;
    case 'suspend':
      return policy.suspendedOn === effectiveOn;
    case 'resume':
      return policy.suspendedOn === null;
    case 'cancel':
    case 'withdraw': {
      const lastDay = effectiveOn && addDays(effectiveOn, -1);
      // A policy that never began ends on its first day.
      const isOver = policy.validTo === lastDay || policy.validTo === policy.validFrom;
      return policy.cancelledOn !== null && !policy.renews && isOver;
    }
    case 'offer':
      return true;
  }
};

/** Whether the policies on file say already what an accepted change of a policy promises. */
export const isOnFile = async (tx: Db, request: RequestRow, outcome: RequestOutcome): Promise<boolean> => {
  const policy = outcome.policy && (await policyOf(tx, request, outcome.policy));
  // A premium can be the same by chance; the end of a policy cannot.
  const isEnd = request.kind === 'cancel' || request.kind === 'withdraw';
  return isEnd && policy !== null && policy !== undefined && isWritten(request, policy, outcome);
};

/**
 * The guard between a decision and its letter: an acceptance is recorded only when the policies on file say what the letter
 * will tell the customer. A new policy, of an offer or an added product, must exist with that first day and premium; what
 * staff accept must be written, or be waiting for its day. Changes by another system arrive as facts of their own, before or
 * after the outcome.
 * @param occasion the day on which staff's decision is to be written, and whether the core has written it
 * @throws Fault `policyMissing` naming the fields that differ
 * @returns the outcome, completed with the first day and premium of a new policy
 */
export const withFacts = async (
  tx: Db,
  request: RequestRow,
  outcome: RequestOutcome,
  { applyOn, isCores }: { applyOn: string | null; isCores: boolean },
): Promise<RequestOutcome> => {
  if (outcome.result !== 'accepted') return outcome;
  const product = await issuedProductOf(tx, request);
  if (product === null && isCores) return outcome;
  const policy = outcome.policy && (await policyOf(tx, request, outcome.policy));
  if (!policy || (product !== null && policy.productId !== product)) throw new Fault('policyMissing');
  if (product === null) {
    if (applyOn === null && !isWritten(request, policy, outcome)) throw new Fault('policyMissing');
    return outcome;
  }
  const facts = { effectiveOn: policy.validFrom, premium: policy.premiumPerYear };
  const fields = (['effectiveOn', 'premium'] as const)
    .filter((name) => outcome[name] !== null && outcome[name] !== facts[name])
    .map((name) => ({ path: name, reason: 'form', literal: String(facts[name]) }));
  if (fields.length > 0) throw new Fault('policyMissing', { fields });
  return { ...outcome, ...facts, policy: { id: policy.id, number: policy.number } };
};
