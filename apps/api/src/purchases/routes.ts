import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { purchaseCalls } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { isPriced } from '@hofn/domain/price-form.ts';
import { type BuyerFault, buyerFault, firstDaysOfCover } from '@hofn/domain/purchase.ts';
import type { FileStore } from '@hofn/files';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { ContentReader } from '../content/service.ts';
import { acceptanceOf } from '../offers/accept.ts';
import { ipidDocument, ipidName } from '../offers/ipid.ts';
import type { Pay } from '../payments/pay.ts';
import { createPaymentStore } from '../payments/store.ts';
import { audit } from '../platform/audit.ts';
import type { Customer } from '../platform/authorization.ts';
import { readCode } from '../platform/codes.ts';
import type { Contents } from '../platform/contents.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import type { Handlers } from '../platform/registrar.ts';
import { createPriceStore } from '../prices/store.ts';
import type { Acts } from '../requests/acts.ts';
import { unsent } from '../requests/core-request.ts';
import type { DecisionTexts } from '../requests/decision-texts.ts';
import { createPurchaseReading, type Shown, thingOf } from './reading.ts';
import { storedStep } from './steps.ts';
import { advance, createPurchaseStore, type PurchaseRow } from './store.ts';
import type { PurchaseWork } from './work.ts';

const faultOf: Record<BuyerFault, 'buyerUnderAge' | 'identityDiffers'> = {
  ...{ underAge: 'buyerUnderAge', identityDiffers: 'identityDiffers' },
};

