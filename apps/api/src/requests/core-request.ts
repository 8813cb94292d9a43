import type { CoreRequest, SettledKind } from '@hofn/contracts';
import { isoInstant } from '../platform/instant.ts';
import { detailsOf } from './policy-facts.ts';
import { kindOf, settlerKindOf, settlerOf, stateOf } from './requests.ts';
import type { CoreRow, NewRequest } from './store.ts';

const offerOf = ({ proposal, request }: Requested): CoreRequest['offer'] =>
  proposal && {
    number: proposal.number,
    product: proposal.productId,
    insured: { is: proposal.insuredIs, en: proposal.insuredEn },
    covers: proposal.covers,
    ...(proposal.items.length > 0 && { items: proposal.items }),
    parts: proposal.parts,
    instalmentsPerYear: proposal.instalmentsPerYear,
    deductible: proposal.deductible,
    sumInsured: proposal.sumInsured,
    terms: proposal.termsCodes,
    shownHash: request.proof?.shownHash ?? null,
  };

const outcomeOf = ({ outcome, settledAt }: Requested['request']): CoreRequest['outcome'] =>
  outcome && settledAt !== null
    ? {
        result: outcome.result,
        by: settlerKindOf(outcome.by),
        settledAt: isoInstant(settledAt),
        texts: outcome.texts,
        effectiveOn: outcome.effectiveOn,
        premium: outcome.premium,
        policy: outcome.policy,
      }
    : null;

/** A request, stored or not yet, with everything that other systems read. */
export type Requested = Omit<CoreRow, 'request'> & {
  request: Omit<
    CoreRow['request'],
    'customerId' | 'ipid' | 'applyOn' | 'applyProblem' | 'oneAtATime' | 'act' | 'askAgainAt'
  >;
};

/** Completes a request that is not stored yet. */
export const unsent = (row: Omit<Requested, 'request'> & { request: NewRequest }): Requested => ({
  ...row,
  request: {
    ...row.request,
    ...{ state: 'pending', settledAt: null, outcome: null, awaitsCustomer: false, messages: [] },
  },
});

/**
 * A request as other systems read it, and as acts of the core contain it.
 * @param byCore the kinds that the core settles
 */
export const coreRequestOf = (row: Requested, byCore: readonly SettledKind[]): CoreRequest => {
  const { request, ssn, policyNumber } = row;
  const kind = kindOf(request);
  return {
    id: request.id,
    kind,
    state: stateOf(request),
    settledBy: settlerOf(request, byCore),
    customer: { ssn },
    requestedAt: isoInstant(request.createdAt),
    effectiveOn: request.effectiveOn,
    premium: request.premium,
    tariff: request.tariffVersion,
    language: request.language,
    policy:
      request.policyId !== null && policyNumber !== null
        ? { id: request.policyId, number: policyNumber }
        : null,
    figures: kind === 'figures' ? { before: request.before, after: request.after } : null,
    change: detailsOf(request),
    offer: offerOf(row),
    messages: request.messages.map(({ fromUs, texts, at }) => ({ fromUs, texts, at: isoInstant(at) })),
    outcome: outcomeOf(request),
  };
};
