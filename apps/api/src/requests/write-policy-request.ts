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
import { premiumToWrite, type Terms } from './terms.ts';
import { policiesEndingWith } from './vehicle-policies.ts';

type PolicyRow = typeof policies.$inferSelect;
type Occasion = { now: Date; today: string };

/**
 * Whether an accepted request can be written to its policy: the customer still has it today, or had it on the day that
 * counts, the last one of cover for what ends it. So what was requested in time can be settled late.
 */
const isInForce = ({ kind }: RequestRow, policy: PolicyRow, effectiveOn: string, today: string): boolean => {
  const ends = kind === 'cancel' || kind === 'withdraw';
  const dayThatCounts = ends ? addDays(effectiveOn, -1) : effectiveOn;
  return isCurrent(policy, today) || (dayThatCounts < today && isCurrent(policy, dayThatCounts));
};

/**
 * The policy that a request is about, locked.
 * @throws Fault `policyNotInForce` when it had ended by the day that counts, or was cancelled since
 */
export const lockPolicyOf = async (
  tx: Db,
  request: RequestRow,
  effectiveOn: string,
  today: string,
): Promise<PolicyRow> => {
  const [policy] = await tx
    .select()
    .from(policies)
    .where(and(eq(policies.customerId, request.customerId), eq(policies.id, request.policyId ?? '')))
    .for('update');
  if (!policy || policy.cancelledOn !== null || !isInForce(request, policy, effectiveOn, today))
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
  if ((kind === 'cover' || kind === 'resume') && effectiveOn > today) return effectiveOn;
  // A company that gave notice too late for this period: the next one, which it ends with, has to begin first.
  const isNextPeriod = kind === 'cancel' && addDays(effectiveOn, -1) > validTo;
  return isNextPeriod ? addDays(validTo, 1) : today;
};

/** The parts of a policy's premium with what a request asks for, adding up to the agreed premium. */
const partsWith = async (
  tx: Db,
  policy: PolicyRow,
  request: RequestRow,
  { effectiveOn, premium }: Pick<Terms, 'effectiveOn' | 'premium'>,
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
  const { effectiveOn } = terms;
  const premium = premiumToWrite(terms, policy.premiumPerYear);
  const writer = createPolicyWriter(tx);
  const parts = await partsWith(tx, policy, request, { effectiveOn, premium });
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
  const lastDay = addDays(effectiveOn, -1);
  const writer = createPolicyWriter(tx);
  // A period that never covers has its first day as its last, which the status tells apart by an earlier notice.
  const [earlyNotice = noticeOn] = [noticeOn, addDays(validFrom, -1)].toSorted();
  if (lastDay < validFrom) await writer.end(key, validFrom, earlyNotice);
  else await writer.end(key, lastDay, noticeOn);
};

/**
 * Writes an accepted request to its policy: covers and premium, a suspension or its end, or the policy's end with coming
 * instalments.
 * @throws Fault `policyNotInForce`
 */
export const applyPolicyRequest = async (
  tx: Db,
  request: RequestRow,
  terms: Terms,
  occasion: Occasion,
): Promise<{ id: string; number: string }> => {
  const { today } = occasion;
  const { effectiveOn } = terms;
  const policy = await lockPolicyOf(tx, request, effectiveOn, today);
  const key = { customerId: policy.customerId, policyId: policy.id };
  switch (request.kind) {
    case 'cover':
      await writeCover(tx, policy, request, terms, occasion);
      break;
    case 'suspend':
      await createPolicyWriter(tx).suspend(key, effectiveOn);
      break;
    case 'resume':
      await createPolicyWriter(tx).resume(key);
      break;
    case 'cancel':
    case 'withdraw': {
      const noticeOn = request.createdAt.slice(0, 10);
      // What ended by then is not ended again.
      const [asOf = today] = [addDays(effectiveOn, -1), today].toSorted();
      for (const ending of [
        policy,
        ...(await policiesEndingWith(tx, policy, isCurrent(policy, today) ? today : asOf)),
      ])
        await endPolicy(tx, ending, { effectiveOn, noticeOn }, occasion);
      break;
    }
    case null:
      throw new Error(`Request ${request.id} is not about a policy alone`);
  }
  await issueDocumentsNow(tx, { today, customerIds: [request.customerId] });
  return { id: policy.id, number: policy.number };
};
