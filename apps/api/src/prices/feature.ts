import { defineFeature } from '../feature.ts';
import { createPriceMail, priceMailQueue } from './mails.ts';
import { priceHandlers } from './routes.ts';
import { createPriceStore } from './store.ts';

/** Public prices, and prices that visitors save. */
export const prices = defineFeature({
  name: 'prices',
  handlers: priceHandlers,
  queues: [{ queue: priceMailQueue, work: createPriceMail }],
  jobs: [
    {
      name: 'priceOffers.forget',
      at: '31 3 * * *',
      run: ({ db, clock }) => createPriceStore(db).forget(clock.now()),
    },
  ],
  // Somebody else may have typed the address.
  personalData: { leftOut: { price_offers: 'unproved' } },
});
