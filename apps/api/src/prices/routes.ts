import { randomBytes } from 'node:crypto';
import type { priceCalls } from '@hofn/contracts';
import type { Database, PriceFigures } from '@hofn/database';
import { cleanEmail, isEmail } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FormValues } from '@hofn/domain/forms.ts';
import {
  cleanPriceForm,
  isPriced,
  type PricedProduct,
  priceFaults,
  priceFieldsOf,
  retiredAnswers,
} from '@hofn/domain/price-form.ts';
import { addressKey } from '@hofn/service/address.ts';
import { dayOfInstant, formatNumber, type Language } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import { groupCode, readCode, writeCode } from '../platform/codes.ts';
import { Fault, type FieldFault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import { isoInstant } from '../platform/instant.ts';
import type { Outbox } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { TenMinuteCounter } from '../platform/shared-counter.ts';
import { tariffOn } from '../platform/tariffs.ts';
import { anonymousVisitor } from '../platform/visits.ts';
import { type PriceMailJob, priceMailQueue } from './mails.ts';
import { figuresOf, forgetAtOf, priceOf, validToOf } from './prices.ts';
import { createPriceStore } from './store.ts';

/** Sixty random bits, shown as twelve characters. */
const referenceBytes = 8;

/**
 * Validates answers and returns them as they are stored.
 * @throws Fault `validation` naming every answer that is invalid or unexpected
 */
const answersOf = (product: PricedProduct, input: FormValues, language: Language): FormValues => {
  const fields = priceFieldsOf(product);
  const faults: FieldFault[] = Object.keys(input)
    .filter(
      (name) => !fields.some((field) => field.name === name) && !retiredAnswers[product]?.includes(name),
    )
    .map((name) => ({ path: `answers.${name}`, reason: 'unknown', params: { name } }));
  for (const { path, reason, params = {} } of priceFaults(product, input)) {
    const bounds = Object.entries(params).map(([name, bound]) => [name, formatNumber(language, bound)]);
    faults.push({ path: `answers.${path}`, reason, params: Object.fromEntries(bounds) });
  }
  if (faults.length > 0) throw new Fault('validation', { fields: faults });
  return cleanPriceForm(product, input);
};

/** Prices by the tariff for anyone, and prices that visitors save. */
export const priceHandlers = ({
  database: { db },
  clock,
  idempotently,
  outbox,
  tenMinutes,
}: {
  database: Database;
  clock: Clock;
  idempotently: Idempotently;
  outbox: Outbox;
  tenMinutes: TenMinuteCounter;
}): Handlers<typeof priceCalls> => {
  const store = createPriceStore(db);

  /** Today's price. */
  const priceToday = async (product: PricedProduct, input: FormValues, language: Language) => {
    const answers = answersOf(product, input, language);
    const today = dayOfInstant(clock.now());
    const { version, tables } = await tariffOn(db, today);
    const validTo = validToOf(today, await store.nextEdition(today));
    const sold = await store.product(product, language);
    const figures: PriceFigures = figuresOf(tables, product, answers, sold.covers);
    return { sold, priced: { product, answers, tariff: version, validTo, figures } };
  };

  return {
    price: async ({ body, language }) => {
      const { sold, priced } = await priceToday(body.product, body.answers, language);
      return priceOf(sold, priced, language);
    },

    keepOffer: async ({ body, language, request }) => {
      const write = { context: anonymousVisitor, body, request };
      const replayed = await idempotently.replayedAnswer<{ reference: string; validTo: string }>(write);
      if (replayed) return replayed;
      const email = cleanEmail(body.email);
      const faults: FieldFault[] = [];
      if (body.website !== '') faults.push({ path: 'website', reason: 'leaveEmpty' });
      if (email !== '' && !isEmail(email)) faults.push({ path: 'email', reason: 'email' });
      if (faults.length > 0) throw new Fault('validation', { fields: faults });
      const { priced } = await priceToday(body.product, body.answers, language);
      const { product, answers, tariff, validTo, figures } = priced;
      // The browser's price is compared with the tariff, never stored.
      if (tariff !== body.tariff || figures.perYear !== body.perYear) throw new Fault('priceChanged');
      const wait = await tenMinutes.count('offers', addressKey(request.ip));
      if (wait > 0) throw new Fault('tooManyRequests', { retryAfterSeconds: wait });
      return idempotently(write, async (tx) => {
        const reference = readCode(writeCode(randomBytes(referenceBytes)));
        await store.save(tx, {
          reference,
          productId: product,
          tariff,
          answers,
          figures,
          language,
          keptAt: clock.now().toISOString(),
          validTo,
          email: email === '' ? null : email,
          forgetAt: forgetAtOf(validTo),
        });
        if (email !== '') await outbox.send(tx, priceMailQueue.name, { reference } satisfies PriceMailJob);
        await audit(tx, request, anonymousVisitor, 'offer.keep', { product });
        return { reference: groupCode(reference), validTo };
      });
    },

    offer: async ({ params, language }) => {
      const row = await store.find(readCode(params.reference));
      if (!row || !isPriced(row.productId)) throw new Fault('notFound');
      const sold = await store.product(row.productId, language);
      return {
        reference: groupCode(row.reference),
        keptAt: isoInstant(row.keptAt),
        ended: row.validTo < dayOfInstant(clock.now()),
        price: priceOf(sold, { ...row, product: row.productId }, language),
      };
    },
  };
};
