import type { Policy } from '@hofn/contracts';
import type { InsuranceProofFacts } from '@hofn/database';
import { coverPhaseOf } from '@hofn/domain/cover-phase.ts';
import { formatDate, type Language } from '@hofn/texts';
import { Fault } from '../platform/fault.ts';

/** Why a policy that is not in force cannot be proved, in words that name the day. */
const reasonOf = (policy: Policy, language: Language): { reason: string; params?: { date: string } } => {
  const on = (day: string) => ({ date: formatDate(language, day) });
  switch (coverPhaseOf(policy)) {
    case 'notYet':
      return { reason: 'proofNotBegun', params: on(policy.validFrom) };
    case 'paused':
      return { reason: 'proofPaused', params: on(policy.since ?? policy.validFrom) };
    case 'over':
      return policy.status === 'lapsed' && policy.since !== null
        ? { reason: 'proofLapsed', params: on(policy.since) }
        : { reason: 'proofOver', params: on(policy.validTo) };
    default:
      return { reason: 'proofNever' };
  }
};

/** @throws Fault `validation` naming `policyId` and why, when the policy is not in force today */
export const requireCover = (policy: Policy, language: Language): void => {
  if (coverPhaseOf(policy) !== 'applies')
    throw new Fault('validation', { fields: [{ path: 'policyId', ...reasonOf(policy, language) }] });
};

/** The kinds of items that a recipient recognises; persons are nobody else’s business. */
const shownKinds: ReadonlySet<Policy['insuredItems'][number]['kind']> = new Set([
  'vehicle',
  'property',
  'contents',
  'activity',
]);

/** What a proof states of a policy that is in force; nothing of premium or payment, and of no person but the policyholder. */
export const proofFactsOf = (policy: Policy): InsuranceProofFacts => {
  const { holder, number, name, insured, validFrom, validTo, renewsOn, sumInsured, deductible, planned } =
    policy;
  return {
    kind: 'insurance',
    holder,
    policy: {
      ...{ number, name, insured, validFrom, validTo, renewsOn, sumInsured, deductible },
      pausesAfter: planned?.kind === 'suspend' ? planned.lastDay : null,
    },
    items: policy.insuredItems
      .filter(({ kind }) => shownKinds.has(kind))
      .map((item) => ({ name: item.name, facts: item.facts })),
    covers: policy.covers
      .filter(({ included }) => included)
      .map((cover) => ({
        ...{ id: cover.id, name: cover.name },
        ...{ sumInsured: cover.sumInsured, deductible: cover.deductible },
      })),
  };
};

/** What decides whether cover is what a proof says, regardless of language. */
const essence = ({ policy, covers }: InsuranceProofFacts): string =>
  JSON.stringify([
    policy.sumInsured,
    policy.deductible,
    covers.map(({ id, sumInsured, deductible }) => [id, sumInsured, deductible]),
  ]);

/** Whether covers, sums or deductibles are other than a proof says. */
export const hasChanged = (proved: InsuranceProofFacts, policy: Policy): boolean =>
  essence(proved) !== essence(proofFactsOf(policy));
