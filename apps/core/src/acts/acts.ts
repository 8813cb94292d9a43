import {
  actKindOf,
  type CoreAct,
  type CoreActAnswer,
  type CoreActPreview,
  type CoreFact,
  type CoreRequest,
} from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { sql } from 'drizzle-orm';
import type { Book } from '../book.ts';
import { premiumOn } from '../bookkeeping/suspension.ts';
import { acceptWithUndo, type Undo } from '../requests.ts';
import { addAct, doneOf, findAct } from '../store/acts.ts';
import { findCalendar } from '../store/calendar.ts';
import { findClaimAct } from '../store/claim-acts.ts';
import { findEditionOn } from '../store/editions.ts';
import { factsOfCustomer, removeOutcome } from '../store/outbox.ts';
import { findReferral } from '../store/referral.ts';
import { inBook, inDraft, lockCustomer, nextPolicyNumber } from '../store/work.ts';
import { type Decision, decide, type Known, knownOf } from './decide.ts';
import { effectOf, planEffectOf } from './effect.ts';
import { type ActResult, hashOf, isSameAct, type Receipt } from './receipt.ts';

/** A key that was used for another act, or a request that is another customer's. */
export class ActConflict extends Error {
  override name = 'ActConflict';
}

/** The front has not confirmed what the core was opened with, which is more than an answer can hold. */
export class NotConfirmed extends Error {
  override name = 'NotConfirmed';
}

/** Another transaction has used the key since it was looked up. */
export class KeyTaken extends Error {}

/** Facts that an answer holds at most, by its contract. */
const mostFacts = 2000;
/** How long an act waits for its customer, who may be in a night's portion; the caller asks again. */
export const lockMs = 2_000;

type Agreed = Omit<Extract<CoreActAnswer, { result: 'done' }>, 'result' | 'edition' | 'reasons' | 'facts'>;
type Outcome = { known: Known; decision: Decision; agreed?: Agreed; undo?: Undo };

const nothing: Undo = { records: [], added: [] };

/** What the request's own policy costs per year, on the day that a suspension begins or ends. */
const premiumOf = (book: Book, { kind, policy, effectiveOn }: CoreRequest): number => {
  if (!policy) return 0;
  if (kind === 'suspend' || kind === 'resume') return premiumOn(book, policy.number, effectiveOn);
  return book.policy(policy.number)?.facts.premiumPerYear ?? 0;
};

/** The premium per year that the request's own policy costs before and after. */
const premiumsOf = (
  book: Book,
  before: number,
  { request, issued }: { request: CoreRequest; issued: number | undefined },
) => {
  const { kind, premium } = request;
  if (issued !== undefined) return { before: 0, after: issued };
  if (kind === 'suspend' || kind === 'resume') return { before, after: premiumOf(book, request) };
  return { before, after: kind === 'cancel' || kind === 'withdraw' ? 0 : premium };
};

/** Decides on an act by the rules of the book's day and, when it is done, does it in the book. */
const actIn =
  (tx: Db, act: CoreAct) =>
  async (book: Book): Promise<Outcome> => {
    const { request } = act;
    const refersEverything = await findReferral(tx);
    const known = { ...knownOf(book, request), ...(refersEverything && { refersEverything }) };
    const decision = decide(act, known, (await findEditionOn(tx, known.day)) ?? null);
    if (decision.result !== 'done') return { known, decision };
    const premiumBefore = premiumOf(book, request);
    const changesSince = book.remember();
    const { policyNumber, undo } = acceptWithUndo(book, request);
    // A new policy says its own day and premium; the customer reads those.
    const isPlan = request.kind === 'plan';
    const issued =
      request.change?.product && policyNumber !== null ? book.policy(policyNumber)?.facts : undefined;
    const premiums = premiumsOf(book, premiumBefore, { request, issued: issued?.premiumPerYear });
    const agreed = {
      // Whoever decides later than it was asked for, the days are counted from the decision.
      effectiveOn: isPlan ? book.state.today : (issued?.validFrom ?? request.effectiveOn),
      premium: issued?.premiumPerYear ?? request.premium,
      effect: isPlan ? planEffectOf(changesSince()) : effectOf(changesSince(), premiums, book.state.today),
      policyNumber,
    };
    return { known, decision, agreed, undo };
  };

/** What becomes of an act of a customer that the core does not have. */
const withoutBook = async (db: Db, act: CoreAct, at: string): Promise<Outcome> => {
  const day = (await findCalendar(db))?.today ?? dayOf(new Date(at));
  const known = { day, hasCustomer: false, policy: null };
  return { known, decision: decide(act, known, null) };
};

/** Everything that the customer's facts say that the front has not confirmed, those that the act has changed among them. */
export const factsToConfirm = async (tx: Db, customer: string): Promise<CoreFact[]> => {
  const facts = await factsOfCustomer(tx, customer);
  if (facts.length > mostFacts) throw new NotConfirmed(`${facts.length} facts are not confirmed`);
  return facts.map(({ type, key, version, facts: said, acknowledges }) => ({
    ...{ type, key, version, facts: said },
    ...(acknowledges && { acknowledges }),
  }));
};

