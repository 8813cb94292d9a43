import type { ClaimLine } from './claim-form.ts';
import { addDays } from './day.ts';

/** A kind of small claim that is decided and paid without anybody (rule ACT-4). Amounts are in whole ISK. */
export type ClaimRule = {
  line: ClaimLine;
  /** The only cause that the report names. */
  cause: string;
  /** Answers of the report that it needs, by field. */
  answers?: Readonly<Record<string, string>> | undefined;
  product: string;
  /** Id of the cover that pays. */
  cover: string;
  /** Percent of the loss that the customer bears, never less than the deductible of the policy; 0 for that alone. */
  ownShare: number;
  /** Years since each damaged or lost thing was bought, at most, so that nothing has lost its value; left out where there are none. */
  itemYears?: number | undefined;
  /** Most that is paid for one claim, after the deductible. */
  upTo: number;
  /** Days from the loss to its report. */
  reportedWithin: number;
  /** Other claims of the customer within a year before the loss, at most. */
  earlierClaims: number;
  /** Photos and papers that come with the report, at least. */
  papers: number;
  /** Where the terms say what is paid. */
  source: string;
};

/** The rules of an edition about small claims. */
export type ClaimRules = {
  /** ISK: most that the rules pay in one day altogether. */
  perDay: number;
  /** Of a hundred claims that could be paid, those that somebody looks at all the same. */
  sampled: number;
  rules: readonly ClaimRule[];
};

/** Why somebody has to decide on a claim; each has a text in both languages. */
export const claimReferrals = [
  ...(['everythingReferred', 'noRule', 'noAmount', 'notCovered', 'nothingPayable', 'aboveLimit'] as const),
  ...(['lateReport', 'oldItems', 'earlierClaims', 'noPapers', 'dayLimit', 'sampled'] as const),
] as const;
export type ClaimReferral = (typeof claimReferrals)[number];

/** What rules read of a claim's report. */
export type ReportedLoss = {
  line: ClaimLine | null;
  causes: readonly string[];
  answers: Readonly<Record<string, string>>;
  /** ISK as the customer has stated it; null when they have not. */
  loss: number | null;
  /** Years in which the damaged or lost things were bought; null for one that the customer has not stated. */
  itemYears: readonly (number | null)[];
  papers: number;
};

/** What rules read of a claim besides its report. */
export type KnownOfClaim = {
  dateOfLoss: string;
  /** The day of the report. */
  reportedOn: string;
  /** Product of the policy, if it covered on the day of loss; null otherwise. */
  product: string | null;
  /** Other claims of the customer within a year before the loss. */
  earlierClaims: number;
  /** ISK that the rules have paid for other claims on the day. */
  paidToday: number;
  /** From 0 up to 100, the same for the same claim. */
  draw: number;
};

/** The rule for a reported loss; undefined where there is none. */
export const claimRuleFor = (
  { line, causes, answers }: ReportedLoss,
  product: string | null,
  { rules }: ClaimRules,
): ClaimRule | undefined => {
  const found = rules.filter(
    (rule) =>
      rule.line === line &&
      causes.length === 1 &&
      causes[0] === rule.cause &&
      Object.entries(rule.answers ?? {}).every(([name, value]) => answers[name] === value),
  );
  return found.find((rule) => rule.product === product) ?? found[0];
};

const isTooOld = (
  { itemYears }: ClaimRule,
  years: ReportedLoss['itemYears'],
  dateOfLoss: string,
): boolean => {
  if (itemYears === undefined) return false;
  const oldest = Number(dateOfLoss.slice(0, 4)) - itemYears;
  return years.length === 0 || years.some((year) => year === null || year < oldest);
};

/**
 * Decides whether a small claim is paid at once. A rule pays or refers: only a person refuses (rule ACT-4).
 * @param rule what `claimRuleFor` has found
 * @param payable ISK that the cover pays for the loss, after its deductible
 * @returns why somebody has to decide; undefined when it is paid
 */
export const claimReferral = (
  rule: ClaimRule | undefined,
  { loss, itemYears, papers }: ReportedLoss,
  known: KnownOfClaim,
  { payable, rules: { perDay, sampled } }: { payable: number; rules: ClaimRules },
): ClaimReferral | undefined => {
  if (!rule) return 'noRule';
  if (loss === null) return 'noAmount';
  if (known.product !== rule.product) return 'notCovered';
  if (payable <= 0) return 'nothingPayable';
  if (payable > rule.upTo) return 'aboveLimit';
  if (known.reportedOn > addDays(known.dateOfLoss, rule.reportedWithin)) return 'lateReport';
  if (isTooOld(rule, itemYears, known.dateOfLoss)) return 'oldItems';
  if (known.earlierClaims > rule.earlierClaims) return 'earlierClaims';
  if (papers < rule.papers) return 'noPapers';
  if (known.paidToday + payable > perDay) return 'dayLimit';
  return known.draw < sampled ? 'sampled' : undefined;
};

const smallClaim = { reportedWithin: 30, earlierClaims: 1, papers: 1 } as const;

/** The rules about small claims with which an insurance core begins that has none yet. */
export const initialClaimRules: ClaimRules = {
  perDay: 3_000_000,
  sampled: 10,
  rules: [
    {
      // A chip may be repaired without a deductible, so somebody reads its invoice.
      ...{ line: 'windscreen', cause: 'crack', answers: { window: 'front' }, ...smallClaim },
      ...{ product: 'windscreen', cover: 'windscreen', ownShare: 20, upTo: 150_000, source: 'BR10' },
    },
    {
      ...{ line: 'windscreen', cause: 'break', answers: { window: 'front' }, ...smallClaim },
      ...{ product: 'windscreen', cover: 'windscreen', ownShare: 20, upTo: 150_000, source: 'BR10' },
    },
    {
      ...{ line: 'home', cause: 'bicycle', answers: { bicycleLocked: 'yes', police: 'yes' }, ...smallClaim },
      ...{ product: 'home', cover: 'bicycles-and-prams', ownShare: 25, itemYears: 1 },
      ...{ upTo: 150_000, source: 'GH10' },
    },
  ],
};
