import type { CoreRequest, Facts } from '@hofn/contracts';
import { earning } from '@hofn/insurance/earning.ts';
import { policyLife, type Version } from '@hofn/insurance/policy-life.ts';
import { coversWith, itemsWith, partsOf } from '@hofn/insurance/policy-terms.ts';

type PolicyFacts = Facts<'policies'>;

/** What an accepted request changes in a policy's terms, or a renewal in the parts of its premium. */
export type PolicyEdit = Pick<CoreRequest, 'change' | 'figures'> & { parts?: PolicyFacts['premiumParts'] };

/** Why a policy has a version, or was charged. */
export type Cause =
  | ('opening' | 'offer' | 'product' | 'renewal' | 'year' | 'figures' | 'cover' | 'suspend')
  | (
      | 'plan'
      | 'resume'
      | 'cancel'
      | 'withdraw'
      | 'replaced'
      | 'vehicle'
      | 'lapse'
      | 'reinstatement'
      | 'undone'
    );

/** A version of a policy of the book (rule INS-1). */
export type PolicyVersion = Version<PolicyFacts, PolicyEdit> & {
  /** Key of the policy. */
  policy: string;
  cause: Cause;
  /** The accepted request that it comes from. */
  request: string | null;
};

/** Premium charged to a policy, or returned. Only added: what a policy was charged is their sum. */
export type PremiumCharge = {
  policy: string;
  number: number;
  on: string;
  cause: Cause;
  /** Whether instalments of the policy's own pay for it, or those for all policies of the customer. */
  plan: 'own' | 'shared';
  /** The first day that is not charged for yet. */
  chargedTo: string;
  /** Whole ISK; negative when it is returned. */
  amount: number;
  /** How much of the amount is in which instalment, by key; the rest was paid before or is paid back. */
  instalments: Record<string, number>;
};

const editOf = (facts: PolicyFacts, { change, figures }: PolicyEdit): Partial<PolicyFacts> => {
  if (!figures) return coversWith(facts, change);
  // The portal checked them against the contract when they were requested.
  const after = figures.after as PolicyFacts['figures'];
  return { items: itemsWith(facts.items, after), figures: after };
};

/** The life of a policy of the core. */
export const life = policyLife<PolicyFacts, PolicyEdit>((facts, premiumPerYear, edit) => ({
  ...facts,
  ...(edit && editOf(facts, edit)),
  premiumPerYear,
  premiumParts: partsOf(edit?.parts ?? facts.premiumParts, premiumPerYear),
}));

export const { toCharge } = earning(life);
