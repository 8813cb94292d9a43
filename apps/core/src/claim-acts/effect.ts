import type { ClaimAct, ClaimCoverDecided, ClaimPaymentToMake, CoreClaimAct, Facts } from '@hofn/contracts';
import { decisionOf, sumOf } from '@hofn/insurance/claim-amounts.ts';
import { allows, claimAfter, type ClaimAct as LifeAct } from '@hofn/insurance/claim-life.ts';
import { withEvent } from '../bookkeeping/claim-events.ts';
import { paidOf } from '../bookkeeping/claim-ledger.ts';
import { isPromised, type Payouts } from './standing.ts';

type Claim = Facts<'claims'>;
type Note = Claim['events'][number]['note'];

/** When something happens: the core's day, and the instant. */
export type When = { day: string; at: string };

const sumPayable = (covers: readonly ClaimCoverDecided[]): number =>
  sumOf(covers.map(({ payable }) => payable));

/** What has been decided altogether, also before decisions were made by cover. */
const decidedOf = ({ covers, compensation }: Claim): number =>
  covers ? sumPayable(covers) : (compensation ?? 0);

const paidTexts = {
  is: 'Bæturnar hafa verið greiddar.',
  en: 'The compensation has been paid.',
};
const returnedTexts = {
  is: 'Greiðsla bótanna barst ekki og kom til baka. Við finnum út hvers vegna og greiðum aftur.',
  en: 'The payment of the compensation did not arrive and came back. We will find out why, and pay again.',
};

/** The claim after what the core itself has noticed. */
const noticed = (claim: Claim, act: LifeAct, { at }: When, note: Note): Claim => {
  const status = claimAfter(claim.status, act);
  // A front may make a letter of each event that says that a claim is approved, which then has to state the amounts.
  const { lossAmount, compensation } = claim;
  const event = { status, at, role: 'system' as const, name: null, note, lossAmount, compensation };
  return { ...claim, status, nextBy: null, events: withEvent(claim, event) };
};

/** Settles a claim of which everything payable has been paid. */
export const settledIfPaid = (claim: Claim, when: When): Claim => {
  const total = decidedOf(claim);
  if (!allows(claim.status, 'settle') || total === 0 || paidOf(claim) < total) return claim;
  return noticed(claim, 'settle', when, paidTexts);
};

/** A claim that was over, of which not everything payable is paid any more. */
export const unsettledIfReturned = (claim: Claim, when: When): Claim => {
  const act = decisionOf(claim.covers ?? []) === 'approvePartly' ? 'returnPartly' : 'return';
  if (!allows(claim.status, act) || allows(claim.status, 'settle')) return claim;
  return noticed(claim, act, when, returnedTexts);
};

const byRulesTexts = {
  is: 'Tjónið er eitt af þeim sem við bætum strax eftir föstum reglum, án þess að starfsmaður fari yfir það. Bæturnar eru það sem þú nefndir, að frádreginni eigin áhættu eða hlut þínum í tjóninu.',
  en: 'This is a loss that we compensate at once by fixed rules, without an employee reviewing it. The compensation is what you stated, less your deductible or your share of the loss.',
};

/** The payments that an act orders: of a decision by rules the only one, into the account on file. */
export const ordersOf = (
  act: ClaimAct,
  covers: readonly ClaimCoverDecided[],
  customer: string,
): ClaimPaymentToMake[] => {
  if (act.kind === 'claim.pay') return act.payments;
  if (act.kind !== 'claim.settle' || !act.payTo) return [];
  return [{ id: 'rules-1', ...act.payTo, recipientSsn: customer, amount: sumPayable(covers) }];
};

const promiseOf = ({ id, title, recipient, amount, account }: ClaimPaymentToMake) => ({
  ...{ id, title, recipient, amount, account, state: 'approved' as const, paidOn: null },
});

/** An act on a claim, with the employee and the time. */
type Doing = {
  act: CoreClaimAct;
  covers: ClaimCoverDecided[];
  /** Key of the policy that the act names; null for an act that names none. */
  policy: string | null;
  /** Edition of the rules, of what they decide. */
  rules: string | null;
  payouts: Payouts;
  when: When;
};

