import type { Db } from '@hofn/database';
import { addDays } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { dutyOf, openDays, type PurchaseDuty } from '@hofn/domain/purchase.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant } from '@hofn/texts';
import type { CardService } from '../payments/cards.ts';
import type { HeldPayments } from '../payments/held.ts';
import { recordEvent } from '../platform/events.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Acts } from '../requests/acts.ts';
import { nextAttempt } from '../requests/record-answer.ts';
import { createRequestStore, type RequestRow } from '../requests/store.ts';
import { createAskCore } from './ask-core.ts';
import { createCardSteps } from './card-steps.ts';
import { auditEvent, createStepping, type Due, dayMs } from './stepping.ts';
import { advance, createPurchaseStore, nothingAnswered, takeUnanswered } from './store.ts';

/**
 * What goes on after "Buy and pay", each step in a transaction of its own with the calls of card service and core between them
 * (rule BUY-3): the amount is held, the core is asked, and the hold is charged when the policy is certain, or released. Whatever is
 * lost, the purchase is asked about again until there is an answer.
 */
export const createPurchaseWork = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  cards: CardService;
  mails: Mails;
  acts: Acts;
  held: HeldPayments;
}) => {
  const { db, clock, logger, acts, held } = parts;
  const store = createPurchaseStore(db);
  const ask = createAskCore(parts);
  const stepping = createStepping(parts);
  const cardSteps = createCardSteps({ ...parts, ask, stepping });

  /** The policy is certain: the hold becomes a charge for its instalments, or is released where they cost something else. */
  const bind = async (due: Due, request: RequestRow): Promise<void> => {
    const { subject, payment, purchase } = due;
    const policyId = request.outcome?.policy?.id ?? null;
    const isHeld = payment !== null && purchase.hold === 'held' && policyId !== null;
    await db.transaction(async (tx) => {
      const row = await store.lock(tx, subject, purchase.id);
      if (row?.state !== 'deciding' || row.paymentId !== purchase.paymentId) return;
      const isReserved = isHeld && (await held.reserve(tx, subject, payment, policyId));
      const event = isReserved ? 'accepted' : 'billed';
      const advanced = await advance(tx, row, event, { now: clock.now() });
      if (!advanced) return;
      await auditEvent(tx, advanced, event);
      logger.info({ purchase: purchase.id, isReserved }, 'purchase bound');
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
    if (isAsked && stepping.ageOf(purchase) < dayMs) return false;
    await stepping.inStep(due, 'referred', async () => undefined);
    return true;
  };

  const duties: Record<PurchaseDuty, (due: Due) => Promise<boolean>> = { ...cardSteps, decision };

  const postpone = async ({ purchase, subject }: Due): Promise<void> =>
    db.transaction(async (tx) => {
      const row = await store.lock(tx, subject, purchase.id);
      if (!row || dutyOf(row) === undefined) return;
      const tries = row.tries + 1;
      await store.change(tx, row, { tries, askAgainAt: nextAttempt(tries, clock.now()) });
    });

  /**
   * Takes a purchase as far as it goes: asks the card service and the core in turn, until all have answered or one stays silent.
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
      const before = `${addDays(dayOfInstant(clock.now()), -openDays)}T00:00:00Z`;
      for (let due = await store.openSince(before); due.length > 0; due = await store.openSince(before))
        for (const { customerId, id } of due)
          await db.transaction(async (tx) => {
            const row = await store.lock(tx, { id: customerId }, id);
            if (row?.state !== 'open') return;
            const ended = await advance(tx, row, 'ended', { now: clock.now(), ...nothingAnswered });
            // Otherwise the same ones would be found again for ever.
            if (!ended) throw new Error(`The purchase ${id} could not be ended`);
            await recordEvent(tx, 'purchase.ended', customerId, { purchaseId: id });
            await auditEvent(tx, ended, 'ended');
          });
    },
  };
};
export type PurchaseWork = ReturnType<typeof createPurchaseWork>;
