import { type Database, priceOffers } from '@hofn/database';

/** What a price of travel insurance for one person is asked with, and the price that the demo's tables give. */
export const travelPrice = {
  product: 'travel',
  answers: { household: 'single' },
  // What `fillOffers` calls the demo's tables.
  tariff: 'test-1',
  perYear: 12_140,
} as const;

/** A price that is kept under `7K2M9QXD4HVT` and has not ended. */
export const fillKeptPrice = async ({ db }: Database): Promise<void> => {
  const { product, answers, tariff, perYear } = travelPrice;
  await db
    .insert(priceOffers)
    .values({
      reference: '7K2M9QXD4HVT',
      productId: product,
      tariff,
      answers,
      figures: {
        parts: [{ id: 'base', amount: perYear }],
        perYear,
        monthly: { perMonth: 1043, fee: 375, perYear: 12_515 },
        sumInsured: null,
        deductible: 25_000,
        choices: null,
        covers: [{ id: 'baggage', sumInsured: 500_000, deductible: 25_000 }],
      },
      language: 'is',
      keptAt: '2026-11-20T12:00:00Z',
      validTo: '2099-12-31',
      email: null,
      forgetAt: '2100-03-31T00:00:00Z',
    })
    .onConflictDoNothing();
};
