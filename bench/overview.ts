import { customers, type Database, instalments, policies, premiumParts } from '@hofn/database';
import type { Bench } from './bench.ts';
import { ownFigures, underLoad } from './under-load.ts';

const people = 1_000;
const policiesEach = 6;

/** Customers with six policies each, a discount on each policy, and a year of instalments. */
export const fillPolicies = async ({ db }: Database) => {
  const ids = Array.from({ length: people }, (_, index) => `c${index}`);
  const ordinals = Array.from({ length: policiesEach }, (_, index) => index);
  for (let from = 0; from < people; from += 200) {
    const some = ids.slice(from, from + 200);
    await db.insert(customers).values(
      some.map((id, index) => ({
        id,
        ssn: `8${String(from + index).padStart(9, '0')}`,
        kind: 'person' as const,
        fullName: `Prófun ${id}`,
      })),
    );
    await db.insert(policies).values(
      some.flatMap((customerId) =>
        ordinals.map((ordinal) => ({
          customerId,
          id: `p${ordinal}`,
          number: `${customerId}${ordinal}`,
          productId: ordinal % 2 ? 'home' : 'kasko',
          insuredIs: `Toyota RAV4, ÞB X4${ordinal}`,
          insuredEn: `Toyota RAV4, ÞB X4${ordinal}`,
          premiumPerYear: 90_000,
          deductible: 140_000,
          validFrom: '2026-03-01',
          validTo: '2027-02-28',
          instalmentsPerYear: 12,
          instalmentFeePercent: 2.25,
          termsCodes: ['BK10'],
        })),
      ),
    );
    await db.insert(premiumParts).values(
      some.flatMap((customerId) =>
        ordinals.flatMap((ordinal) => [
          { customerId, policyId: `p${ordinal}`, id: 'base', amount: 100_000 },
          { customerId, policyId: `p${ordinal}`, id: 'loyalty', amount: -10_000 },
        ]),
      ),
    );
    await db.insert(instalments).values(
      some.flatMap((customerId) =>
        Array.from({ length: 12 }, (_, month) => {
          const day = `2026-${String(month + 1).padStart(2, '0')}`;
          return {
            customerId,
            id: `i${month}`,
            sequence: month + 1,
            sequenceOf: 12,
            dueDate: `${day}-01`,
            finalDueDate: `${day}-15`,
            amount: 45_000,
            method: 'claim' as const,
            paidAt: month < 11 ? `${day}-02T08:00:00Z` : null,
          };
        }),
      ),
    );
  }
  return { own: ids };
};

/** The policy overview of a thousand customers in turn. */
export const bench: Bench = {
  about:
    'policy overview on PostgreSQL, against Fastify that sends the same body or the result of the same query',
  run: async () =>
    ownFigures(
      await underLoad({ fill: fillPolicies, path: '/api/policy/v3/overview', baselineGroup: 'own' }),
      3,
    ),
};
