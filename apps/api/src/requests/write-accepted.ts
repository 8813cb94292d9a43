import { type Db, policies, proposals } from '@hofn/database';
import { addDays, isCurrent } from '@hofn/domain';
import { type CompanyCover, companyProducts, type DeclaredFigures } from '@hofn/domain/company-figures.ts';
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
import { kindOf } from './requests.ts';
import type { RequestRow } from './store.ts';
import { applyPolicyRequest, dayToWrite, lockPolicyOf } from './write-policy-request.ts';

/** When and for what yearly premium a request is accepted. */
export type Terms = { effectiveOn: string; premium: number };

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
  if (!row || !isCurrent(row, today)) return undefined;
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

/**
 * Days from which a request may be accepted: from the day it was made, or asked for, until a year ahead; another cover from
 * today, since nobody was covered or charged before the answer; an offer on the day that the customer accepted.
 */
export const daysToAccept = (request: RequestRow, today: string, validFrom?: string): DayRange => {
  if (kindOf(request) === 'offer') return { from: request.effectiveOn, to: request.effectiveOn };
  // A vehicle may have been sold before the customer told us.
  const [requestedOn = today] =
    request.kind === 'cover' ? [today] : [request.createdAt.slice(0, 10), request.effectiveOn].toSorted();
  const from = validFrom !== undefined && validFrom > requestedOn ? validFrom : requestedOn;
  const [to = today] = [effectiveDays(today).to, request.effectiveOn].toSorted().toReversed();
  return { from, to };
};

const expectDay = (day: string, { from, to }: DayRange, language: Language): void => {
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
  { effectiveOn, premium }: Terms,
  { now, today, language }: Occasion,
): Promise<{ id: string; number: string }> => {
  const change = await rateChange(tx, request, { effectiveOn, today, language });
  if (!change) throw new Fault('policyNotInForce');
  const { row, declared } = change;
  const key = { customerId: request.customerId, policyId: row.id };
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

/** Issues the policy of an accepted offer with its instalments, and ends the policy that it replaces the day before. */
const issueOffer = async (
  tx: Db,
  request: RequestRow,
  { now, today }: Occasion,
): Promise<{ id: string; number: string }> => {
  const proposal = await offerOf(tx, request);
  const { customerId, effectiveOn, instalmentsPerYear } = proposal;
  const writer = createPolicyWriter(tx);
  if (proposal.policyId !== null) {
    const key = { customerId, policyId: proposal.policyId };
    const [replaced] = await tx
      .select()
      .from(policies)
      .where(and(eq(policies.customerId, customerId), eq(policies.id, key.policyId)))
      .for('update');
    const lastDay = addDays(effectiveOn, -1);
    // A policy that began on the same day or later would have to end before it began.
    if (!replaced || !isCurrent(replaced, today) || lastDay < replaced.validFrom)
      throw new Fault('policyNotInForce');
    await repriceInstalments(tx, key, {
      was: replaced.premiumPerYear,
      becomes: 0,
      from: effectiveOn,
      today,
      now,
    });
    if (lastDay < replaced.validTo) await writer.end(key, lastDay, today);
  }
  const { tables } = await tariffOn(tx, effectiveOn);
  const policy = await writer.issue(proposal, tables.instalmentFeePercent[instalmentsPerYear] ?? 0);
  await planInstalments(
    tx,
    { customerId, policyId: policy.id },
    { premium: totalOf(proposal.parts), count: instalmentsPerYear, from: effectiveOn, today },
  );
  await issueDocumentsNow(tx, { today, customerIds: [customerId] });
  return policy;
};

/**
 * Writes what staff have accepted: at once for an offer, whose policy begins on its first day; for figures on the day they
 * take effect.
 * @throws Fault `validation` naming `effectiveOn` or `premium`, `policyNotInForce`
 * @returns the policy, and the day on which a job has to write the rest
 */
export const writeAccepted = async (
  tx: Db,
  request: RequestRow,
  terms: Terms,
  occasion: Occasion,
): Promise<{ policy: { id: string; number: string }; applyOn: string | null }> => {
  const { today, language } = occasion;
  const { effectiveOn, premium } = terms;
  if (kindOf(request) === 'offer') {
    expectDay(effectiveOn, daysToAccept(request, today), language);
    // The customer has accepted this price, and no other.
    if (premium !== request.premium)
      throw new Fault('validation', { fields: [{ path: 'premium', reason: 'form' }] });
    return { policy: await issueOffer(tx, request, occasion), applyOn: null };
  }
  if (request.kind !== null) {
    const policy = await lockPolicyOf(tx, request, today);
    expectDay(effectiveOn, daysToAccept(request, today, policy.validFrom), language);
    const writeOn = dayToWrite(request, policy, effectiveOn, today);
    if (writeOn > today) return { policy: { id: policy.id, number: policy.number }, applyOn: writeOn };
    return { policy: await applyPolicyRequest(tx, request, terms, occasion), applyOn: null };
  }
  const change = await rateChange(tx, request, { effectiveOn: request.effectiveOn, today, language });
  if (!change) throw new Fault('policyNotInForce');
  const { id, number, validFrom } = change.row;
  expectDay(effectiveOn, daysToAccept(request, today, validFrom), language);
  if (effectiveOn > today) return { policy: { id, number }, applyOn: effectiveOn };
  return { policy: await applyFigures(tx, request, terms, occasion), applyOn: null };
};
