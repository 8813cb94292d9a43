import { type Db, policies, proposals, type RequestOutcome } from '@hofn/database';
import { addDays, isCurrent } from '@hofn/domain';
import { type CompanyCover, companyProducts, type DeclaredFigures } from '@hofn/domain/company-figures.ts';
import { unearnedPremium } from '@hofn/domain/policy-requests.ts';
import { type Part, totalOf, withTotal } from '@hofn/domain/rating.ts';
import { formatDate, type Language } from '@hofn/texts';
import { and, eq } from 'drizzle-orm';
import { effectiveDays, partsOf } from '../company/company.ts';
import { createCompanyStore, type RatedRow } from '../company/store.ts';
import { issueDocumentsNow } from '../documents/issue.ts';
import { planInstalments, repriceInstalments } from '../payments/plan.ts';
import { Fault } from '../platform/fault.ts';
import { type TariffEdition, tariffOn } from '../platform/tariffs.ts';
import { createPolicyWriter } from '../policies/write.ts';
import { addedProductOf, findAddedPolicy } from './added-product.ts';
import { kindOf } from './requests.ts';
import type { RequestRow } from './store.ts';
import { premiumToWrite, type Terms } from './terms.ts';
import { applyPolicyRequest, dayToWrite, lockPolicyOf } from './write-policy-request.ts';

export type DayRange = { from: string; to: string };

/** A company's policy whose figures are to change, with its new price. */
export type RatedChange = { row: RatedRow; declared: DeclaredFigures; parts: Part[]; edition: TariffEdition };

/** The policy of a change of figures, rated for the day `effectiveOn`; undefined when it is not in force. */
export const rateChange = async (
  tx: Db,
  request: RequestRow,
  { effectiveOn, today, language }: { effectiveOn: string; today: string; language: Language },
): Promise<RatedChange | undefined> => {
  const subject = { id: request.customerId };
  const [policy] = await tx
    .select({ product: policies.productId })
    .from(policies)
    .where(and(eq(policies.customerId, subject.id), eq(policies.id, request.policyId ?? '')));
  const cover = (Object.keys(companyProducts) as CompanyCover[]).find(
    (cover) => companyProducts[cover] === policy?.product,
  );
  if (!policy || !cover) return undefined;
  const rows = await createCompanyStore(tx).rated(subject, language, policy.product);
  const row = rows.find(({ id }) => id === request.policyId);
  // What was requested in time can be settled late.
  if (!row || !(isCurrent(row, today) || (effectiveOn < today && isCurrent(row, effectiveOn))))
    return undefined;
  // The contract's schema of the cover checked the figures when they were requested.
  const declared = { cover, figures: request.after } as unknown as DeclaredFigures;
  const edition = await tariffOn(tx, effectiveOn);
  return { row, declared, edition, parts: partsOf(row, policy.product, declared, edition) };
};

/** The offer that a request accepted. */
const offerOf = async (tx: Db, { customerId, proposalId }: RequestRow) => {
  const [proposal] = await tx
    .select()
    .from(proposals)
    .where(and(eq(proposals.customerId, customerId), eq(proposals.id, proposalId ?? '')));
  if (!proposal) throw new Error(`The offer ${proposalId} of a request does not exist`);
  return proposal;
};

const earlier = (day: string | undefined, other: string): string | undefined =>
  day !== undefined && day > other ? other : day;

/**
 * Days from which a request may be accepted: from the day it was made, or asked for, until a year ahead; another cover from
 * today, since nobody was covered or charged before the answer; an offer on the day that the customer accepted, and a
 * withdrawal on the day that it was sent.
 */
export const daysToAccept = (request: RequestRow, today: string, validFrom?: string): DayRange => {
  if (kindOf(request) === 'offer' || request.kind === 'withdraw')
    return { from: request.effectiveOn, to: request.effectiveOn };
  // A vehicle may have been sold before the customer told us.
  const [requestedOn = today] =
    request.kind === 'cover' ? [today] : [request.createdAt.slice(0, 10), request.effectiveOn].toSorted();
  // A policy that has been renewed since then covered on the day that was asked for.
  const covered = request.kind === 'cover' ? validFrom : earlier(validFrom, request.effectiveOn);
  const from = covered !== undefined && covered > requestedOn ? covered : requestedOn;
  const [to = today] = [effectiveDays(today).to, request.effectiveOn].toSorted().toReversed();
  return { from, to };
};

/** @throws Fault `validation` naming `effectiveOn` */
export const expectDay = (day: string, { from, to }: DayRange, language: Language): void => {
  if (day >= from && day <= to) return;
  const params = { from: formatDate(language, from), to: formatDate(language, to) };
  throw new Fault('validation', { fields: [{ path: 'effectiveOn', reason: 'dayBetween', params }] });
};

/** What staff and jobs know when they write: today, and the language of error messages. */
export type Occasion = { now: Date; today: string; language: Language };

/**
 * Changes the policy's figures, price and coming instalments, as accepted.
 * @throws Fault `policyNotInForce`
 */
export const applyFigures = async (
  tx: Db,
  request: RequestRow,
  terms: Terms,
  { now, today, language }: Occasion,
): Promise<{ id: string; number: string }> => {
  const { effectiveOn } = terms;
  const change = await rateChange(tx, request, { effectiveOn, today, language });
  if (!change) throw new Fault('policyNotInForce');
  const { row, declared } = change;
  const key = { customerId: request.customerId, policyId: row.id };
  const premium = premiumToWrite(terms, row.premiumPerYear);
  const parts = withTotal(change.parts, premium);
  if (totalOf(parts) !== premium) throw new Error(`The premium of policy ${row.number} has no base part`);
  await repriceInstalments(tx, key, {
    was: row.premiumPerYear,
    becomes: premium,
    from: effectiveOn,
    today,
    now,
  });
  await createPolicyWriter(tx).changeFigures(key, declared.figures, parts);
  await issueDocumentsNow(tx, { today, customerIds: [request.customerId] });
  return { id: row.id, number: row.number };
};

