import type { ClaimCoverAssessed } from '@hofn/contracts';
import {
  type ClaimReferral,
  type ClaimRule,
  claimReferral,
  claimRuleFor,
  type ReportedLoss,
} from '@hofn/domain/claim-rules.ts';
import { type Decided, decideCovers, wholePolicy } from '@hofn/insurance/claim-amounts.ts';
import type { Settle } from './ruled.ts';
import type { ClaimKnown } from './standing.ts';

/** The line of a decision by a rule. A share of the loss is the deductible, unless it is less than that of the policy. */
const lineOf = (
  { cover, ownShare }: ClaimRule,
  loss: number,
  { standing }: ClaimKnown,
): ClaimCoverAssessed => {
  const found = standing?.covers.find(({ id }) => id === cover || id === wholePolicy);
  const deductible = Math.max(found?.deductible ?? 0, Math.round((loss * ownShare) / 100));
  return { id: found?.id ?? cover, claimed: loss, loss, depreciation: 0, ownShare: 0, deductible };
};

/** What the rules make of a claim: what is paid by cover, or why somebody has to decide. */
export const decideByRules = (
  act: Settle,
  known: ClaimKnown,
): { referral: ClaimReferral } | { referral: undefined; decided: Decided<ClaimCoverAssessed> } => {
  const { byRules, ruled } = known;
  if (byRules?.refersEverything) return { referral: 'everythingReferred' };
  if (!byRules?.rules || !ruled) return { referral: 'noRule' };
  const { rules } = byRules;
  const report: ReportedLoss = { ...act, line: ruled.line };
  const rule = claimRuleFor(report, ruled.product, rules);
  const decided = decideCovers(rule ? [lineOf(rule, act.loss ?? 0, known)] : [], known.limits);
  if (decided.unknown.length > 0) return { referral: 'notCovered' };
  const referral = claimReferral(rule, report, ruled, { payable: decided.total, rules });
  return referral ? { referral } : { referral, decided };
};
