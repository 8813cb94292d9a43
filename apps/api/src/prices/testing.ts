import { type Database, priceOffers } from '@hofn/database';

/** A request for the price of travel insurance for one person, and the price by the demo tariff. */
export const travelPrice = {
  product: 'travel',
  answers: { household: 'single' },
  // The version that `fillOffers` gives the demo tariff.
  tariff: 'test-1',
  perYear: 12_140,
} as const;

/** A saved price with the reference `7K2M9QXD4HVT` that has not expired. */
export const fillSavedPrice = async ({ db }: Database): Promise<void> => {
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
