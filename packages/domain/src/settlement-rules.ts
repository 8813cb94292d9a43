import type { CancelGrounds, PolicyRequestKind } from './policy-requests.ts';

/** What a customer does, as far as it decides whether anybody has to decide on it. */
export const ruledActs = [
  'acceptOffer',
  'withdraw',
  'cancelByNotice',
  'cancelOnGrounds',
  'suspend',
  'addCover',
  'removeCover',
  'changeDeductible',
  'addProduct',
  'ownWords',
  'figures',
] as const;
export type RuledAct = (typeof ruledActs)[number];

/** Why an act takes effect at once; each has a text in both languages. */
export const atOnceReasons = ['contract', 'right', 'notice', 'optional', 'priceList'] as const;
export type AtOnceReason = (typeof atOnceReasons)[number];

/** Why somebody has to decide; each has a text in both languages. */
export const referralReasons = [
  'grounds',
  'offRoad',
  'risk',
  'newPolicy',
  'ownWords',
  'companyFigures',
] as const;
export type ReferralReason = (typeof referralReasons)[number];

/** One rule: what becomes of an act, why, and the law or terms that say so. */
export type SettlementRule = { act: RuledAct; source: string } & (
  | { decided: 'atOnce'; reason: AtOnceReason }
  | { decided: 'referred'; reason: ReferralReason }
);

/** Rules that apply from a day until the next edition does. An edition is never changed once it has decided anything. */
export type RuleEdition = { id: string; from: string; rules: readonly SettlementRule[] };

const referredSince2026 = [
  {
    act: 'cancelOnGrounds',
    decided: 'referred',
    reason: 'grounds',
    source: 'Acts 30/2019, 48/1994 and 30/2004',
  },
  // The terms state neither what a suspension costs nor that it needs no proof.
  { act: 'suspend', decided: 'referred', reason: 'offRoad', source: 'Act 30/2019' },
  { act: 'addCover', decided: 'referred', reason: 'risk', source: 'YY10, Information' },
  { act: 'addProduct', decided: 'referred', reason: 'newPolicy', source: 'YY10, Information' },
  { act: 'ownWords', decided: 'referred', reason: 'ownWords', source: 'YY10, Information' },
  { act: 'figures', decided: 'referred', reason: 'companyFigures', source: 'YY10, Information' },
] as const satisfies readonly SettlementRule[];

const rightsSince2026 = [
  { act: 'acceptOffer', decided: 'atOnce', reason: 'contract', source: 'Act 7/1936, art. 1' },
  { act: 'withdraw', decided: 'atOnce', reason: 'right', source: 'Act 33/2005, art. 10' },
] as const satisfies readonly SettlementRule[];

/** All editions, oldest first. */
export const ruleEditions: readonly RuleEdition[] = [
  {
    id: '2026-1',
    from: '2026-01-01',
    rules: [...rightsSince2026, ...referredSince2026],
  },
  {
    id: '2026-2',
    from: '2026-11-25',
    rules: [
      ...rightsSince2026,
      { act: 'cancelByNotice', decided: 'atOnce', reason: 'notice', source: 'YY10, Cancellation' },
      { act: 'removeCover', decided: 'atOnce', reason: 'optional', source: 'YY10, Cancellation' },
      { act: 'changeDeductible', decided: 'atOnce', reason: 'priceList', source: 'YY10, Information' },
      ...referredSince2026,
    ],
  },
];

/** The parts of a request that rules read. */
export type RuledRequest = {
  kind: 'offer' | 'figures' | PolicyRequestKind;
  /** What is asked for about a policy; null for offers and figures. */
  change: {
    act: 'add' | 'remove' | 'deductible' | 'other' | null;
    grounds: CancelGrounds | null;
    /** A product to add beside the policy. */
    product: string | null;
  } | null;
};

const actOf = ({ kind, change }: RuledRequest): RuledAct => {
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

/** The edition that applies on a day. @throws Error for a day before the first */
export const ruleEditionOn = (day: string): RuleEdition => {
  const edition = ruleEditions.findLast(({ from }) => from <= day);
  if (!edition) throw new Error(`No edition of the rules applies on ${day}`);
  return edition;
};

/** Decides whether a request takes effect at once, by the rules of a day. An act without a rule is referred. */
export const decideByRule = (request: RuledRequest, day: string): RuleDecision => {
  const { id: edition, rules } = ruleEditionOn(day);
  const act = actOf(request);
  const rule = rules.find((each) => each.act === act);
  if (!rule) return { decided: 'referred', edition, reasons: [] };
  if (rule.decided === 'referred') return { decided: 'referred', edition, reasons: [rule.reason] };
  return { decided: 'atOnce', edition, reasons: [rule.reason] };
};
