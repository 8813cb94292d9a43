import { randomUUID } from 'node:crypto';
import type { Payment } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { isoInstant } from '../platform/instant.ts';
import type { Mails, Outbox } from '../platform/mail/mails.ts';
import type { CardService } from './cards.ts';
import { createPaymentEnd, createResultOf } from './end.ts';
import { expectPayable } from './payments.ts';
import { followUpSeconds, type PaymentJob, paymentQueue } from './queue.ts';
import type { PaymentRow, PaymentStore } from './store.ts';

export type PayParts = {
  db: Db;
  clock: Clock;
  logger: Logger;
  store: PaymentStore;
  cards: CardService;
  mails: Mails;
  outbox: Outbox;
};

/**
 * Pays instalments by card, each once (rule PAY-16). First the payment is stored with a job that follows it up; then, outside
 * any transaction, the card service is called with the payment's own key; then the result is stored. Whatever fails in
 * between, the job finishes the payment: it finds out whether it was charged, or cancels it.
 */
export const createPay = ({ db, clock, logger, store, cards, mails, outbox }: PayParts) => {
  const end = createPaymentEnd({ db, clock, logger, store, mails });
  const resultOf = createResultOf(logger);

  return {
    /**
     * Stores a payment and reserves its instalments, in the transaction `tx`.
     * @throws Fault as `expectPayable` does
     * @returns the payment's id
     */
    begin: async (
      tx: Db,
      { actor, subject }: RequestContext,
      request: { installmentIds: readonly string[]; amount: number; language: Language },
    ): Promise<string> => {
      const { installmentIds: ids, amount, language } = request;
      const { rows, card } = await store.lockInstalments(tx, subject, ids);
      const cardOnFile = card?.expires ? { token: card.token, expires: card.expires } : null;
      expectPayable(rows, { count: ids.length, amount }, cardOnFile, dayOfInstant(clock.now()));
      const id = randomUUID();
      const payment = {
        customerId: subject.id,
        id,
        actorId: actor.id,
        state: 'started' as const,
        amount,
        cardToken: cardOnFile?.token ?? '',
        card: `${card?.brand ?? ''} ${card?.masked ?? ''}`.trim(),
        language,
        createdAt: clock.now().toISOString(),
      };
      await store.begin(tx, payment, ids);
      await outbox.send(tx, paymentQueue.name, { customerId: subject.id, id } satisfies PaymentJob, {
        afterSeconds: followUpSeconds,
      });
      return id;
    },

    /**
     * Charges a stored payment, or looks up its result.
     * @throws Fault `paymentDeclined`, or `cardServiceSilent` when there was no answer and the charge was cancelled
     */
    charge: async (subject: Customer, id: string, installmentIds: readonly string[]): Promise<Payment> => {
      const payment = await store.payment(subject, id);
      if (!payment) throw new Fault('notFound');
      if (payment.state === 'started') {
        const { cardToken: token, amount } = payment;
        const outcome =
          (await resultOf(() => cards.charge({ key: id, token, amount }))) ??
          (await resultOf(() => cards.settle(id)));
        if (outcome) await end(payment, subject, outcome, false);
      }
      const latest = (await store.payment(subject, id)) ?? payment;
      if (latest.state === 'declined') throw new Fault('paymentDeclined');
      if (latest.state === 'cancelled') throw new Fault('cardServiceSilent', { retryAfterSeconds: 5 });
      return {
        id,
        state: latest.state === 'paid' ? 'paid' : 'processing',
        amount: latest.amount,
        card: latest.card,
        paidAt: latest.settledAt && isoInstant(latest.settledAt),
        instalmentIds: [...installmentIds],
      };
    },

    /** Looks up the result of a payment whose answer was lost, and finishes it. @returns whether the service answered */
    settle: async (payment: PaymentRow, subject: Customer): Promise<boolean> => {
      const outcome = await resultOf(() => cards.settle(payment.id));
      if (outcome) await end(payment, subject, outcome, true);
      return outcome !== undefined;
    },
  };
};
export type Pay = ReturnType<typeof createPay>;