export const purchaseHandlers = ({
  db,
  clock,
  content,
  contents,
  files,
  idempotently,
  decisionTexts,
  acts,
  pay,
  work,
}: {
  db: Db;
  clock: Clock;
  content: ContentReader;
  contents: Contents;
  files: FileStore;
  idempotently: Idempotently;
  decisionTexts: DecisionTexts;
  acts: Acts;
  pay: Pay;
  work: PurchaseWork;
}): Handlers<typeof purchaseCalls> => {
  const reading = createPurchaseReading({ clock, content });
  const today = () => dayOfInstant(clock.now());

  /** @throws Fault `notFound` when there is none, or it belongs to another customer */
  const find = async (tx: Db, subject: Customer, id: string): Promise<PurchaseRow> => {
    const row = await createPurchaseStore(tx).one(subject, id);
    if (!row) throw new Fault('notFound');
    return row;
  };
  /** @throws Fault `notFound`, or `purchaseOver` when it is no longer open */
  const lockOpen = async (tx: Db, subject: Customer, id: string): Promise<PurchaseRow> => {
    const row = await createPurchaseStore(tx).lock(tx, subject, id);
    if (!row) throw new Fault('notFound');
    if (row.state !== 'open') throw new Fault('purchaseOver');
    return row;
  };

  /** @throws Fault `buyerUnderAge`, `identityDiffers` */
  const expectBuyer = (subject: Customer, { answers }: Pick<PurchaseRow, 'answers'>): void => {
    const fault = buyerFault(subject.ssn, answers, today());
    if (fault) throw new Fault(faultOf[fault]);
  };

  /** What the core would make of a purchase; undefined where it is not asked, or does not answer. */
  const previewOf = async (subject: Customer, { proposal, shown }: Shown, language: Language) => {
    if (!acts.isAsked('offer')) return undefined;
    const answeredAt = clock.now().toISOString();
    const request = acceptanceOf(proposal, shown, { actorId: subject.id, answeredAt, language, ipid: '' });
    return acts.preview(unsent({ ssn: subject.ssn, policyNumber: null, proposal, request }));
  };

  const ipidOf = async (subject: Customer, purchase: PurchaseRow, language: Language) => {
    const { shown } = await reading.proposed(db, subject, purchase, language);
    const content = await writePdf(ipidDocument(shown, language), new Date(`${shown.offeredOn}T00:00:00Z`));
    return { name: ipidName(shown, language), content };
  };

  /** Names what is missing or wrong before anything can be bought. */
  const refuseIncomplete = async (tx: Db, subject: Customer, purchase: PurchaseRow, language: Language) => {
    const { insured, needs, documentsReadAt, firstDay } = purchase;
    const { from } = firstDaysOfCover(today());
    const missing = [
      insured === null && { path: 'insured', reason: 'required' },
      needs === null && { path: 'needs', reason: 'required' },
      documentsReadAt === null && { path: 'read', reason: 'documentsUnread' },
      firstDay === null && { path: 'firstDay', reason: 'required' },
      firstDay !== null && firstDay < from && { path: 'firstDay', reason: 'firstDayPast' },
    ].filter((fault) => fault !== false);
    if (missing.length > 0) return new Fault('validation', { fields: missing });
    const { existing, doubles } = await reading.existingOf(tx, subject, purchase, language);
    if (!doubles) return new Fault('purchaseChanged');
    const [own] = existing;
    const fields = own
      ? [{ path: 'plate', reason: 'insuredByPolicy', params: { number: own.number } }]
      : [{ path: 'plate', reason: 'insuredHere' }];
    return new Fault('alreadyInsured', { fields });
  };

  return {
    purchases: async ({ context: { subject }, language }) => {
      const rows = await createPurchaseStore(db).unfinished(subject);
      const items = [];
      for (const row of rows) items.push(await reading.summaryOf(db, subject, row, language));
      return { items: items.filter(({ state }) => state !== 'inForce' && state !== 'refused') };
    },

    startPurchase: async (input) => {
      const { body, context, language, request } = input;
      const { subject } = context;
      return idempotently(input, async (tx) => {
        const kept = await createPriceStore(tx).find(readCode(body.reference));
        if (!kept || !isPriced(kept.productId)) throw new Fault('notFound');
        thingOf(kept.productId);
        expectBuyer(subject, kept);
        const store = createPurchaseStore(tx);
        const { reference, productId, answers, figures, tariff, validTo } = kept;
        const { id, isNew } = await store.add(tx, {
          ...{ customerId: subject.id, id: randomUUID(), number: await store.nextNumber(tx), language },
          ...{ reference, productId, answers, figures, tariff, validTo },
          startedAt: clock.now().toISOString(),
        });
        if (isNew) await recordEvent(tx, 'purchase.started', subject.id, { purchaseId: id });
        await audit(tx, request, context, 'purchase.start', { object: { purchase: id }, isNew });
        return { id };
      });
    },

    purchase: async ({ params, context: { subject }, language }) => {
      const row = await find(db, subject, params.id);
      const shown = await reading.shownOf(db, subject, row, language);
      return {
        ...(await reading.read(db, subject, row, language)),
        shown: shown?.hash ?? null,
        ...(shown && {
          decision: decisionTexts('offer', await previewOf(subject, shown, language), language),
        }),
      };
    },

    savePurchaseStep: async (input) => {
      const { params, body, context, language, request } = input;
      const { subject } = context;
      return idempotently(input, async (tx) => {
        const row = await lockOpen(tx, subject, params.id);
        const about = { thing: thingOf(row.productId), today: today(), now: clock.now(), language };
        if (body.step === 'price') {
          const offered = await reading.newPriceOf(tx, row, language);
          if (!offered) return { saved: true as const };
          const { tariff, validTo, figures, answers } = offered.priced;
          if (tariff !== body.tariff || figures.perYear !== body.perYear) throw new Fault('purchaseChanged');
          await createPurchaseStore(tx).change(tx, row, { tariff, validTo, figures, answers });
        } else await createPurchaseStore(tx).change(tx, row, storedStep(body, about));
        await audit(tx, request, context, 'purchase.step', {
          object: { purchase: row.id },
          step: body.step,
        });
        return { saved: true as const };
      });
    },

    purchaseIpid: async ({ params, context: { subject }, language, reply }) => {
      const row = await find(db, subject, params.id);
      const { name, content } = await ipidOf(subject, row, language);
      // Of what was bought, the very document that was delivered.
      const delivered =
        row.requestId !== null && row.ipid !== null ? await buffer(await files.get(row.ipid)) : content;
      sendFile(reply, 'application/pdf', name, delivered);
      return undefined;
    },

    buy: async (input) => {
      const { params, body, context, language, request } = input;
      const { subject } = context;
      const before = await find(db, subject, params.id);
      expectBuyer(subject, before);
      // Rendered, stored and asked about before the lock; what changes until then is found by the hash.
      const shownBefore = await reading.shownOf(db, subject, before, language);
      const isSame = shownBefore?.hash === body.shown;
      const said = isSame ? await previewOf(subject, shownBefore, language) : undefined;
      const ipid = isSame
        ? (await contents.store((await ipidOf(subject, before, language)).content)).key
        : undefined;
      await idempotently(input, async (tx) => {
        const row = await createPurchaseStore(tx).lock(tx, subject, params.id);
        if (!row) throw new Fault('notFound');
        // A second click, or another window: the purchase goes on as it is.
        if (row.state === 'ended' || row.state === 'givenUp') throw new Fault('purchaseOver');
        if (row.state !== 'open') return null;
        // What the card service has not released yet must be over before the next hold.
        if (row.hold === 'releasing') throw new Fault('cardServiceSilent', { retryAfterSeconds: 60 });
        await createPaymentStore(tx).lockAccount(tx, subject);
        const shown = await reading.shownOf(tx, subject, row, language);
        if (!shown) throw await refuseIncomplete(tx, subject, row, language);
        if (shown.hash !== body.shown || ipid === undefined) throw new Fault('purchaseChanged');
        const now = clock.now();
        const bought = {
          ...{ boughtAt: now.toISOString(), ipid, language },
          bought: { proposal: shown.proposal, shown: shown.shown, shownHash: shown.hash },
        };
        // Nothing is held for what people decide, or while the core does not answer (rule BUY-3).
        if (said?.result === 'done') {
          const paymentId = randomUUID();
          const { perYear: amount } = row.figures;
          await pay.beginHold(tx, context, { id: paymentId, heldFor: row.id, amount, language });
          await advance(tx, row, 'buyWithCard', { now, ...bought, paymentId });
        } else {
          const advanced = await advance(tx, row, 'buyReferred', { now, ...bought, paymentId: null });
          if (!advanced) throw new Fault('conflict');
          const { requestId } = await work.ask(tx, subject, advanced);
          await createPurchaseStore(tx).change(tx, advanced, { requestId });
        }
        await audit(tx, request, context, 'purchase.buy', { object: { purchase: row.id } });
        return null;
      });
      await work.goOn(subject.id, params.id, true);
      const after = await find(db, subject, params.id);
      if (after.state === 'open') {
        const payment = after.paymentId && (await createPaymentStore(db).payment(subject, after.paymentId));
        if (payment && payment.state === 'declined') throw new Fault('paymentDeclined');
        throw new Fault('cardServiceSilent', { retryAfterSeconds: 5 });
      }
      const { state } = await reading.summaryOf(db, subject, after, language);
      return { state };
    },

    giveUpPurchase: async (input) => {
      const { params, context, request } = input;
      const { subject } = context;
      return idempotently({ ...input, body: null }, async (tx) => {
        const row = await lockOpen(tx, subject, params.id);
        const ended = await advance(tx, row, 'givenUp', { now: clock.now() });
        if (!ended) throw new Fault('purchaseOver');
        await recordEvent(tx, 'purchase.ended', subject.id, { purchaseId: row.id });
        await audit(tx, request, context, 'purchase.giveUp', { object: { purchase: row.id } });
        return { givenUp: true as const };
      });
    },
  };
};
