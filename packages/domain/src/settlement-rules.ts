import { type ClaimRules, initialClaimRules } from './claim-rules.ts';
import { addDays } from './day.ts';
import { type CancelGrounds, canBeSuspended, type PolicyRequestKind } from './policy-requests.ts';

/** What a customer does, as far as it decides whether anybody has to decide on it. */
export const ruledActs = [
  'acceptOffer',
  'withdraw',
  'cancelByNotice',
  'cancelOnGrounds',
  'suspend',
  'resume',
  'addCover',
  'removeCover',
  'changeDeductible',
  'addProduct',
  'ownWords',
  'figures',
  'plan',
] as const;
export type RuledAct = (typeof ruledActs)[number];

/** Why an act takes effect at once; each has a text in both languages. */
export const atOnceReasons = [
  'contract',
  'right',
  'notice',
  'optional',
  'priceList',
  'parked',
  'sameTerms',
  'planTerms',
] as const;
export type AtOnceReason = (typeof atOnceReasons)[number];

/** Why somebody has to decide; each has a text in both languages. */
export const referralReasons = [
  'grounds',
  'offRoad',
  'begun',
  'risk',
  'newPolicy',
  'ownWords',
  'companyFigures',
  'planLimits',
] as const;
export type ReferralReason = (typeof referralReasons)[number];

/** What has to be true for an act to take effect at once; `conditionChecks` says how it is found out. */
export const ruleConditions = [
  'inForce',
  'vehicle',
  'fromRequest',
  'fromDayAfter',
  'priced',
  'listedCover',
  'sameDebt',
  'nothingLapsed',
  'firstPlan',
  'debtLimit',
] as const;
export type RuleCondition = (typeof ruleConditions)[number];

/** One rule: what becomes of an act, why, and the law or terms that say so. */
export type SettlementRule = { act: RuledAct; source: string } & (
  | { decided: 'atOnce'; reason: AtOnceReason }
  | {
      decided: 'atOnce';
      reason: AtOnceReason;
      /** All of these have to be true. What is not known counts as not true. */
      when: readonly RuleCondition[];
      /** Why somebody has to decide when they are not. */
      otherwise: ReferralReason;
      /** Of `listedCover`, ids of the covers. */
      covers?: readonly string[];
      /** Of `debtLimit`, the highest debt in whole ISK. */
      upTo?: number;
    }
  | { decided: 'referred'; reason: ReferralReason }
);

/** Rules that apply from a day until the next edition does. An edition is never changed: receipts name it. */
export type RuleEdition = {
  id: string;
  from: string;
  rules: readonly SettlementRule[];
  /** Small claims that are paid without anybody; left out where there are none. */
  claims?: ClaimRules | undefined;
};

const alwaysReferred = [
  {
    act: 'cancelOnGrounds',
    decided: 'referred',
    reason: 'grounds',
    source: 'Acts 30/2019, 48/1994 and 30/2004',
  },
  { act: 'addProduct', decided: 'referred', reason: 'newPolicy', source: 'YY10, Information' },
  { act: 'ownWords', decided: 'referred', reason: 'ownWords', source: 'YY10, Information' },
  { act: 'figures', decided: 'referred', reason: 'companyFigures', source: 'YY10, Information' },
] as const satisfies readonly SettlementRule[];

const referredSince2026 = [
  // The terms state neither what a suspension costs nor that it needs no proof.
  { act: 'suspend', decided: 'referred', reason: 'offRoad', source: 'Act 30/2019' },
  { act: 'addCover', decided: 'referred', reason: 'risk', source: 'YY10, Information' },
  ...alwaysReferred,
] as const satisfies readonly SettlementRule[];

const rightsSince2026 = [
  { act: 'acceptOffer', decided: 'atOnce', reason: 'contract', source: 'Act 7/1936, art. 1' },
  { act: 'withdraw', decided: 'atOnce', reason: 'right', source: 'Act 33/2005, art. 10' },
] as const satisfies readonly SettlementRule[];

const changesSince2026 = [
  { act: 'cancelByNotice', decided: 'atOnce', reason: 'notice', source: 'YY10, Cancellation' },
  { act: 'removeCover', decided: 'atOnce', reason: 'optional', source: 'YY10, Cancellation' },
  { act: 'changeDeductible', decided: 'atOnce', reason: 'priceList', source: 'YY10, Information' },
] as const satisfies readonly SettlementRule[];

const plansSince2026 = {
  ...{
    act: 'plan',
    decided: 'atOnce',
    reason: 'planTerms',
    source: 'Price list of the demo, 1 December 2026',
  },
  ...{ when: ['sameDebt', 'nothingLapsed', 'firstPlan', 'debtLimit'], otherwise: 'planLimits' },
  upTo: 300_000,
} as const satisfies SettlementRule;

/**
 * Editions of law and terms, oldest first, with which an insurance core begins that has none yet. Later ones are rows of the
 * core, each with an author and an approver (rule ACT-4).
 */
