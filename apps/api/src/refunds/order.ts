import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { type CardService, CardServiceUnavailable, type RefundOutcome } from '../payments/cards.ts';
import type { Mails, Outbox } from '../platform/mail/mails.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import { createRefundEnd } from './end.ts';
import { type RefundJob, refundFollowUpSeconds, refundQueue } from './queue.ts';
import { createRefundStore, type RefundRow } from './store.ts';

export type OrderParts = {
  db: Db;
  clock: Clock;
  logger: Logger;
  cards: CardService;
  mails: Mails;
  outbox: Outbox;
};

const hourMs = 3_600_000;
/** Age at which a refund without an answer goes back to the open list of the desk. */
const caseMs = 24 * hourMs;
/** Age after which a refund without an answer is asked about at least once a day, whatever became of its job. */
const forgottenMs = 2 * caseMs;
const shortestPause = 30;
const longestPause = 4 * 3600;

/** Seconds until the card service is asked again: a quarter of the refund's age, up to four hours. */
const pauseOf = (ageMs: number): number =>
  Math.round(Math.min(longestPause, Math.max(shortestPause, ageMs / 4000)));

/**
 * Orders refunds that were approved at the card service, each once (rule DESK-12). The refund is stored before the card service is
 * asked, and asked for again under the same key until there is an answer: one that is lost, doubled or late refunds nothing twice.
 * The customer's account, e-mail and the event for other systems follow once it is a fact.
 */
export const createRefundOrders = ({ db, clock, logger, cards, mails, outbox }: OrderParts) => {
  const store = createRefundStore(db);
  const end = createRefundEnd({ db, clock, logger, mails });

  const queue = (tx: Db, { customerId, id }: RefundJob, afterSeconds: number) =>
    outbox.send(tx, refundQueue.name, { customerId, id } satisfies RefundJob, { afterSeconds });

  /** @returns whether the card service has said what became of it */
  const ask = async (row: RefundRow): Promise<boolean> => {
    const { id: key, paymentId: charge, amount } = row;
    let outcome: RefundOutcome;
    try {
      outcome = await cards.refund({ key, charge, amount });
    } catch (error) {
      if (!(error instanceof CardServiceUnavailable)) throw error;
      logger.warn({ err: error, refund: key }, 'card service did not answer about a refund');
      return false;
    }
    if (outcome.state === 'processing') return false;
    await end(row, outcome);
    return true;
  };

  const askOne = async (job: RefundJob): Promise<RefundRow | undefined> => {
    const row = await store.find(job.customerId, job.id);
    return row?.state !== 'ordered' || (await ask(row)) ? undefined : row;
  };

  return {
    /** Stores a refund with the job that follows it up, in the transaction `tx` that has locked the account. */
    add: async (tx: Db, row: Omit<RefundRow, 'state' | 'settledAt' | 'reference' | 'fault'>) => {
      await store.add(tx, { ...row, state: 'ordered' });
      await queue(tx, row, refundFollowUpSeconds);
    },

    /** Asks the card service for a refund that was just stored. Does not throw: its job asks again. */
    perform: async (job: RefundJob): Promise<void> => {
      try {
        await askOne(job);
      } catch (error) {
        logger.error({ err: error, refund: job.id }, 'a refund could not be ordered, and is tried again');
      }
    },

    /** Job: asks for a refund whose answer is not known, and later again; after a day its case is back in the open list. */
    followUp: async (job: RefundJob): Promise<void> => {
      const row = await askOne(job);
      if (!row) return;
      const now = clock.now();
      const ageMs = now.getTime() - Date.parse(row.orderedAt);
      const { customerId, paymentId: matterId } = row;
      await db.transaction(async (tx) => {
        if (ageMs >= caseMs)
          await openWorkItem(tx, { kind: 'payment', matterId, customerId, language: 'is', openedAt: now });
        await queue(tx, job, pauseOf(ageMs));
      });
    },

    /** Asks about refunds whose job was given up. */
    findForgotten: async (): Promise<void> => {
      const before = new Date(clock.now().getTime() - forgottenMs).toISOString();
      for (const row of await store.orderedBefore(before)) {
        logger.error({ refund: row.id }, 'refund without an answer for two days');
        await ask(row);
      }
    },
  };
};
export type RefundOrders = ReturnType<typeof createRefundOrders>;
