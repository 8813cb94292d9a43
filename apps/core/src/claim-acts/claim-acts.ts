import type { CoreClaimAct, CoreClaimAnswer, CoreClaimPreview } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { decisionOf } from '@hofn/insurance/claim-amounts.ts';
import { sql } from 'drizzle-orm';
import { ActConflict, factsToConfirm, KeyTaken, lockMs } from '../acts/acts.ts';
import { hashOf } from '../acts/receipt.ts';
import type { Book } from '../book.ts';
import { putClaim } from '../bookkeeping/claim-ledger.ts';
import { findAct } from '../store/acts.ts';
import { findCalendar } from '../store/calendar.ts';
import { addClaimAct, findClaimAct, lockPaidByRules, paidByRulesOn } from '../store/claim-acts.ts';
import { findEditionOn } from '../store/editions.ts';
import { addPayouts, payoutsOf } from '../store/payments-out.ts';
import { findReferral } from '../store/referral.ts';
import { inBook, inDraft, lockCustomer } from '../store/work.ts';
import { claimAfterAct, ordersOf } from './effect.ts';
import { fieldFaults, type Judged, judge } from './judge.ts';
import { type ClaimReceipt, isSameClaimAct } from './receipt.ts';
import type { ByRules } from './ruled.ts';
import { type ClaimKnown, knownOf, knownOfNone, type Payouts } from './standing.ts';

/** A field of an act that cannot be on the core's day, or in view of another: `errors` names it. */
export class WrongField extends Error {
  override name = 'WrongField';
  readonly errors: Record<string, string[]>;
  constructor(errors: Record<string, string[]>) {
    super(Object.keys(errors).join(', '));
    this.errors = errors;
  }
}

/** What a decision makes of a claim. */
const becomesOf = { approve: 'approved', approvePartly: 'partlyApproved', reject: 'rejected' } as const;

type PayoutsByClaim = (claim: string) => Payouts;
type Outcome = {
  known: ClaimKnown;
  judged: Judged;
  /** Key of the claim. */
  claim?: string;
};

const judged = (input: CoreClaimAct, known: ClaimKnown): Judged => {
  const errors = fieldFaults(input, known.day);
  if (Object.keys(errors).length > 0) throw new WrongField(errors);
  return judge(input, known);
};

/** Decides on an act by what the book knows of the claim, and does it there when it is done. */
export const actInBook =
  (
    input: CoreClaimAct,
    { payouts, byRules, at }: { payouts: PayoutsByClaim; byRules: ByRules | undefined; at: string },
  ) =>
  (book: Book): Outcome => {
    const { known, record } = knownOf(book, input.claim.number, { payouts, act: input.act, byRules });
    const said = judged(input, known);
    if (said.result !== 'done' || !record) return { known, judged: said };
    const { covers } = said;
    const { policyKey: policy } = known;
    const when = { day: known.day, at };
    const rules = byRules?.edition ?? null;
    const doing = { act: input, covers, policy, rules, payouts: payouts(record.key), when };
    putClaim(book, record, claimAfterAct(record.facts, doing));
    return { known, judged: said, claim: record.key };
  };

const dayIn = async (db: Db, at: string): Promise<string> =>
  (await findCalendar(db))?.today ?? dayOf(new Date(at));

/** What the rules of the day say of small claims; undefined for acts on which an employee decides. */
const byRulesOf = async (tx: Db, { act }: CoreClaimAct, at: string): Promise<ByRules | undefined> => {
  if (act.kind !== 'claim.settle') return undefined;
  const day = await dayIn(tx, at);
  const edition = await findEditionOn(tx, day);
  return {
    ...{ edition: edition?.id ?? null, rules: edition?.claims ?? null },
    ...{ refersEverything: Boolean(await findReferral(tx)), paidToday: await paidByRulesOn(tx, day) },
  };
};

/** What becomes of an act with a claim of a customer that the core does not have. */
const withoutBook = async (db: Db, input: CoreClaimAct, at: string): Promise<Outcome> => {
  const known = knownOfNone(await dayIn(db, at));
  return { known, judged: judged(input, known) };
};