export const initialRuleEditions: readonly RuleEdition[] = [
  {
    id: '2026-1',
    from: '2026-01-01',
    rules: [...rightsSince2026, ...referredSince2026],
  },
  {
    id: '2026-2',
    from: '2026-11-25',
    rules: [...rightsSince2026, ...changesSince2026, plansSince2026, ...referredSince2026],
    claims: initialClaimRules,
  },
  {
    id: '2026-3',
    from: '2026-12-01',
    rules: [
      ...rightsSince2026,
      ...changesSince2026,
      {
        ...{ act: 'suspend', decided: 'atOnce', reason: 'parked', source: 'Act 30/2019' },
        ...{ when: ['inForce', 'vehicle', 'fromRequest'], otherwise: 'offRoad' },
      },
      {
        // Cover never begins on a day on which a loss may have happened already.
        ...{ act: 'resume', decided: 'atOnce', reason: 'sameTerms', source: 'Acts 30/2019 and 30/2004' },
        ...{ when: ['fromDayAfter'], otherwise: 'begun' },
      },
      {
        ...{ act: 'addCover', decided: 'atOnce', reason: 'priceList', source: 'YY10, Information' },
        ...{ when: ['inForce', 'priced', 'listedCover', 'fromDayAfter'], otherwise: 'risk' },
        // Neither a sum of their own nor anything to inspect; others need one of the two, or answers about health or income.
        covers: ['contents', 'deck', 'detached-sheds', 'hot-tub', 'liability', 'personal-items'],
      },
      plansSince2026,
      ...alwaysReferred,
    ],
    claims: initialClaimRules,
  },
];

/** The parts of a request that rules read. */
export type RuledRequest = {
  kind: 'offer' | 'figures' | 'plan' | PolicyRequestKind;
  /** When it was made, and the day from which it takes effect; a request that has no days yet is referred where they count. */
  requestedAt?: string;
  effectiveOn?: string;
  /** What is asked for about a policy; null for offers and figures. */
  change: {
    act: 'add' | 'remove' | 'deductible' | 'other' | null;
    grounds: CancelGrounds | null;
    /** A product to add beside the policy. */
    product: string | null;
    /** An optional cover to add or leave out, and its yearly price by the price list. */
    cover?: string | null;
    priceFrom?: number | null;
  } | null;
};

/** The parts of the request's policy that rules read. */
export type RuledPolicy = {
  product?: string | undefined;
  /** Whether it covers on the day of the decision. */
  isInForce?: boolean | undefined;
};

/** What a customer owes who asks for other days to pay, as far as rules read it. */
export type RuledDebt = {
  /** In whole ISK. */
  total: number;
  /** Whether the customer has confirmed this total. */
  isSame: boolean;
  /** Whether a policy has lapsed because of it. */
  hasLapsed: boolean;
  /** Whether the customer had another plan within a year. */
  hadPlan: boolean;
};

type Facts = {
  request: RuledRequest;
  policy: RuledPolicy | null;
  debt: RuledDebt | null;
  covers: readonly string[];
  upTo: number;
};

const conditionChecks: Record<RuleCondition, (facts: Facts) => boolean> = {
  inForce: ({ policy }) => policy?.isInForce === true,
  vehicle: ({ policy }) => policy?.product !== undefined && canBeSuspended(policy.product),
  // By the day of the request, however late it is decided (rule INS-3).
  fromRequest: ({ request: { requestedAt, effectiveOn } }) =>
    requestedAt !== undefined && effectiveOn !== undefined && effectiveOn >= requestedAt.slice(0, 10),
  fromDayAfter: ({ request: { requestedAt, effectiveOn } }) =>
    requestedAt !== undefined &&
    effectiveOn !== undefined &&
    effectiveOn >= addDays(requestedAt.slice(0, 10), 1),
  priced: ({ request: { change } }) => typeof change?.priceFrom === 'number',
  listedCover: ({ request: { change }, covers }) =>
    typeof change?.cover === 'string' && covers.includes(change.cover),
  sameDebt: ({ debt }) => debt?.isSame === true,
  nothingLapsed: ({ debt }) => debt?.hasLapsed === false,
  firstPlan: ({ debt }) => debt?.hadPlan === false,
  debtLimit: ({ debt, upTo }) => debt !== null && debt.total <= upTo,
};

/** The act that a request is, as rules tell them apart. */
export const ruledActOf = ({ kind, change }: RuledRequest): RuledAct => {
  switch (kind) {
    case 'offer':
      return 'acceptOffer';
    case 'cancel':
      return change?.grounds ? 'cancelOnGrounds' : 'cancelByNotice';
    case 'cover':
      if (change?.act === 'add') return 'addCover';
      if (change?.act === 'remove') return 'removeCover';
      if (change?.act === 'deductible') return 'changeDeductible';
      return change?.product ? 'addProduct' : 'ownWords';
    default:
      return kind;
  }
};

/** What the rules say of a request, and the edition that says so. */
export type RuleDecision =
  | { decided: 'atOnce'; edition: string; reasons: readonly [AtOnceReason] }
  | { decided: 'referred'; edition: string; reasons: readonly ReferralReason[] };

/**
 * Decides whether a request takes effect at once, by an edition of the rules. An act without a rule is referred.
 * @param known.policy the policy that it is about; null where it is not known, which refers what depends on it
 * @param known.debt of a plan, what is owed
 */
export const decideByRule = (
  request: RuledRequest,
  { id: edition, rules }: RuleEdition,
  { policy = null, debt = null }: { policy?: RuledPolicy | null; debt?: RuledDebt | null } = {},
): RuleDecision => {
  const act = ruledActOf(request);
  const rule = rules.find((each) => each.act === act);
  if (!rule) return { decided: 'referred', edition, reasons: [] };
  if (rule.decided === 'referred') return { decided: 'referred', edition, reasons: [rule.reason] };
  if ('when' in rule) {
    const facts = { request, policy, debt, covers: rule.covers ?? [], upTo: rule.upTo ?? 0 };
    if (!rule.when.every((condition) => conditionChecks[condition](facts)))
      return { decided: 'referred', edition, reasons: [rule.otherwise] };
  }
  return { decided: 'atOnce', edition, reasons: [rule.reason] };
};
