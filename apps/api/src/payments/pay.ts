import { randomUUID } from 'node:crypto';
import type { Payment } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import { isoInstant } from '../platform/instant.ts';
import type { Mails, Outbox } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { closeWorkItem } from '../work-items/open-work-item.ts';
import { type CardService, CardServiceUnavailable, type Outcome } from './cards.ts';
import { markPaid, paidPartOf, premiumEntryId, type StoredInstalment } from './charged.ts';
import { type BookedText, type Booking, bookEntries } from './ledger.ts';
import { expectPayable, isCardExpired, totalOf } from './payments.ts';
import { followUpSeconds, type PaymentJob, paymentQueue } from './queue.ts';
import type { PaymentRow, PaymentStore } from './store.ts';

const both = (text: (language: Language) => string): BookedText => ({ is: text('is'), en: text('en') });

/** Ledger entries of a payment: what was charged, and premiums for the instalments that have none yet. */
const bookingsOf = (rows: readonly StoredInstalment[], payment: PaymentRow, today: string): Booking[] => {
  // The premium is booked on the due date, unless the core system knows of another payment already.
  const early = rows.filter(({ dueDate, paidAt }) => dueDate > today && paidAt === null);
  const premiums = early.map((row): Booking => {
    const { id, policyId, sequence: n, sequenceOf: total } = row;
    return {
      ...{ id: premiumEntryId(payment.id, id), type: 'premium', amount: paidPartOf(row), policyId },
      text: both((language) => textsIn(language)('payment|booked', { n, total })),
    };
  });
  const policies = new Set(rows.map(({ policyId }) => policyId));
  const [policyId = null] = policies.size === 1 ? policies : [];
  return [
    ...premiums.filter(({ amount }) => amount > 0),
    {
      id: `payment-${payment.id}`,
      type: 'payment',
      amount: -payment.amount,
      policyId,
      text: both((language) => textsIn(language)('payment|bookedPaid', { card: payment.card })),
    },
  ];
};

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
  const end = async (payment: PaymentRow, subject: Customer, outcome: Outcome, followedUp: boolean) => {
    const at = clock.now();
    const state = outcome.state === 'charged' ? 'paid' : outcome.state;
    const context: RequestContext = {
      actor: { kind: 'customer', id: payment.actorId },
      subject,
      via: payment.actorId === subject.id ? 'self' : 'delegate',
      role: 'Full',
    };
    await db.transaction(async (tx) => {
      await store.lockAccount(tx, subject);
      const reference = outcome.state === 'charged' ? outcome.reference : undefined;
      const ended = await store.end(tx, subject, payment.id, {
        state,
        at: at.toISOString(),
        ...(reference !== undefined && { reference }),
      });
      if (!ended) return;
      await closeWorkItem(tx, 'payment', payment.id, at);
      if (state === 'paid') {
        const rows = await store.paidBy(tx, subject, payment.id);
        await bookEntries(tx, subject, dayOfInstant(at), bookingsOf(rows, payment, dayOfInstant(at)));
        for (const row of rows) await markPaid(tx, row, at);
        // Of what is left of an instalment, its source knows the instalment.
        const instalmentIds = [...new Set(rows.map(({ id, restOf }) => restOf ?? id))];
        await recordEvent(tx, 'payment.made', subject.id, { paymentId: payment.id, instalmentIds });
      }
      // A customer who saw on the screen that the card was declined needs no e-mail.
      if (state !== 'paid' && !followedUp) return;
      const recipient = await mails.onFile(tx, subject);
      if (recipient === null) return;
      const kind = state === 'paid' ? 'paymentReceipt' : 'paymentFailed';
      await mails.write(tx, context, {
        kind,
        about: { paymentId: payment.id },
        recipient,
        language: payment.language,
      });
    });
    logger.info({ payment: payment.id, state, followedUp }, 'payment ended');
    return state;
  };

  const resultOf = async (ask: () => Promise<Outcome>): Promise<Outcome | undefined> => {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CardServiceUnavailable)) throw error;
      logger.warn({ err: error }, 'card service did not answer');
      return undefined;
    }
  };

  return {
    /**
     * Stores a payment whose amount the card service holds first, in the transaction `tx`. Its purchase holds, charges or
     * releases it; no instalment exists yet.
     * @throws Fault `noPaymentMethod`
     */
    beginHold: async (
      tx: Db,
      { actor, subject }: RequestContext,
      request: { id: string; heldFor: string; amount: number; language: Language },
    ): Promise<void> => {
      const { card } = await store.lockInstalments(tx, subject, []);
      const createdAt = clock.now().toISOString();
      if (!card?.token || !card.expires || isCardExpired(card.expires, dayOfInstant(clock.now())))
        throw new Fault('noPaymentMethod');
      const payment = {
        ...{ customerId: subject.id, actorId: actor.id, state: 'started' as const, createdAt, ...request },
        ...{ cardToken: card.token, card: `${card.brand ?? ''} ${card.masked ?? ''}`.trim() },
      };
      await store.begin(tx, payment, []);
    },

    /** Reserves instalments for a held payment, in the transaction `tx`. @returns whether they cost what is held */
    reserveHeld: async (
      tx: Db,
      subject: Customer,
      payment: PaymentRow,
      isPaid: (instalment: StoredInstalment) => boolean,
    ): Promise<boolean> => {
      await store.lockAccount(tx, subject);
      const open = (await store.unpaid(tx, subject)).filter(isPaid);
      if (open.reduce((sum, row) => sum + totalOf(row), 0) !== payment.amount) return false;
      await store.reserve(
        tx,
        payment,
        open.map(({ id }) => id),
      );
      return true;
    },

    /** Charges a held payment and stores the result. @returns undefined when the card service has not answered */
    capture: async (payment: PaymentRow, subject: Customer) => {
      const { id: key, cardToken: token, amount } = payment;
      const outcome = await resultOf(() => cards.charge({ key, token, amount, hold: key }));
      return outcome && end(payment, subject, outcome, true);
    },

    /** Stores that a held payment was not charged and holds nothing any more. */
    endHold: async (
      tx: Db,
      subject: Customer,
      id: string,
      state: 'declined' | 'cancelled',
    ): Promise<void> => {
      const at = clock.now();
      if (await store.end(tx, subject, id, { state, at: at.toISOString() }))
        await closeWorkItem(tx, 'payment', id, at);
    },

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
