import { proposal as proposalShape } from '@hofn/contracts';
import type { Db, payments } from '@hofn/database';
import { proposals } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dutyOf, openDays, type PurchaseDuty, type PurchaseEvent } from '@hofn/domain/purchase.ts';
import type { Logger } from '@hofn/service';
import { acceptanceOf, createAcceptance } from '../offers/accept.ts';
import { type CardService, CardServiceUnavailable, type HoldOutcome } from '../payments/cards.ts';
import { openPaymentCase } from '../payments/follow-up.ts';
import type { Pay } from '../payments/pay.ts';
import { auditSystem } from '../platform/audit.ts';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import { recordEvent } from '../platform/events.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Acts } from '../requests/acts.ts';
import { nextAttempt } from '../requests/record-answer.ts';
import { createRequestStore, type RequestRow } from '../requests/store.ts';
import { advance, createPurchaseStore, type PurchaseRow, takeUnanswered } from './store.ts';

const hourMs = 3_600_000;
/** Age at which a purchase whose hold is unknown is open again: nobody waits longer to be insured. */
const giveUpHoldingMs = hourMs;
/** Age at which money without an answer gets a case, and a purchase without a decision holds no money any more. */
const dayMs = 24 * hourMs;

type Due = {
  purchase: PurchaseRow;
  subject: Customer;
  payment: typeof payments.$inferSelect | null;
  /** Whether the customer waits for the answer, and so needs no e-mail. */
  isWatched: boolean;
};

/** The context of a purchase, which only the customer makes. */
export const contextOf = (subject: Customer): RequestContext => ({
  ...{ actor: { kind: 'customer', id: subject.id }, subject, via: 'self', role: 'Full' },
});

/**
 * What goes on after "Buy and pay", each step in a transaction of its own with the calls of card service and core between them
 * (rule BUY-3): the amount is held, the core is asked, and the hold is charged when the policy is certain, or released. Whatever is
 * lost, the purchase is asked about again until there is an answer.
 */
