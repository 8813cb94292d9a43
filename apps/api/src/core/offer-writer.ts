import type { OfferFacts } from '@hofn/contracts';
import { coreRecords, type Db, proposals, putRows, tariffs } from '@hofn/database';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { productCodeFaults, productCodesOf } from './product-codes.ts';
import { codesIn, findCustomerAndPolicy, type OnPolicy } from './references.ts';
import { type FactWriter, factFault, type NewerFact } from './upsert.ts';

const rowOf = ({ id, found, facts }: NewerFact<OfferFacts, OnPolicy>): typeof proposals.$inferInsert => ({
  customerId: found.customerId ?? '',
  id,
  number: facts.number,
  productId: facts.product,
  policyId: found.policyId,
  insuredIs: facts.insured?.is ?? null,
  insuredEn: facts.insured?.en ?? null,
  needs: facts.needs,
  covers: facts.covers,
  parts: facts.premiumParts,
  instalmentsPerYear: facts.instalmentsPerYear,
  deductible: facts.deductible,
  sumInsured: facts.sumInsured,
  termsCodes: facts.terms,
  effectiveOn: facts.effectiveOn,
  validTo: facts.validTo,
  tariffVersion: facts.tariff,
  createdAt: facts.offeredAt,
  // What a new offer is; one on file keeps its state.
  state: 'pending',
});

/** Keys of the offers that customers have answered. Waits for those who are answering right now. */
const answeredOf = async (tx: Db, source: string, keys: readonly string[]): Promise<Set<string>> => {
  if (keys.length === 0) return new Set();
  const known = await tx
    .select({ key: coreRecords.key, state: proposals.state })
    .from(coreRecords)
    .innerJoin(
      proposals,
      and(eq(proposals.customerId, coreRecords.customerId), eq(proposals.id, coreRecords.id)),
    )
    .where(
      and(
        eq(coreRecords.source, source),
        eq(coreRecords.type, 'offers'),
        inArray(coreRecords.key, [...keys]),
      ),
    )
    .orderBy(asc(proposals.customerId), asc(proposals.id))
    .for('update', { of: proposals });
  return new Set(known.filter(({ state }) => state !== 'pending').map(({ key }) => key));
};

/** Offers. One that the customer has answered stays as it was answered. */
export const offerWriter: FactWriter<OfferFacts, OnPolicy> = {
  type: 'offers',
  find: async (tx, source, arrivals) => {
    const codes = await productCodesOf(tx);
    const editions = await codesIn(tx, tariffs.version);
    const answeredKeys = await answeredOf(
      tx,
      source,
      arrivals.map(({ key }) => key),
    );
    const found = await findCustomerAndPolicy(tx, source, arrivals);
    return arrivals.map(({ key, facts }, index) => {
      const one = found[index] ?? [];
      const faults = [
        ...(Array.isArray(one) ? one : []),
        ...productCodeFaults(facts, codes),
        ...(editions.has(facts.tariff) ? [] : [factFault('facts.tariff', 'No tariff has this edition.')]),
        ...(answeredKeys.has(key) ? [factFault('key', 'The customer has answered this offer.')] : []),
      ];
      return faults.length > 0 || Array.isArray(one) ? faults : one;
    });
  },
  write: (tx, newer) =>
    putRows(tx, proposals, newer.map(rowOf), {
      key: ['customerId', 'id'],
      keep: { state: sql`proposals.state` },
    }),
};
