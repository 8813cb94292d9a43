import type { ClaimAct, ClaimCoverDecided, CoreClaimAct } from '@hofn/contracts';
import type { ClaimReferral } from '@hofn/domain/claim-rules.ts';
import { amountFaults, decideCovers, netOf, sumOf } from '@hofn/insurance/claim-amounts.ts';
import type { Reason } from '../acts/decide.ts';
import { decideByRules } from './by-rules.ts';
import { referralTexts } from './referral-texts.ts';
import type { ClaimKnown } from './standing.ts';

/** Codes of what the core declines. */
export type ClaimDeclinedCode =
  | ('unknownClaim' | 'unknownPolicy' | 'claimChanged' | 'notPossibleNow' | 'notCovered' | 'unknownCover')
  | ('belowPaid' | 'abovePayable' | 'paymentExists' | 'amountChanged');

const declinedTexts: Readonly<Record<ClaimDeclinedCode, { is: string; en: string }>> = {
  unknownClaim: {
    is: 'Vátryggingakerfið þekkir ekki þetta tjónsmál.',
    en: 'The insurance core does not know this claim.',
  },
  unknownPolicy: {
    is: 'Viðskiptavinurinn er ekki með tryggingu með þessu númeri.',
    en: 'The customer has no policy with this number.',
  },
  claimChanged: {
    is: 'Málið hefur breyst síðan þú opnaðir það. Skoðaðu það aftur áður en þú ákveður.',
    en: 'The claim has changed since you opened it. Look at it again before you decide.',
  },
  notPossibleNow: {
    is: 'Þetta er ekki hægt við málið eins og það stendur núna.',
    en: 'This cannot be done with the claim as it is now.',
  },
  notCovered: {
    is: 'Engin vátrygging bætir tjón sem varð þennan dag.',
    en: 'No policy pays for a loss on that day.',
  },
  unknownCover: {
    is: 'Vátryggingin hafði ekki þessa vernd á tjónsdegi.',
    en: 'The policy did not have this cover on the date of loss.',
  },
  belowPaid: {
    is: 'Upphæðin er lægri en það sem þegar hefur verið greitt eða sent til greiðslu.',
    en: 'The amount is less than what has been paid or ordered already.',
  },
  abovePayable: {
    is: 'Greiðslurnar eru hærri en það sem eftir er af samþykktum bótum.',
    en: 'The payments are more than what is left of the compensation that was decided.',
  },
  paymentExists: {
    is: 'Greiðsla með þessu auðkenni er þegar til í málinu.',
    en: 'The claim already has a payment with this id.',
  },
  amountChanged: {
    is: 'Bæturnar eru ekki lengur sú fjárhæð sem var ákveðin, því að annað mál eða tryggingin hefur breyst. Skoðaðu þær aftur.',
    en: 'The claim no longer pays the amount that was decided, because another claim or the policy has changed. Look at it again.',
  },
};

/** What becomes of an act. */
export type Judged = {
  result: 'done' | 'referred' | 'declined';
  reasons: Reason[];
  /** Of a decision, each cover with what is paid for it. */
  covers: ClaimCoverDecided[];
};

const done = (covers: ClaimCoverDecided[] = []): Judged => ({ result: 'done', reasons: [], covers });

const declined = (code: ClaimDeclinedCode, covers: ClaimCoverDecided[] = []): Judged => ({
  result: 'declined',
  reasons: [{ code, texts: declinedTexts[code] }],
  covers,
});

const referred = (code: ClaimReferral): Judged => ({
  result: 'referred',
  reasons: [{ code, texts: referralTexts[code] }],
  covers: [],
});

type Decide = Extract<ClaimAct, { kind: 'claim.decide' }>;

/** What is wrong with the fields of an act on a day, in English; empty when nothing is. */
export const fieldFaults = ({ act }: CoreClaimAct, day: string): Record<string, string[]> => {
  if (act.kind === 'claim.ask' && act.needsBy < day) return { 'act.needsBy': [`Before today, ${day}.`] };
  if (act.kind !== 'claim.decide') return {};
  return Object.fromEntries(
    amountFaults(act.covers).map(({ index, field }) => [
      `act.covers.${index}.${field}`,
      ['More than what is left of the loss.'],
    ]),
  );
};

const withTitles = (
  covers: ReadonlyArray<Omit<ClaimCoverDecided, 'title'>>,
  { titles }: ClaimKnown,
): ClaimCoverDecided[] =>
  covers.map((line) => ({ ...line, title: titles[line.id] ?? { is: line.id, en: line.id } }));

const judgeDecision = ({ covers: assessed }: Decide, known: ClaimKnown, ordered: number): Judged => {
  const { covers, total, unknown } = decideCovers(assessed, known.limits);
  const titled = (paysAny: boolean) =>
    withTitles(
      covers.map((line) => ({ ...line, payable: paysAny ? line.payable : 0 })),
      known,
    );
  // Nothing payable is always possible.
  if (!known.isPayable && assessed.some((line) => netOf(line) > 0))
    return declined('notCovered', titled(false));
  if (unknown.length > 0) return declined('unknownCover', titled(true));
  return total < ordered ? declined('belowPaid', titled(true)) : done(titled(true));
};

/**
 * Decides what becomes of an employee's act with a claim (rule DESK-8): the core declines only what cannot be. Whether they may is
 * decided by the front.
 */
export const judge = ({ claim, act, payable }: CoreClaimAct, known: ClaimKnown): Judged => {
  const { standing } = known;
  if (!standing) return declined('unknownClaim');
  const covers = act.kind === 'claim.decide' ? judgeDecision(act, known, standing.ordered) : done();
  // Two people decide at once: the second has seen another claim.
  if (claim.version !== standing.version) return declined('claimChanged', covers.covers);
  if (known.impossible.includes(act.kind)) return declined('notPossibleNow', covers.covers);
  if (act.kind === 'claim.settle') {
    const said = decideByRules(act, known);
    return said.referral ? referred(said.referral) : done(withTitles(said.decided.covers, known));
  }
  if (act.kind === 'claim.policy' && known.policyKey === null) return declined('unknownPolicy');
  if (act.kind === 'claim.reserve' && act.reserve < standing.ordered) return declined('belowPaid');
  // Other claims of the period, and the policy, have versions of their own.
  const isAnother = payable !== undefined && sumOf(covers.covers.map((line) => line.payable)) !== payable;
  if (act.kind === 'claim.decide' && covers.result === 'done' && isAnother)
    return declined('amountChanged', covers.covers);
  if (act.kind !== 'claim.pay') return covers;
  if (act.payments.some(({ id }) => known.payments.includes(id))) return declined('paymentExists');
  if (!known.isPayable) return declined('notCovered');
  const wanted = sumOf(act.payments.map(({ amount }) => amount));
  return wanted > standing.decided - standing.ordered ? declined('abovePayable') : done();
};
