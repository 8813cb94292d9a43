import { type Database, purchases } from '@hofn/database';
import { travelPrice } from '../prices/testing.ts';

/** Anna's purchase of travel insurance, with all steps done, and one that has just begun. The demo tariff must be on file. */
export const fillPurchases = async ({ db }: Database): Promise<void> => {
  const { product, answers, tariff, perYear } = travelPrice;
  await db.delete(purchases);
  const begun = {
    ...{ customerId: 'anna', productId: product, answers, tariff, validTo: '2099-12-31' },
    figures: {
      ...{ parts: [{ id: 'base', amount: perYear }], perYear, sumInsured: null, deductible: 25_000 },
      monthly: { perMonth: 1043, fee: 375, perYear: 12_515 },
      choices: null,
      covers: [{ id: 'baggage', sumInsured: 500_000, deductible: 25_000 }],
    },
    ...{ language: 'is' as const, startedAt: '2026-11-20T12:00:00Z' },
  };
  await db.insert(purchases).values([
    {
      ...begun,
      ...{ id: 'kaup1', number: 'T1', reference: '7K2M9QXD4HVA', insured: {}, firstDay: '2026-12-01' },
      needs: { elsewhere: 'no', priority: 'cover' },
      documentsReadAt: '2026-11-20T12:10:00Z',
    },
    { ...begun, id: 'kaup2', number: 'T2', reference: '7K2M9QXD4HVB' },
  ]);
};
