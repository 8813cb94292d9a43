import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { purchaseCalls } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { isPriced } from '@hofn/domain/price-form.ts';
import type { FileStore } from '@hofn/files';
import { dayOfInstant } from '@hofn/texts';
import type { ContentReader } from '../content/service.ts';
import type { HeldPayments } from '../payments/held.ts';
import { audit } from '../platform/audit.ts';
import type { Customer } from '../platform/authorization.ts';
import { readCode } from '../platform/codes.ts';
import type { Contents } from '../platform/contents.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Handlers } from '../platform/registrar.ts';
import { createPriceStore } from '../prices/store.ts';
import type { Acts } from '../requests/acts.ts';
import type { DecisionTexts } from '../requests/decision-texts.ts';
import type { AskCore } from './ask-core.ts';
import { createBuy, createPurchasePreview } from './buy.ts';
import { expectBuyer, findPurchase, isPastLastDay } from './checks.ts';
import { thingOf } from './existing.ts';
import { createPurchaseReading } from './reading.ts';
import { createShowing, hashWithMoney } from './showing.ts';
import { storedStep } from './steps.ts';
import { advance, createPurchaseStore, nothingAnswered, type PurchaseRow } from './store.ts';
import type { PurchaseWork } from './work.ts';

/** Purchases of the signed-in customer: their steps, and buying. */
export const purchaseHandlers = (parts: {
  db: Db;
  clock: Clock;
  content: ContentReader;
  contents: Contents;
  files: FileStore;
  idempotently: Idempotently;
  decisionTexts: DecisionTexts;
  acts: Acts;
  held: HeldPayments;
  ask: AskCore;
  work: PurchaseWork;
}): Handlers<typeof purchaseCalls> => {
  const { db, clock, files, idempotently, decisionTexts } = parts;
  const showing = createShowing(parts);
  const reading = createPurchaseReading({ ...parts, showing });
  const previewOf = createPurchasePreview(parts);
  const today = () => dayOfInstant(clock.now());

  /** @throws Fault `notFound`, or `purchaseOver` when it is no longer open */
  const lockOpen = async (tx: Db, subject: Customer, id: string): Promise<PurchaseRow> => {
    const row = await createPurchaseStore(tx).lock(tx, subject, id);
    if (!row) throw new Fault('notFound');
    if (row.state !== 'open' || isPastLastDay(row, today())) throw new Fault('purchaseOver');
    return row;
  };

  return {
    purchases: async ({ context: { subject }, language }) => {
      const rows = await createPurchaseStore(db).unfinished(subject);
      const items = [];
      for (const row of rows) items.push(await reading.summaryOf(db, subject, row, language));
      return { items: items.filter(({ state }) => !['inForce', 'refused', 'ended'].includes(state)) };
    },

    startPurchase: async (input) => {
      const { body, context, language, request } = input;
      const { subject } = context;
      return idempotently(input, async (tx) => {
        const kept = await createPriceStore(tx).find(readCode(body.reference));
        if (!kept || !isPriced(kept.productId)) throw new Fault('notFound');
        thingOf(kept.productId);
        expectBuyer(subject, kept, today());
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
      const row = await findPurchase(db, subject, params.id);
      const shown = await showing.shownOf(db, subject, row, language);
      const read = await reading.read(db, subject, row, language);
      if (!shown) return { ...read, shown: null };
      const preview = await previewOf(subject, shown, language);
      return {
        ...read,
        shown: hashWithMoney(shown, preview?.result === 'done'),
        decision: decisionTexts('offer', preview, language),
      };
    },

    savePurchaseStep: async (input) => {
      const { params, body, context, language, request } = input;
      const { subject } = context;
      return idempotently(input, async (tx) => {
        const row = await lockOpen(tx, subject, params.id);
        const about = { thing: thingOf(row.productId), today: today(), now: clock.now(), language };
        if (body.step === 'price') {
          const offered = await showing.newPriceOf(tx, row, language);
          if (!offered) return { saved: true as const };
          const { tariff, validTo, figures, answers } = offered.priced;
          if (tariff !== body.tariff || figures.perYear !== body.perYear) throw new Fault('purchaseChanged');
          // The documents that were read said the other price.
          const documentsReadAt = null;
          await createPurchaseStore(tx).change(tx, row, {
            ...{ tariff, validTo, figures, answers, documentsReadAt },
          });
        } else await createPurchaseStore(tx).change(tx, row, storedStep(body, about));
        await audit(tx, request, context, 'purchase.step', {
          object: { purchase: row.id },
          step: body.step,
        });
        return { saved: true as const };
      });
    },

    purchaseIpid: async ({ params, context: { subject }, language, reply }) => {
      const row = await findPurchase(db, subject, params.id);
      if (row.state === 'givenUp' || row.state === 'ended') throw new Fault('purchaseOver');
      const { name, content } = await showing.ipid(db, subject, row, language);
      // Of what was bought, the very document that was delivered.
      const delivered =
        row.requestId !== null && row.ipid !== null ? await buffer(await files.get(row.ipid)) : content;
      sendFile(reply, 'application/pdf', name, delivered);
      return undefined;
    },

    buy: createBuy({ ...parts, reading, showing }),

    giveUpPurchase: async (input) => {
      const { params, context, request } = input;
      const { subject } = context;
      return idempotently({ ...input, body: null }, async (tx) => {
        const row = await lockOpen(tx, subject, params.id);
        const ended = await advance(tx, row, 'givenUp', { now: clock.now(), ...nothingAnswered });
        if (!ended) throw new Fault('purchaseOver');
        await recordEvent(tx, 'purchase.ended', subject.id, { purchaseId: row.id });
        await audit(tx, request, context, 'purchase.giveUp', { object: { purchase: row.id } });
        return { givenUp: true as const };
      });
    },
  };
};
