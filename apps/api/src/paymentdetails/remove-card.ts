import type { paymentDetailsCalls } from '@hofn/contracts';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import { recordOwnChange } from '../platform/own-changes.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { createPaymentDetailsNotifications } from './mails.ts';
import { assertOnFile, cardOf, isCardCharged, orNotFound, paymentMethodOf } from './paymentdetails.ts';
import { createPaymentDetailsStore } from './store.ts';

/**
 * Removes the card. While premiums are paid with it, or instalments that are due wait to be charged to it, they move to the
 * method that replaces it (rule LIFE-32).
 */
export const removeCardHandler =
  ({
    clock,
    idempotently,
    news,
    claimFee,
  }: {
    clock: Clock;
    idempotently: Idempotently;
    news: ReturnType<typeof createPaymentDetailsNotifications>;
    claimFee: number;
  }): Handlers<typeof paymentDetailsCalls>['removeCard'] =>
  (input) => {
    const { body, context, request } = input;
    const { subject } = context;
    return idempotently(input, async (tx) => {
      const store = createPaymentDetailsStore(tx);
      const today = dayOfInstant(clock.now());
      const previous = orNotFound(await store.lock(subject));
      const card = orNotFound(cardOf(previous)).cardNumberMasked;
      const isCharged = isCardCharged(await store.unpaid(subject));
      const method = body.method ?? previous.paymentMethod;
      if (method === 'ccard' || (isCharged && body.method === undefined)) throw new Fault('cardInUse');
      const isChanged = method !== previous.paymentMethod;
      if (method !== null && (isChanged || isCharged)) {
        assertOnFile(method, previous, today);
        if (isChanged) await store.saveMethod(subject, method, today);
        await store.leaveCard(subject, method);
        const changeId = await recordOwnChange(tx, subject, 'paymentMethod', clock.now());
        if (isChanged) await news.changed(tx, context, 'paymentMethodChanged');
        await recordEvent(tx, 'paymentMethod.changed', subject.id, { changeId });
      }
      const row = orNotFound(await store.removeCard(subject));
      await news.changed(tx, context, 'cardRemoved', card);
      await audit(tx, request, context, 'card.remove', {
        before: { card, method: previous.paymentMethod },
        after: { card: null, method },
      });
      await recordEvent(tx, 'paymentCard.removed', subject.id, {});
      const unpaid = await store.unpaid(subject);
      return paymentMethodOf(row, { via: context.via, unpaid, today, claimFee });
    });
  };
