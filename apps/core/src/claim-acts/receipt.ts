import type { CoreClaimAct, CoreClaimActKind, CoreClaimAnswer } from '@hofn/contracts';
import { canonical, hashOf } from '../acts/receipt.ts';
import { type Judged, judge } from './judge.ts';
import type { ClaimKnown } from './standing.ts';

/** The receipt of what an employee has done with a claim (rule ACT-5). */
export type ClaimReceipt = {
  key: string;
  customer: string;
  /** Number of the claim. */
  claim: string;
  kind: CoreClaimActKind;
  at: string;
  input: CoreClaimAct;
  known: ClaimKnown;
  /** What was answered, without the facts. */
  answer: Judged;
  facts: Extract<CoreClaimAnswer, { result: 'done' }>['facts'];
  hash: string;
};

/** Whether two acts ask for the same. */
export const isSameClaimAct = (one: CoreClaimAct, other: CoreClaimAct): boolean =>
  canonical(one) === canonical(other);

/** Repeats a decision from its receipt alone. */
export const repeatClaimDecision = (
  receipt: ClaimReceipt,
): { isIntact: boolean; decision: Judged; isSame: boolean } => {
  const isIntact = hashOf(receipt) === receipt.hash;
  const decision = judge(receipt.input, receipt.known);
  return { isIntact, decision, isSame: isIntact && canonical(decision) === canonical(receipt.answer) };
};
