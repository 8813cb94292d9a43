import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { closeWorkItem } from '../work-items/open-work-item.ts';
import type { CardService } from './cards.ts';
import { createPaymentEnd, createResultOf } from './end.ts';
import { isCardExpired, totalOf } from './payments.ts';
import { reserveInstalments, unpaidOfPolicy } from './reserve.ts';
import type { PaymentRow, PaymentStore } from './store.ts';

/**
 * Payments whose amount is held before what they pay for exists, as a purchase does: the payment's id is the key of the hold and
 * of the charge that takes it. Receipt, entries of the account and event are those of any payment.
 */
export const createHeldPayments = ({
  db,
  clock,
  logger,
  store,
  cards,
  mails,
}: {
  db: Db;
  clock: Clock;
  logger: Logger;
  store: PaymentStore;
  cards: CardService;
  mails: Mails;
}) => {
  const end = createPaymentEnd({ db, clock, logger, store, mails });
  const resultOf = createResultOf(logger);

  /** Whether what was reserved for a held payment is still unpaid, and costs what is held. */
  const isStillOwed = ({ id, amount }: PaymentRow, subject: Customer): Promise<boolean> =>
    db.transaction(async (tx) => {
      await store.lockAccount(tx, subject);
      const rows = await store.paidBy(tx, subject, id);
      const isOpen = rows.every(({ paidAt, cancelledAt }) => paidAt === null && cancelledAt === null);
      return isOpen && rows.reduce((sum, row) => sum + totalOf(row), 0) === amount;
    });

  return {
    /**
     * Stores a payment whose amount the card service holds first, in the transaction `tx`. Its purchase holds, charges or
     * releases it; no instalment exists yet.
     * @throws Fault `noPaymentMethod`
     */
    begin: async (
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

    /** Reserves the instalments of a policy for a held payment, in the transaction `tx`. @returns whether they cost what is held */
    reserve: async (tx: Db, subject: Customer, payment: PaymentRow, policyId: string): Promise<boolean> => {
      await store.lockAccount(tx, subject);
      const open = await unpaidOfPolicy(tx, subject, policyId);
      if (open.reduce((sum, row) => sum + totalOf(row), 0) !== payment.amount) return false;
      await reserveInstalments(
        tx,
        payment,
        open.map(({ id }) => id),
      );
      return true;
    },

    /**
     * Charges a held payment and stores the result, as long as its instalments are still owed. When they no longer are, it only
     * looks up whether an earlier try has charged them; otherwise its purchase releases the hold.
     * @returns undefined when the card service has not answered
     */
    capture: async (payment: PaymentRow, subject: Customer) => {
      const { id: key, cardToken: token, amount } = payment;
      if (!(await isStillOwed(payment, subject))) {
        const earlier = await resultOf(() => cards.settle(key));
        return earlier?.state === 'charged' ? end(payment, subject, earlier, true) : earlier?.state;
      }
      const outcome = await resultOf(() => cards.charge({ key, token, amount, hold: key }));
      return outcome && end(payment, subject, outcome, true);
    },

    /** Stores that a held payment was not charged and holds nothing any more. */
    release: async (
      tx: Db,
      subject: Customer,
      id: string,
      state: 'declined' | 'cancelled',
    ): Promise<void> => {
      const at = clock.now();
      if (await store.end(tx, subject, id, { state, at: at.toISOString() }))
        await closeWorkItem(tx, 'payment', id, at);
    },
  };
};
export type HeldPayments = ReturnType<typeof createHeldPayments>;
