import { randomUUID } from 'node:crypto';
import type { purchaseCalls } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { acceptanceOf } from '../offers/accept.ts';
import type { HeldPayments } from '../payments/held.ts';
import { createPaymentStore } from '../payments/store.ts';
import { audit } from '../platform/audit.ts';
import type { Customer } from '../platform/authorization.ts';
import type { Contents } from '../platform/contents.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { Acts } from '../requests/acts.ts';
import { unsent } from '../requests/core-request.ts';
import type { AskCore } from './ask-core.ts';
import { expectBuyer, findPurchase, incompleteFault, isPastLastDay } from './checks.ts';
import type { PurchaseReading } from './reading.ts';
import { hashWithMoney, type Showing, type Shown } from './showing.ts';
import { advance, createPurchaseStore, type PurchaseRow } from './store.ts';
import type { PurchaseWork } from './work.ts';

/** Creates what the core would make of a purchase; undefined where it is not asked, or does not answer. */
export const createPurchasePreview =
  ({ clock, acts }: { clock: Clock; acts: Acts }) =>
  async (subject: Customer, { proposal, shown }: Shown, language: Language) => {
    if (!acts.isAsked('offer')) return undefined;
    const answeredAt = clock.now().toISOString();
    const request = acceptanceOf(proposal, shown, { actorId: subject.id, answeredAt, language, ipid: '' });
    return acts.preview(unsent({ ssn: subject.ssn, policyNumber: null, proposal, request }));
  };

/** `agreed`: the hash that the customer sent back. */
type Bought = {
  row: PurchaseRow;
  shown: Shown;
  agreed: string;
  ipid: string;
  isSure: boolean;
  language: Language;
};

/** Buying what was shown, once (rules BUY-2 and BUY-3). */
export const createBuy = (parts: {
  db: Db;
  clock: Clock;
  contents: Contents;
  idempotently: Idempotently;
  acts: Acts;
  held: HeldPayments;
  ask: AskCore;
  work: PurchaseWork;
  reading: PurchaseReading;
  showing: Showing;
}): Handlers<typeof purchaseCalls>['buy'] => {
  const { db, clock, contents, idempotently, held, ask, work, reading, showing } = parts;
  const previewOf = createPurchasePreview(parts);
  const today = () => dayOfInstant(clock.now());

  /** Stores that something was bought: with a hold, or at once with the request where people may decide. */
  const store = async (
    tx: Db,
    context: Parameters<typeof held.begin>[1],
    { row, shown, agreed, ipid, isSure, language }: Bought,
  ): Promise<void> => {
    const now = clock.now();
    const bought = {
      ...{ boughtAt: now.toISOString(), ipid, language },
      bought: { proposal: shown.proposal, shown: shown.shown, shownHash: agreed },
    };
    if (isSure) {
      const paymentId = randomUUID();
      const { perYear: amount } = row.figures;
      await held.begin(tx, context, { id: paymentId, heldFor: row.id, amount, language });
      await advance(tx, row, 'buyWithCard', { now, ...bought, paymentId });
      return;
    }
    const advanced = await advance(tx, row, 'buyReferred', { now, ...bought, paymentId: null });
    if (!advanced) throw new Fault('conflict');
    const { requestId } = await ask(tx, context.subject, advanced);
    await createPurchaseStore(tx).change(tx, advanced, { requestId });
  };

  /**
   * Only while a hold is unknown may the call be repeated with its key: afterwards, another try is a new one.
   * @throws Fault `paymentDeclined`, `paymentCancelled`, `cardServiceSilent` for why a purchase is open again
   */
  const expectHeld = async (subject: Customer, { state, hold, paymentId }: PurchaseRow): Promise<void> => {
    if (state !== 'open') return;
    const payment = paymentId && (await createPaymentStore(db).payment(subject, paymentId));
    if (payment && payment.state === 'declined') throw new Fault('paymentDeclined');
    if (hold === 'over') throw new Fault('paymentCancelled');
    throw new Fault('cardServiceSilent', { retryAfterSeconds: 5 });
  };

  return async (input) => {
    const { params, body, context, language, request } = input;
    const { subject } = context;
    const before = await findPurchase(db, subject, params.id);
    // Rendered, stored and asked about before the lock; what changes until then is found by the hash.
    const shownBefore = await showing.shownOf(db, subject, before, language);
    // Nothing is held for what people decide, or while the core does not answer (rule BUY-3).
    const isSure = !!shownBefore && (await previewOf(subject, shownBefore, language))?.result === 'done';
    // Whoever read that nothing is held is not charged, and the reverse.
    const isSame = !!shownBefore && hashWithMoney(shownBefore, isSure) === body.shown;
    const ipid = isSame
      ? (await contents.store((await showing.ipid(db, subject, before, language)).content)).key
      : undefined;
    await idempotently(input, async (tx) => {
      const row = await createPurchaseStore(tx).lock(tx, subject, params.id);
      if (!row) throw new Fault('notFound');
      if (row.state === 'ended' || row.state === 'givenUp') throw new Fault('purchaseOver');
      // A second click, or another window: the purchase goes on as it is.
      if (row.state !== 'open') return null;
      if (isPastLastDay(row, today())) throw new Fault('purchaseOver');
      expectBuyer(subject, row, today());
      // What the card service has not released yet must be over before the next hold.
      if (row.hold === 'releasing') throw new Fault('cardServiceSilent', { retryAfterSeconds: 60 });
      await createPaymentStore(tx).lockAccount(tx, subject);
      const shown = await showing.shownOf(tx, subject, row, language);
      if (!shown)
        throw await incompleteFault(tx, subject, row, {
          existing: showing.existingOf,
          today: today(),
          language,
        });
      if (ipid === undefined || shown.hash !== shownBefore?.hash) throw new Fault('purchaseChanged');
      await store(tx, context, { row, shown, agreed: body.shown, ipid, isSure, language });
      await audit(tx, request, context, 'purchase.buy', { object: { purchase: row.id } });
      return null;
    });
    await work.goOn(subject.id, params.id, true);
    const after = await findPurchase(db, subject, params.id);
    await expectHeld(subject, after);
    const { state } = await reading.summaryOf(db, subject, after, language);
    return { state };
  };
};
