import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import { recordEvent } from '../platform/events.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { closeWorkItem } from '../work-items/open-work-item.ts';
import { CardServiceUnavailable, type Outcome } from './cards.ts';
import { markPaid, paidPartOf, premiumEntryId, type StoredInstalment } from './charged.ts';
import { type BookedText, type Booking, bookEntries } from './ledger.ts';
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

/** Asks the card service. @returns undefined when it does not answer */
export const createResultOf =
  (logger: Logger) =>
  async <Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> => {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CardServiceUnavailable)) throw error;
      logger.warn({ err: error }, 'card service did not answer');
      return undefined;
    }
  };

/** Creates what stores the result of a charge, once however often it comes, with what follows from it. */
export const createPaymentEnd =
  ({
    db,
    clock,
    logger,
    store,
    mails,
  }: {
    db: Db;
    clock: Clock;
    logger: Logger;
    store: PaymentStore;
    mails: Mails;
  }) =>
  async (payment: PaymentRow, subject: Customer, outcome: Outcome, followedUp: boolean) => {
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