const answerOf = ({ answer, facts, key, hash, at }: ClaimReceipt): CoreClaimAnswer => {
  const { result, reasons } = answer;
  // The database writes instants in a format of its own, and a repeated answer has to be the same.
  const receipt = { key, sha256: hash, recordedAt: new Date(at).toISOString() };
  return result === 'done' ? { result, reasons, facts, receipt } : { result, reasons, receipt };
};

/** @throws ActConflict when the key was used for another act */
const repeated = (receipt: ClaimReceipt, input: CoreClaimAct): CoreClaimAnswer => {
  if (isSameClaimAct(receipt.input, input)) return answerOf(receipt);
  throw new ActConflict('The key was used for another act');
};

/**
 * Performs an act in the caller's transaction, in which the customer stays locked: what it changes, the payments to order, the
 * facts to send and the receipt are stored together.
 * @throws ActConflict NotConfirmed WrongField
 */
const performIn = async (
  tx: Db,
  { key, input, at }: { key: string; input: CoreClaimAct; at: string },
): Promise<CoreClaimAnswer> => {
  const { customer, number } = input.claim;
  await lockCustomer(tx, customer);
  // One after the other, so that together they pay no more than the rules may in a day.
  if (input.act.kind === 'claim.settle') await lockPaidByRules(tx);
  const again = await findClaimAct(tx, key);
  if (again) return repeated(again, input);
  if (await findAct(tx, key)) throw new ActConflict('The key was used for another act');
  const byRules = await byRulesOf(tx, input, at);
  const payouts = await payoutsOf(tx, customer);
  const worked = await inBook(tx, customer, actInBook(input, { payouts, byRules, at }));
  const outcome = worked?.result ?? (await withoutBook(tx, input, at));
  const { act } = input;
  const orders = ordersOf(act, outcome.judged.covers, customer);
  if (outcome.claim !== undefined && orders.length > 0)
    await addPayouts(tx, { customer, claim: outcome.claim, at }, orders);
  const facts = outcome.claim === undefined ? [] : await factsToConfirm(tx, customer);
  const told = { input, known: outcome.known, answer: outcome.judged };
  const receipt = { key, customer, claim: number, kind: act.kind, at, facts, ...told, hash: hashOf(told) };
  if (!(await addClaimAct(tx, receipt))) throw new KeyTaken();
  return answerOf(receipt);
};

/** What employees, and rules, do with claims, which the front asks for in one call (rules ACT-1, DESK-8). */
export const createClaimActs = ({ db, clock }: { db: Db; clock: Clock }) => {
  const now = () => clock.now().toISOString();
  return {
    /**
     * Says what an act would lead to, and what the claim is judged by. Nothing is stored, and nobody waits for it.
     * @throws WrongField
     */
    preview: (input: CoreClaimAct): Promise<CoreClaimPreview> =>
      db.transaction(
        async (tx) => {
          const { customer } = input.claim;
          const payouts = await payoutsOf(tx, customer);
          const byRules = await byRulesOf(tx, input, now());
          const drafted = await inDraft(tx, customer, actInBook(input, { payouts, byRules, at: now() }));
          const { known, judged: said } = drafted?.result ?? (await withoutBook(tx, input, now()));
          const becomes = input.act.kind === 'claim.decide' && {
            becomes: becomesOf[decisionOf(said.covers)],
          };
          return { ...said, standing: known.standing, ...becomes };
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
    /**
     * Performs an act once: the same key gets the same answer, whichever process performed it.
     * @throws ActConflict when the key was used for another act
     * @throws NotConfirmed WrongField
     */
    perform: async (key: string, input: CoreClaimAct): Promise<CoreClaimAnswer> => {
      const again = await findClaimAct(db, key);
      if (again) return repeated(again, input);
      try {
        return await db.transaction(async (tx) => {
          await tx.execute(sql.raw(`set local lock_timeout = ${lockMs}`));
          return performIn(tx, { key, input, at: now() });
        });
      } catch (error) {
        if (!(error instanceof KeyTaken)) throw error;
        // By another act: that of the same customer would have been found under the lock.
        const taken = await findClaimAct(db, key);
        if (taken) return repeated(taken, input);
        throw error;
      }
    },
  };
};
export type ClaimActs = ReturnType<typeof createClaimActs>;
