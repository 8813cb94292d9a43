import type { Policy } from '@hofn/contracts';
import type { FactValue, InsuranceProofFacts } from '@hofn/database';
import { coverPhaseOf } from '@hofn/domain/cover-phase.ts';
import { formatDate, type Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import type { PolicyDetails } from '../policies/store.ts';

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

/** Groups whose policies insure things; the others are about persons, whose names can be what is insured. */
const groupsOfThings: ReadonlySet<Policy['group']> = new Set(['vehicles', 'home', 'business']);

/** What is insured in one line; null where that may be the name of a person. */
const insuredThing = ({ group, insured, insuredItems }: Policy): string | null =>
  groupsOfThings.has(group) && insuredItems.every(({ kind }) => shownKinds.has(kind)) ? insured : null;

/** Facts that tell one insured thing from another; its id may differ from one period to the next. */
const markingFacts = ['plate', 'propertyNumber', 'address', 'activity'] as const;

const markOf = (value: FactValue | undefined): string[] =>
  value === undefined ? [] : [typeof value === 'object' ? value.is : String(value)];

/** What a policy insures, regardless of language. */
const marksOf = ({ items }: PolicyDetails): string[] =>
  items
    .filter(({ kind }) => shownKinds.has(kind))
    .flatMap(({ facts }) => markingFacts.flatMap((key) => markOf(facts[key])))
    .toSorted();

/** The covers that are included. */
const coversIn = (policy: Policy): InsuranceProofFacts['covers'] =>
  policy.covers
    .filter(({ included }) => included)
    .map(({ id, name, sumInsured, deductible }) => ({ id, name, sumInsured, deductible }));

/** A policy as its page shows it, and the row that says so. */
export type FoundPolicy = { policy: Policy; row: PolicyDetails };

/** What a proof states of a policy that is in force; nothing of premium or payment, and of no person but the policyholder. */
export const proofFactsOf = (
  { policy, row }: FoundPolicy,
  holder: Pick<Customer, 'kind'>,
): InsuranceProofFacts => {
  const { number, name, validFrom, validTo, renewsOn, sumInsured, deductible, planned } = policy;
  return {
    kind: 'insurance',
    holder: { ...policy.holder, isCompany: holder.kind === 'company' },
    marks: marksOf(row),
    policy: {
      insured: insuredThing(policy),
      ...{ number, name, validFrom, validTo, renewsOn, sumInsured, deductible },
      pausesAfter: planned?.kind === 'suspend' ? planned.lastDay : null,
    },
    items: policy.insuredItems
      .filter(({ kind }) => shownKinds.has(kind))
      .map((item) => ({ name: item.name, facts: item.facts })),
    covers: coversIn(policy),
  };
};

type Essence = Pick<InsuranceProofFacts, 'covers' | 'marks'> & {
  policy: Pick<InsuranceProofFacts['policy'], 'sumInsured' | 'deductible'>;
};

/** What decides whether cover is what a proof says, regardless of language. */
const essence = ({ policy, covers, marks }: Essence): string =>
  JSON.stringify([
    marks,
    policy.sumInsured,
    policy.deductible,
    covers.map(({ id, sumInsured, deductible }) => [id, sumInsured, deductible]),
  ]);

/** Whether what is insured, covers, sums or deductibles are other than a proof says. */
export const hasChanged = (proved: InsuranceProofFacts, { policy, row }: FoundPolicy): boolean =>
  essence(proved) !== essence({ policy, marks: marksOf(row), covers: coversIn(policy) });