export const createPurchaseWork = ({
  db,
  clock,
  logger,
  cards,
  mails,
  acts,
  pay,
}: {
  db: Db;
  clock: Clock;
  logger: Logger;
  cards: CardService;
  mails: Mails;
  acts: Acts;
  pay: Pay;
}) => {
  const store = createPurchaseStore(db);
  const accept = createAcceptance({ mails, acts });

  const ageOf = ({ boughtAt }: PurchaseRow): number =>
    clock.now().getTime() - Date.parse(boughtAt ?? clock.now().toISOString());

  /** Does something with the locked purchase, unless another process has already done it. */
  const inStep = (
    { purchase, subject }: Due,
    event: PurchaseEvent,
    work: (tx: Db, advanced: PurchaseRow) => Promise<Partial<PurchaseRow> | undefined>,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const row = await store.lock(tx, subject, purchase.id);
      const now = clock.now();
      const advanced = row && (await advance(tx, row, event, { now }));
      if (!advanced) return;
      const also = await work(tx, advanced);
      if (also) await createPurchaseStore(tx).change(tx, advanced, also);
      await auditSystem(tx, 'purchase.goOn', {
        ...{ subject: subject.id, object: { purchase: purchase.id } },
        ...{ event, state: advanced.state, hold: advanced.hold },
      });
      logger.info({ purchase: purchase.id, event, state: advanced.state, hold: advanced.hold }, 'purchase');
    });

  /** Tells a customer who no longer waits that nothing was bought. */
  const tellStopped = async (tx: Db, { purchase, subject, isWatched }: Due): Promise<void> => {
    if (isWatched) return;
    const recipient = await mails.onFile(tx, subject);
    if (recipient === null) return;
    await mails.write(tx, contextOf(subject), {
      ...{ kind: 'purchaseStopped', about: { purchaseId: purchase.id } },
      ...{ recipient, language: purchase.language },
    });
  };

  /** Stores the proposal that the customer has accepted, and asks the core to issue its policy. @returns the request's id */
  const ask = async (tx: Db, subject: Customer, purchase: PurchaseRow): Promise<{ requestId: string }> => {
    const { bought, ipid, boughtAt, id } = purchase;
    if (!bought || ipid === null || boughtAt === null) throw new Error(`Purchase ${id} was not bought`);
    const answeredAt = new Date(boughtAt).toISOString();
    const answer = { state: 'accepted' as const, answeredAt, answeredBy: subject.id };
    const proposal = { ...(bought.proposal as typeof proposals.$inferSelect), ...answer };
    await tx.insert(proposals).values(proposal);
    const shown = { ...proposalShape.parse(bought.shown), shown: bought.shownHash };
    const { language } = purchase;
    const acceptance = acceptanceOf(proposal, shown, { actorId: subject.id, answeredAt, language, ipid });
    await accept(tx, contextOf(subject), acceptance);
    await recordEvent(tx, 'purchase.bought', subject.id, { purchaseId: id, requestId: acceptance.id });
    return { requestId: acceptance.id };
  };

  const answerOf = async (call: () => Promise<HoldOutcome>): Promise<HoldOutcome | undefined> => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CardServiceUnavailable)) throw error;
      logger.warn({ err: error }, 'card service did not answer about a purchase');
      return undefined;
    }
  };

  /** Opens a case of the payment, whose result the card service has not said for a day. */
  const openCase = async ({ payment }: Due): Promise<void> => {
    if (payment) await db.transaction((tx) => openPaymentCase(tx, payment, clock.now()));
  };

  const hold = async (due: Due): Promise<boolean> => {
    const { purchase, subject, payment } = due;
    if (!payment) throw new Error(`Purchase ${purchase.id} has no payment`);
    const { id: key, cardToken: token, amount } = payment;
    const first = purchase.tries === 0 ? await answerOf(() => cards.hold({ key, token, amount })) : undefined;
    const outcome = first ?? (await answerOf(() => cards.settleHold(key)));
    if (!outcome) {
      if (ageOf(purchase) < giveUpHoldingMs) return false;
      await inStep(due, 'gaveUpHolding', async (tx) => {
        await tellStopped(tx, { ...due, isWatched: false });
        return undefined;
      });
      return true;
    }
    if (outcome.state === 'held') {
      await inStep(due, 'held', (tx, advanced) => ask(tx, subject, advanced));
      return true;
    }
    const { state } = outcome;
    await inStep(due, 'notHeld', async (tx) => {
      await pay.endHold(tx, subject, key, state);
      await tellStopped(tx, due);
      return undefined;
    });
    return true;
  };

  /** The policy is certain: the hold becomes a charge for its instalments, or is released where they cost something else. */
  const bind = async (due: Due, request: RequestRow): Promise<void> => {
    const { subject, payment, purchase } = due;
    const policyId = request.outcome?.policy?.id ?? null;
    const isHeld = payment !== null && purchase.hold === 'held' && policyId !== null;
    await db.transaction(async (tx) => {
      const row = await store.lock(tx, subject, purchase.id);
      if (row?.state !== 'deciding') return;
      const isReserved =
        isHeld && (await pay.reserveHeld(tx, subject, payment, (due) => due.policyId === policyId));
      const advanced = await advance(tx, row, isReserved ? 'accepted' : 'billed', { now: clock.now() });
      if (advanced) logger.info({ purchase: purchase.id, isReserved }, 'purchase bound');
    });
  };

  const decision = async (due: Due): Promise<boolean> => {
    const { purchase, subject } = due;
    const requests = createRequestStore(db);
    const id = purchase.requestId ?? '';
    await acts.perform(id);
    const request = await requests.one(subject, id);
    if (request?.state === 'confirmed') {
      await bind(due, request);
      return true;
    }
    const isAsked = request?.state === 'pending' && request.act?.state === 'asked';
    // No money is held for longer than a day: the core decides without it, and what it issues is billed.
    if (isAsked && ageOf(purchase) < dayMs) return false;
    await inStep(due, 'referred', async () => undefined);
    return true;
  };

  const capture = async (due: Due): Promise<boolean> => {
    const { purchase, payment, subject } = due;
    if (!payment) throw new Error(`Purchase ${purchase.id} has no payment`);
    const state = await pay.capture(payment, subject);
    if (state === undefined) {
      if (ageOf(purchase) >= dayMs) await openCase(due);
      return false;
    }
    await inStep(due, state === 'paid' ? 'captured' : 'notCaptured', async () => undefined);
    return true;
  };

  const release = async (due: Due): Promise<boolean> => {
    const { purchase, payment, subject } = due;
    const outcome = await answerOf(() => cards.release(payment?.id ?? ''));
    if (!outcome || outcome.state === 'held') {
      if (ageOf(purchase) >= dayMs) await openCase(due);
      return false;
    }
    await inStep(due, 'released', async (tx) => {
      if (payment) await pay.endHold(tx, subject, payment.id, 'cancelled');
      return undefined;
    });
    return true;
  };

  const duties: Record<PurchaseDuty, (due: Due) => Promise<boolean>> = { hold, decision, capture, release };

  const postpone = async ({ purchase, subject }: Due): Promise<void> =>
    db.transaction(async (tx) => {
      const row = await store.lock(tx, subject, purchase.id);
      if (!row || dutyOf(row) === undefined) return;
      const tries = row.tries + 1;
      await createPurchaseStore(tx).change(tx, row, {
        ...{ tries, askAgainAt: nextAttempt(tries, clock.now()) },
      });
    });

  /**
   * Asks whoever has not answered about a purchase, and then the next, until nothing is unanswered or somebody does not answer.
   * Does not throw: what fails is tried again.
   */
  const goOn = async (customerId: string, id: string, isWatched: boolean): Promise<void> => {
    const mostSteps = 4;
    for (let step = 0; step < mostSteps; step += 1) {
      const found = await store.due(customerId, id);
      const duty = found && dutyOf(found.purchase);
      if (!found || !duty) return;
      const due = { ...found, isWatched };
      try {
        if (await duties[duty](due)) continue;
      } catch (error) {
        logger.error({ err: error, purchase: id, duty }, 'a purchase could not go on, and is tried again');
      }
      await postpone(due).catch((error: unknown) => {
        // The time stored before the call still applies.
        logger.error({ err: error, purchase: id }, 'a purchase was not postponed');
      });
      return;
    }
  };

  return {
    goOn,
    ask,

    /** Repeats what is unanswered. Safe to run in several processes. */
    goOnWaiting: async (stopping: AbortSignal): Promise<void> => {
      while (!stopping.aborted) {
        const due = await db.transaction((tx) => takeUnanswered(tx, clock.now()));
        if (!due) return;
        await goOn(due.customerId, due.id, false);
      }
    },

    /** Ends open purchases that nobody has finished within thirty days. */
    endOpen: async (): Promise<void> => {
      const before = new Date(clock.now().getTime() - (openDays + 1) * dayMs).toISOString();
      for (const { customerId, id } of await store.openSince(before)) {
        await db.transaction(async (tx) => {
          const row = await store.lock(tx, { id: customerId }, id);
          const ended = row && (await advance(tx, row, 'ended', { now: clock.now() }));
          if (ended) await recordEvent(tx, 'purchase.ended', customerId, { purchaseId: id });
        });
      }
    },
  };
};
export type PurchaseWork = ReturnType<typeof createPurchaseWork>;
