import type { Logger } from '@hofn/service';
import type { CardService } from '../payments/cards.ts';
import { createResultOf } from '../payments/end.ts';
import type { HeldPayments } from '../payments/held.ts';
import type { AskCore } from './ask-core.ts';
import { type Due, dayMs, type Stepping } from './stepping.ts';

/** Age at which a purchase whose hold is unknown is open again: nobody waits longer to be insured. */
const giveUpHoldingMs = 3_600_000;

/** The steps of a purchase for which the card service is asked. Each says whether it has answered. */
export const createCardSteps = ({
  logger,
  cards,
  held,
  ask,
  stepping: { ageOf, inStep, tellStopped, openCase },
}: {
  logger: Logger;
  cards: CardService;
  held: HeldPayments;
  ask: AskCore;
  stepping: Stepping;
}) => {
  const answerOf = createResultOf(logger);

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
      await held.release(tx, subject, key, state);
      await tellStopped(tx, due);
      return undefined;
    });
    return true;
  };

  const capture = async (due: Due): Promise<boolean> => {
    const { purchase, payment, subject } = due;
    if (!payment) throw new Error(`Purchase ${purchase.id} has no payment`);
    const state = await held.capture(payment, subject);
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
      if (payment) await held.release(tx, subject, payment.id, 'cancelled');
      return undefined;
    });
    return true;
  };

  return { hold, capture, release };
};