/** What each act changes, apart from who is in charge; with the step of the claim's life and what the customer reads of it. */
const changeOf = (
  claim: Claim,
  { act: { act, decidedBy, approvedBy }, covers, policy, rules, payouts, when }: Doing,
): { change: Partial<Claim>; step: LifeAct | null; note: Note } => {
  const ordered = claim.payments.filter((payment) => !isPromised(payment, payouts));
  switch (act.kind) {
    case 'claim.settle': {
      const total = sumPayable(covers);
      const by = { decidedOn: when.day, by: rules ?? '', rules, approvedBy: null };
      return {
        change: {
          ...{ policy: policy ?? claim.policy, covers, compensation: total, reserve: total, nextBy: null },
          lossAmount: sumOf(covers.map(({ loss }) => loss)),
          decision: { ...by, reasons: byRulesTexts },
          payments: [...ordered, ...ordersOf(act, covers, claim.customer).map(promiseOf)],
        },
        ...{ step: decisionOf(covers), note: byRulesTexts },
      };
    }
    case 'claim.policy': {
      // What was decided under the covers of another policy no longer stands.
      const undecided = claim.decision ? { covers: [], compensation: null, decision: null } : {};
      return { change: { policy, ...undecided }, step: null, note: null };
    }
    case 'claim.ask':
      return { change: { needs: act.needs, needsBy: act.needsBy, nextBy: null }, step: 'ask', note: null };
    case 'claim.reserve':
      return { change: { reserve: act.reserve }, step: 'reserve', note: null };
    case 'claim.decide': {
      const total = sumPayable(covers);
      const by = { decidedOn: when.day, by: decidedBy?.name ?? '', approvedBy: approvedBy?.name ?? null };
      return {
        change: {
          ...{ covers, compensation: total, reserve: total, nextBy: null, payments: ordered },
          lossAmount: covers.length > 0 ? sumOf(covers.map(({ loss }) => loss)) : claim.lossAmount,
          decision: { ...by, reasons: act.reasons },
        },
        ...{ step: decisionOf(covers), note: act.reasons },
      };
    }
    case 'claim.pay':
      return {
        change: { payments: [...ordered, ...ordersOf(act, covers, claim.customer).map(promiseOf)] },
        ...{ step: null, note: null },
      };
    case 'claim.close':
      // Nothing more is expected.
      return { change: { reserve: paidOf(claim), nextBy: null }, step: 'close', note: act.note };
    case 'claim.reopen':
      return { change: { nextBy: null }, step: 'reopen', note: act.note };
  }
};

/**
 * What a claim is after an employee's act that was done: its facts, with an event where the customer reads one. A reserve is for
 * staff, so it adds none unless work on the claim begins with it.
 */
export const claimAfterAct = (claim: Claim, doing: Doing): Claim => {
  const { act, when } = doing;
  const { change, step, note } = changeOf(claim, doing);
  const status = step ? claimAfter(claim.status, step) : claim.status;
  const name = act.decidedBy?.name ?? null;
  const phone = claim.handler?.name === name ? claim.handler.phone : null;
  // Null where nothing is: that the facts are there says that people work on this claim.
  const worked = { reserve: claim.reserve ?? null, decision: claim.decision ?? null };
  const isWaiting = status === 'awaitingDocuments';
  const next: Claim = {
    ...{
      ...claim,
      ...worked,
      needs: isWaiting ? claim.needs : [],
      needsBy: isWaiting ? claim.needsBy : null,
    },
    ...{ ...change, status, handler: name === null ? claim.handler : { name, phone } },
  };
  const isTold = step !== null && !(step === 'reserve' && status === claim.status);
  if (!isTold) return next;
  const isDecision = act.act.kind === 'claim.decide' || act.act.kind === 'claim.settle';
  const event = {
    ...{ status, at: when.at, role: name === null ? ('system' as const) : ('handler' as const), name, note },
    lossAmount: isDecision ? next.lossAmount : null,
    compensation: isDecision ? next.compensation : null,
  };
  return settledIfPaid({ ...next, events: withEvent(claim, event) }, when);
};