/**
 * Ends the policy that a new one replaces, the day before the new one begins. Their acceptance is a contract, so it does not
 * matter on which day staff settle it, or what has become of the old policy: one that ended earlier keeps its last day but
 * is not renewed, and a period that has begun with the new policy or after it never covers.
 */
const endReplaced = async (
  tx: Db,
  { customerId, createdAt }: RequestRow,
  { policyId, effectiveOn }: { policyId: string; effectiveOn: string },
  { now, today }: Occasion,
): Promise<void> => {
  const key = { customerId, policyId };
  const [replaced] = await tx
    .select()
    .from(policies)
    .where(and(eq(policies.customerId, customerId), eq(policies.id, policyId)))
    .for('update');
  const lastDay = addDays(effectiveOn, -1);
  if (!replaced || (replaced.cancelledOn !== null && replaced.validTo <= lastDay)) return;
  const { premiumPerYear: was, validFrom, validTo, cancelledOn } = replaced;
  await repriceInstalments(tx, key, { was, becomes: 0, from: effectiveOn, today, now });
  const [firstNotice = today] = [createdAt.slice(0, 10), addDays(validFrom, -1)].toSorted();
  const [ending = lastDay] = [lastDay, validTo].toSorted();
  const writer = createPolicyWriter(tx);
  if (lastDay < validFrom) await writer.end(key, validFrom, firstNotice);
  else await writer.end(key, ending, cancelledOn ?? today);
};

/** Issues the policy of an accepted offer with its instalments, and ends the policy that it replaces the day before. */
const issueOffer = async (
  tx: Db,
  request: RequestRow,
  occasion: Occasion,
): Promise<{ id: string; number: string }> => {
  const { today } = occasion;
  const proposal = await offerOf(tx, request);
  const { customerId, effectiveOn, instalmentsPerYear } = proposal;
  if (proposal.policyId !== null)
    await endReplaced(tx, request, { policyId: proposal.policyId, effectiveOn }, occasion);
  const { tables } = await tariffOn(tx, effectiveOn);
  const policy = await createPolicyWriter(tx).issue(
    proposal,
    tables.instalmentFeePercent[instalmentsPerYear] ?? 0,
  );
  await planInstalments(
    tx,
    { customerId, policyId: policy.id },
    { premium: totalOf(proposal.parts), count: instalmentsPerYear, from: effectiveOn, today },
  );
  await issueDocumentsNow(tx, { today, customerIds: [customerId] });
  return policy;
};

/** What the outcome of an acceptance keeps, and the day on which a job has to write the rest. */
type Written = Pick<RequestOutcome, 'premiumBefore' | 'refund'> & {
  policy: { id: string; number: string };
  applyOn: string | null;
};

/** The policy as it was agreed on: its premium, and what is no longer charged when it ends on the decided day. */
const agreedOn = (
  { kind }: RequestRow,
  policy: typeof policies.$inferSelect,
  effectiveOn: string,
): Pick<RequestOutcome, 'premiumBefore' | 'refund'> =>
  kind === 'cancel' || kind === 'withdraw'
    ? { refund: unearnedPremium(policy, addDays(effectiveOn, -1)) }
    : { premiumBefore: policy.premiumPerYear };

/**
 * Writes what staff have accepted: at once for an offer, whose policy begins on its first day; for figures on the day they
 * take effect. The policy of an added product has been issued before.
 * @throws Fault `validation` naming `effectiveOn` or `premium`, `policyNotInForce`, `policyMissing`
 * @returns what the outcome keeps of it, and the day on which a job has to write the rest
 */
export const writeAccepted = async (
  tx: Db,
  request: RequestRow,
  terms: Terms,
  occasion: Occasion,
): Promise<Written> => {
  const { today, language } = occasion;
  const { effectiveOn, premium } = terms;
  if (kindOf(request) === 'offer') {
    expectDay(effectiveOn, daysToAccept(request, today), language);
    // The customer has accepted this price, and no other.
    if (premium !== request.premium)
      throw new Fault('validation', { fields: [{ path: 'premium', reason: 'form' }] });
    return { policy: await issueOffer(tx, request, occasion), applyOn: null };
  }
  if (addedProductOf(request) !== null) {
    const added = await findAddedPolicy(tx, request, today);
    if (!added) throw new Fault('policyMissing');
    return { policy: { id: added.id, number: added.number }, applyOn: null };
  }
  if (request.kind !== null) {
    const policy = await lockPolicyOf(tx, request, effectiveOn, today);
    expectDay(effectiveOn, daysToAccept(request, today, policy.validFrom), language);
    const writeOn = dayToWrite(request, policy, effectiveOn, today);
    const agreed = {
      ...agreedOn(request, policy, effectiveOn),
      policy: { id: policy.id, number: policy.number },
    };
    if (writeOn > today) return { ...agreed, applyOn: writeOn };
    await applyPolicyRequest(tx, request, terms, occasion);
    return { ...agreed, applyOn: null };
  }
  const change = await rateChange(tx, request, { effectiveOn: request.effectiveOn, today, language });
  if (!change) throw new Fault('policyNotInForce');
  const { id, number, validFrom, premiumPerYear: premiumBefore } = change.row;
  expectDay(effectiveOn, daysToAccept(request, today, validFrom), language);
  if (effectiveOn > today) return { policy: { id, number }, premiumBefore, applyOn: effectiveOn };
  return { policy: await applyFigures(tx, request, terms, occasion), applyOn: null };
};
