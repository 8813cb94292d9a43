import type { CoreOutcome, CoreRequest } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { notePutBack, performIn } from './acts/acts.ts';
import type { DeclinedCode } from './acts/decide.ts';
import { deciders, ownKeyPrefix, type Receipt } from './acts/receipt.ts';
import { type Hofn, HofnRefused } from './hofn.ts';
import { putBack } from './requests.ts';
import { sendFactsOf } from './send.ts';
import { doneOf } from './store/acts.ts';
import { addOutcome, type OutcomeToSend, outcomesToSend, removeOutcome } from './store/outbox.ts';
import { findReferral } from './store/referral.ts';
import { inBook, lockCustomer } from './store/work.ts';

/** A decision on a request, as the page sends it, or its switch to accept what arrives. */
export type Decision =
  | { act: 'accept'; by: 'page' | 'switch' }
  | { act: 'refuse' | 'ask'; texts: { is: string; en: string } };

/** A request that was accepted, and that the core cannot do. */
export class Declined extends Error {
  override name = 'Declined';
  readonly code: DeclinedCode;
  constructor(code: DeclinedCode) {
    super(`The core declines what was accepted: ${code}`);
    this.code = code;
  }
}

const nothing: OutcomeToSend['undo'] = { records: [], added: [] };

/** The outcome that an act which is done leads to. @throws Declined */
const outcomeOf = ({ answer }: Receipt): CoreOutcome => {
  if (answer.result !== 'done') throw new Declined(answer.reasons[0]?.code as DeclinedCode);
  const { effectiveOn, premium, policyNumber } = answer;
  return { result: 'accepted', effectiveOn, premium, policyNumber, texts: null };
};

/** Outcomes of requests: each is stored with what it changes, and then sent. */
export const createOutcomes = (parts: { db: Db; hofn: Hofn; clock: Clock; logger: Logger }) => {
  const { db, hofn, clock, logger } = parts;

  /** Accepts a request by an act of the core's own, unless one has done it. @throws Declined */
  const accept = async (tx: Db, request: CoreRequest, by: 'page' | 'switch') => {
    const { done, round } = await doneOf(tx, request.id);
    if (done) return { outcome: outcomeOf(done), undo: nothing };
    const key = `${ownKeyPrefix}${request.id}:${round}`;
    const act = { request, decidedBy: { name: deciders[by] } };
    const { receipt, undo } = await performIn(tx, key, act, clock.now().toISOString());
    return { outcome: outcomeOf(receipt), undo: { ...undo, act: receipt.key } };
  };

  /**
   * Decides, in one transaction with what the decision changes. A decision that waits to be sent stands, and so does an act
   * that was done for the front.
   */
  const decideOnce = (request: CoreRequest, decision: Decision): Promise<void> =>
    db.transaction(async (tx) => {
      const customer = request.customer.ssn;
      await lockCustomer(tx, customer);
      const [waiting] = await outcomesToSend(tx, request.id);
      if (waiting) return;
      // Switched on meanwhile: what the core would accept by itself is left to people.
      const isOwn = decision.act === 'accept' && decision.by === 'switch';
      if (isOwn && (await findReferral(tx))) return;
      const { done } = await doneOf(tx, request.id);
      const { outcome, undo } =
        decision.act === 'accept' || done
          ? await accept(tx, request, decision.act === 'accept' ? decision.by : 'page')
          : {
              outcome: {
                result: decision.act === 'ask' ? ('moreInformation' as const) : ('refused' as const),
                texts: decision.texts,
              },
              undo: nothing,
            };
      await addOutcome(tx, { customer, requestId: request.id, outcome, undo });
    });

  /**
   * Sends an outcome after the facts that it is about, so that it links to the policy. One that Höfn refuses changes nothing:
   * what was accepted is put back.
   * @throws HofnRefused
   */
  const send = async ({ customer, requestId, outcome, undo }: OutcomeToSend): Promise<void> => {
    await sendFactsOf(parts, customer);
    try {
      await hofn.call('PUT', `requests/${requestId}/outcome`, { body: outcome });
    } catch (error) {
      if (!(error instanceof HofnRefused)) throw error;
      await db.transaction(async (tx) => {
        await lockCustomer(tx, customer);
        // Another replica may have sent the same outcome, or the front has asked for the act and has its answer.
        if (!(await removeOutcome(tx, requestId))) return;
        await inBook(tx, customer, (book) => putBack(book, undo));
        if (undo.act !== undefined) await notePutBack(tx, undo.act, clock.now().toISOString());
      });
      await sendFactsOf(parts, customer);
      throw error;
    }
    await removeOutcome(db, requestId);
    logger.info({ request: requestId, result: outcome.result }, 'request settled');
  };

  return { decideOnce, send };
};
