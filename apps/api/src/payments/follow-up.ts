import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import type { Outbox } from '../platform/mail/mails.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import type { Pay } from './pay.ts';
import { type PaymentJob, paymentQueue } from './queue.ts';
import type { PaymentRow, PaymentStore } from './store.ts';

const hourMs = 3_600_000;
/** Age at which a payment without an answer gets a case for staff. */
const caseMs = 24 * hourMs;
const shortestPause = 30;
const longestPause = 4 * 3600;
/** Age at which a payment without a case has lost its job: its follow-up would have opened one. */
const forgottenMs = caseMs + 2 * longestPause * 1000;

/** Seconds until the card service is asked again: a quarter of the payment's age, up to four hours. */
const pauseOf = (ageMs: number): number =>
  Math.round(Math.min(longestPause, Math.max(shortestPause, ageMs / 4000)));

/** Opens the case of a payment whose result is unknown; it is closed when the card service answers (rule DESK-14). */
export const openPaymentCase = (
  tx: Db,
  { id, customerId, language }: Pick<PaymentRow, 'id' | 'customerId' | 'language'>,
  openedAt: Date,
): Promise<string> => openWorkItem(tx, { kind: 'payment', matterId: id, customerId, language, openedAt });

/** Finds out the result of payments whose answer was lost, however long it takes (rules PAY-16 and DESK-14). */
export const createFollowUp = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  store: PaymentStore;
  outbox: Outbox;
  pay: Pay;
}) => {
  const { db, clock, logger, store, outbox, pay } = parts;
  return {
    /** Job: finishes a payment, or looks again later; after a day without an answer, staff get a case about it. */
    followUp: async (job: PaymentJob): Promise<void> => {
      const due = await store.due(job.customerId, job.id);
      if (due?.payment.state !== 'started') return;
      const { payment, subject } = due;
      if (await pay.settle(payment, subject)) return;
      const now = clock.now();
      const ageMs = now.getTime() - Date.parse(payment.createdAt);
      await db.transaction(async (tx) => {
        if (ageMs >= caseMs) await openPaymentCase(tx, payment, now);
        await outbox.send(tx, paymentQueue.name, job, { afterSeconds: pauseOf(ageMs) });
      });
    },

    /** Follows up payments whose job was given up, such as those of an earlier release, and opens their cases. */
    findForgotten: async (): Promise<void> => {
      const now = clock.now();
      const forgotten = await store.startedWithoutCase(new Date(now.getTime() - forgottenMs).toISOString());
      for (const payment of forgotten) {
        const { customerId, id } = payment;
        logger.error({ payment: id }, 'payment without a follow-up');
        await db.transaction(async (tx) => {
          await openPaymentCase(tx, payment, now);
          await outbox.send(tx, paymentQueue.name, { customerId, id } satisfies PaymentJob);
        });
      }
    },
  };
};
