import { type Db, policies, premiumParts } from '@hofn/database';
import { addDays, isCurrent } from '@hofn/domain';
import { createRating, type Part, totalOf, withTotal } from '@hofn/domain/rating.ts';
import { partsWithCover, partsWithDeductible } from '@hofn/domain/repricing.ts';
import { and, eq } from 'drizzle-orm';
import { issueDocumentsNow } from '../documents/issue.ts';
import { repriceInstalments } from '../payments/plan.ts';
import { Fault } from '../platform/fault.ts';
import { tariffOn } from '../platform/tariffs.ts';
import { createPolicyWriter } from '../policies/write.ts';
import { detailsOf } from './policy-facts.ts';
import type { RequestRow } from './store.ts';
import { policiesEndingWith } from './vehicle-policies.ts';

type PolicyRow = typeof policies.$inferSelect;
type Terms = { effectiveOn: string; premium: number };
type Occasion = { now: Date; today: string };

/**
 * The policy that a request is about, locked.
 * @throws Fault `policyNotInForce` when it has ended or was cancelled since
 */
export const lockPolicyOf = async (tx: Db, request: RequestRow, today: string): Promise<PolicyRow> => {
  const [policy] = await tx
    .select()
    .from(policies)
    .where(and(eq(policies.customerId, request.customerId), eq(policies.id, request.policyId ?? '')))
    .for('update');
  if (!policy || policy.cancelledOn !== null || !isCurrent(policy, today))
    throw new Fault('policyNotInForce');
  return policy;
};

/** The day on which an accepted request is written to its policy; today, or a later one for the job. */
export const dayToWrite = (
  { kind }: RequestRow,
  { validTo }: Pick<PolicyRow, 'validTo'>,
  effectiveOn: string,
  today: string,
): string => {
  if (kind === 'cover' && effectiveOn > today) return effectiveOn;
  // A company that gave notice too late for this period: the next one, which it ends with, has to begin first.
  const isNextPeriod = kind === 'cancel' && addDays(effectiveOn, -1) > validTo;
  return isNextPeriod ? addDays(validTo, 1) : today;
};

/** The parts of a policy's premium with what a request asks for, adding up to the agreed premium. */
const partsWith = async (
  tx: Db,
  policy: PolicyRow,
  request: RequestRow,
  { effectiveOn, premium }: Terms,
): Promise<Part[]> => {
  const parts = await tx
    .select({ id: premiumParts.id, amount: premiumParts.amount })
    .from(premiumParts)
    .where(and(eq(premiumParts.customerId, policy.customerId), eq(premiumParts.policyId, policy.id)));
  const { tables } = await tariffOn(tx, effectiveOn);
  const details = detailsOf(request);
  const product = policy.productId;
  const changed =
    details?.act === 'deductible'
      ? partsWithDeductible(parts, tables, { product, from: policy.deductible, to: details.deductible ?? 0 })
      : details?.cover
        ? partsWithCover(parts, tables, { product, cover: details.cover, isIncluded: details.act === 'add' })
        : undefined;
  const agreed = withTotal(changed ?? parts, premium);
  if (totalOf(agreed) !== premium) throw new Error(`The premium of policy ${policy.number} has no base part`);
  return agreed;
};

const writeCover = async (
  tx: Db,
  policy: PolicyRow,
  request: RequestRow,
  terms: Terms,
  { now, today }: Occasion,
): Promise<void> => {
  const key = { customerId: policy.customerId, policyId: policy.id };
  const { premium, effectiveOn } = terms;
  const writer = createPolicyWriter(tx);
  const parts = await partsWith(tx, policy, request, terms);
  await repriceInstalments(tx, key, {
    was: policy.premiumPerYear,
    becomes: premium,
    from: effectiveOn,
    today,
    now,
  });
  const details = detailsOf(request);
  const { tables } = await tariffOn(tx, effectiveOn);
  if (details?.act === 'add' && details.cover)
    await writer.addCover(key, {
      id: details.cover,
      ...createRating(tables).coverSumsOf(policy.productId, details.cover, policy.sumInsured),
    });
  if (details?.act === 'remove' && details.cover) await writer.removeCover(key, details.cover);
  if (details?.act === 'deductible' && details.deductible !== null)
    await writer.changeDeductible(key, { from: policy.deductible, to: details.deductible });
  await writer.reprice(key, parts);
};

/** Ends a policy the day before `effectiveOn`, with its coming instalments. */
const endPolicy = async (
  tx: Db,
  { customerId, id, premiumPerYear, validFrom }: PolicyRow,
  { effectiveOn, noticeOn }: { effectiveOn: string; noticeOn: string },
  { now, today }: Occasion,
): Promise<void> => {
  const key = { customerId, policyId: id };
  await repriceInstalments(tx, key, { was: premiumPerYear, becomes: 0, from: effectiveOn, today, now });
  // A contract withdrawn from before it began has its first day as its last, which the status tells apart.
  const lastDay = [addDays(effectiveOn, -1), validFrom].toSorted().at(-1) ?? validFrom;
  await createPolicyWriter(tx).end(key, lastDay, noticeOn);
};

/**
 * Writes an accepted request to its policy: covers and premium, a suspension, or its end with coming instalments.
 * @throws Fault `policyNotInForce`
 */
export const applyPolicyRequest = async (
  tx: Db,
  request: RequestRow,
  terms: Terms,
  occasion: Occasion,
): Promise<{ id: string; number: string }> => {
  const { today } = occasion;
  const policy = await lockPolicyOf(tx, request, today);
  const key = { customerId: policy.customerId, policyId: policy.id };
  const { effectiveOn } = terms;
  switch (request.kind) {
    case 'cover':
      await writeCover(tx, policy, request, terms, occasion);
      break;
    case 'suspend':
      await createPolicyWriter(tx).suspend(key, effectiveOn);
      break;
    case 'cancel':
    case 'withdraw': {
      const noticeOn = request.createdAt.slice(0, 10);
      for (const ending of [policy, ...(await policiesEndingWith(tx, policy, today))])
        await endPolicy(tx, ending, { effectiveOn, noticeOn }, occasion);
      break;
    }
    case null:
      throw new Error(`Request ${request.id} is not about a policy alone`);
  }
  await issueDocumentsNow(tx, { today, customerIds: [request.customerId] });
  return { id: policy.id, number: policy.number };
};
