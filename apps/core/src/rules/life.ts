import type { CoreRequest, Facts } from '@hofn/contracts';
import { roundIsk } from '@hofn/domain';
import { earning } from '@hofn/insurance/earning.ts';
import { policyLife, type Version } from '@hofn/insurance/policy-life.ts';

type PolicyFacts = Facts<'policies'>;

/** What an accepted request changes in a policy's terms. */
export type PolicyEdit = Pick<CoreRequest, 'change' | 'figures'>;

/** Why a policy has a version, or was charged. */
export type Cause =
  | ('opening' | 'offer' | 'product' | 'renewal' | 'year' | 'figures' | 'cover' | 'suspend')
  | ('resume' | 'cancel' | 'withdraw' | 'replaced' | 'vehicle' | 'lapse' | 'reinstatement' | 'undone');

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

/** Parts of a premium, changed in proportion so that they add up to a new total. */
const scaledParts = (parts: PolicyFacts['premiumParts'], total: number): PolicyFacts['premiumParts'] => {
  const was = parts.reduce((sum, { amount }) => sum + amount, 0);
  const scaled = parts.map(({ id, amount }) => ({
    id,
    amount: was === 0 ? 0 : roundIsk((amount * total) / was),
  }));
  const rest = total - scaled.reduce((sum, { amount }) => sum + amount, 0);
  return scaled.map((part, index) => (index === 0 ? { ...part, amount: part.amount + rest } : part));
};

/** What is insured, with the new figures where it states them, such as payroll or man-years. */
const itemsWith = (items: PolicyFacts['items'], figures: PolicyFacts['figures']): PolicyFacts['items'] => {
  const figuresByName = new Map<string, unknown>(Object.entries(figures ?? {}));
  const current = ([name, value]: [string, PolicyFacts['items'][number]['facts'][string]]) => {
    const figure = figuresByName.get(name);
    return [name, typeof value === 'number' && typeof figure === 'number' ? figure : value] as const;
  };
  return items.map((item) => ({
    ...item,
    facts: Object.fromEntries(Object.entries(item.facts).map(current)),
  }));
};

/** Covers and deductible of a policy with what a request asks for. */
const coversWith = (
  { covers, deductible }: PolicyFacts,
  change: PolicyEdit['change'],
): Pick<PolicyFacts, 'covers' | 'deductible'> => {
  const { act, cover } = change ?? {};
  const others = covers.filter(({ id }) => id !== cover);
  if (act === 'add' && cover)
    return { covers: [...others, { id: cover, sumInsured: null, deductible: null }], deductible };
  if (act === 'remove') return { covers: others, deductible };
  return { covers, deductible: change?.deductible ?? deductible };
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
  premiumParts: scaledParts(facts.premiumParts, premiumPerYear),
}));

export const { toCharge } = earning(life);