const answerOf = ({ answer, facts, key, hash, at }: Receipt): CoreActAnswer => {
  if (answer.result === 'putBack') throw new Error('What was put back has no answer');
  // The database writes instants in a format of its own, and a repeated answer has to be the same.
  const receipt = { key, sha256: hash, recordedAt: new Date(at).toISOString() };
  return answer.result === 'done' ? { ...answer, facts, receipt } : { ...answer, receipt };
};

/** An act that a transaction has performed, or found to be done. */
export type Performed = {
  receipt: Receipt;
  /** What puts it back; nothing when it was done before. */
  undo: Undo;
  isNew: boolean;
};

/**
 * Performs an act in the caller's transaction, in which the customer stays locked: what it changes, the facts to send and
 * the receipt are stored together. A request that was done already is not done again.
 * @throws ActConflict NotConfirmed
 */
export const performIn = async (tx: Db, key: string, act: CoreAct, at: string): Promise<Performed> => {
  const { request } = act;
  const customer = request.customer.ssn;
  await lockCustomer(tx, customer);
  const again = await findAct(tx, key);
  if (again) return { receipt: again, undo: nothing, isNew: false };
  const { done, round } = await doneOf(tx, request.id);
  if (done) {
    if (done.customer !== customer) throw new ActConflict('The request is another customer’s');
    return { receipt: done, undo: nothing, isNew: false };
  }
  const kind = actKindOf(request);
  const issues = kind === 'bind' || Boolean(request.change?.product);
  const worked = await inBook(tx, customer, actIn(tx, act), issues ? await nextPolicyNumber(tx) : undefined);
  const { known, decision, agreed, undo } = worked?.result ?? (await withoutBook(tx, act, at));
  const facts = agreed ? await factsToConfirm(tx, customer) : [];
  const answer = { ...decision, ...agreed } as ActResult;
  const told = { input: act, known, answer };
  const receipt: Receipt = {
    ...{ key, customer, requestId: request.id, round, kind, at, facts },
    ...{ ...told, hash: hashOf(told) },
  };
  if (!(await addAct(tx, receipt))) throw new KeyTaken();
  return { receipt, undo: undo ?? nothing, isNew: true };
};

/** Adds the receipt of an act's being put back. */
export const notePutBack = async (tx: Db, key: string, at: string): Promise<void> => {
  const done = await findAct(tx, key);
  if (!done) return;
  const told = {
    ...{ input: done.input, known: done.known },
    answer: { result: 'putBack' as const, edition: null, reasons: [] },
  };
  await addAct(tx, { ...done, ...told, key: `${key}:back`, at, facts: [], hash: hashOf(told) });
};

/** Acts that the front asks for in one call (rule ACT-1). They wait for nothing but their customer. */
export const createActs = ({ db, clock }: { db: Db; clock: Clock }) => {
  const repeated = (receipt: Receipt, act: CoreAct): CoreActAnswer => {
    if (isSameAct(receipt.input, act)) return answerOf(receipt);
    throw new ActConflict('The key was used for another act');
  };

  const performOnce = (key: string, act: CoreAct): Promise<CoreActAnswer> =>
    db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local lock_timeout = ${lockMs}`));
      if (await findClaimAct(tx, key)) throw new ActConflict('The key was used for an act with a claim');
      const { receipt } = await performIn(tx, key, act, clock.now().toISOString());
      if (receipt.key === key) return repeated(receipt, act);
      // Decided on the core's page: the front has the outcome with this answer, and can no longer refuse it.
      await removeOutcome(tx, act.request.id);
      return answerOf(receipt);
    });

  return {
    /**
     * Says what an act would lead to. Nothing is stored, and nobody waits for it.
     */
    preview: (act: CoreAct): Promise<CoreActPreview> =>
      db.transaction(
        async (tx) => {
          const { request } = act;
          const customer = request.customer.ssn;
          const { done } = await doneOf(tx, request.id);
          if (done?.customer === customer) return done.answer as CoreActPreview;
          const drafted = await inDraft(tx, customer, actIn(tx, act));
          const { decision, agreed } =
            drafted?.result ?? (await withoutBook(tx, act, clock.now().toISOString()));
          if (!agreed) return decision as CoreActPreview;
          const { policyNumber: _draft, ...shown } = agreed;
          return { ...decision, ...shown } as CoreActPreview;
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
    /**
     * Performs an act once: the same key gets the same answer, whichever process performed it.
     * @throws ActConflict when the key was used for another act
     * @throws NotConfirmed
     */
    perform: async (key: string, act: CoreAct): Promise<CoreActAnswer> => {
      const again = await findAct(db, key);
      if (again) return repeated(again, act);
      try {
        return await performOnce(key, act);
      } catch (error) {
        if (!(error instanceof KeyTaken)) throw error;
        // By another act: that of the same customer would have been found under the lock.
        const taken = await findAct(db, key);
        if (taken) return repeated(taken, act);
        throw error;
      }
    },
  };
};
export type Acts = ReturnType<typeof createActs>;
