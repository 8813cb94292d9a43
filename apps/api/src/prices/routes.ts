import { randomBytes } from 'node:crypto';
import type { priceCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { cleanEmail, isEmail } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { isPriced } from '@hofn/domain/price-form.ts';
import { addressKey } from '@hofn/service/address.ts';
import { dayOfInstant } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import { groupCode, readCode, writeCode } from '../platform/codes.ts';
import { Fault, type FieldFault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import { isoInstant } from '../platform/instant.ts';
import type { Outbox } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { TenMinuteCounter } from '../platform/shared-counter.ts';
import { anonymousVisitor } from '../platform/visits.ts';
import { type PriceMailJob, priceMailQueue } from './mails.ts';
import { createPriceToday } from './price-today.ts';
import { forgetAtOf, priceOf } from './prices.ts';
import { createPriceStore } from './store.ts';

/** Sixty random bits, shown as twelve characters. */
const referenceBytes = 8;

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
  const priceToday = createPriceToday({ db, clock });

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
