import { changeRequests, type Database, proposals, tariffs } from '@hofn/database';
import { tariff } from '@hofn/database/seed/rating.ts';

/** Anna's offers: one to replace her car's policy, one for a new policy, and expired ones. None is answered. */
export const fillOffers = async ({ db }: Database): Promise<void> => {
  await db.delete(changeRequests);
  await db.delete(proposals);
  await db
    .insert(tariffs)
    .values({ version: 'test-1', validFrom: '2026-01-01', tables: tariff })
    .onConflictDoNothing();
  const offer = {
    customerId: 'anna',
    productId: 'kasko',
    insuredIs: 'Toyota RAV4, ÞB X42',
    insuredEn: 'Toyota RAV4, ÞB X42',
    needs: [{ is: 'Lægra iðgjald.', en: 'A lower premium.' }],
    covers: [{ id: 'collision', sumInsured: 5_000_000, deductible: 185_000 }],
    parts: [
      { id: 'base', amount: 80_000 },
      { id: 'loyalty', amount: -4_000 },
    ],
    instalmentsPerYear: 12,
    deductible: 185_000,
    sumInsured: 5_000_000,
    termsCodes: ['BK10'],
    effectiveOn: '2026-12-01',
    tariffVersion: 'test-1',
    createdAt: '2026-11-18T12:00:00Z',
  };
  await db.insert(proposals).values([
    { ...offer, id: 'o1', number: '9000001', policyId: 'p1', validTo: '2026-11-30' },
    { ...offer, id: 'o2', number: '9000002', productId: 'home', covers: [], validTo: '2026-11-21' },
    { ...offer, id: 'o3', number: '9000003', validTo: '2026-11-20' },
    { ...offer, id: 'o4', number: '9000004', validTo: '2026-09-01' },
  ]);
};
