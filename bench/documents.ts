import { type Database, documents, policies, seedCustomers } from '@hofn/database';
import { asc, inArray } from 'drizzle-orm';
import type { Bench } from './bench.ts';
import { fillPolicies } from './overview.ts';
import { ownFigures, underLoad } from './under-load.ts';

const documentsEach = 100;

/** The customers of `overview` with ten years of documents, among those of the bulk seed. */
const fill = async (database: Database) => {
  await seedCustomers(database, { customers: 4_000, seed: 1, today: '2026-11-21', history: true });
  const { own } = await fillPolicies(database);
  const { db } = database;
  const rows = await db
    .select({ customerId: policies.customerId, policyId: policies.id })
    .from(policies)
    .where(inArray(policies.customerId, own))
    .orderBy(asc(policies.customerId), asc(policies.id));
  const policiesOf = Map.groupBy(rows, ({ customerId }) => customerId);
  for (const customerId of own) {
    const ofCustomer = policiesOf.get(customerId) ?? [];
    await db.insert(documents).values(
      Array.from({ length: documentsEach }, (_, ordinal) => ({
        customerId,
        id: `d${ordinal}`,
        kind: ordinal % 3 ? ('invoice' as const) : ('certificate' as const),
        titleIs: `Skjal ${ordinal}`,
        titleEn: `Document ${ordinal}`,
        issuedOn: `${2017 + (ordinal % 10)}-${String(1 + (ordinal % 11)).padStart(2, '0')}-01`,
        policyId: ofCustomer[ordinal % ofCustomer.length]?.policyId ?? null,
      })),
    );
  }
  return { own };
};

/** The first page of the list of documents, as the portal asks for it. */
export const bench: Bench = {
  about:
    'the list of documents on PostgreSQL, against Fastify that sends the same body or the result of the same query',
  run: async () =>
    ownFigures(
      await underLoad({
        fill,
        path: '/api/document/v1/edocuments?sort=newest&without=invoice&limit=25',
        baselineGroup: 'own',
      }),
    ),
};
