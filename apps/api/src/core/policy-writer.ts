import type { PolicyFacts } from '@hofn/contracts';
import {
  type Db,
  itemFactTypes,
  policies,
  policyCovers,
  policyFigures,
  policyItems,
  premiumParts,
  premiumPartTypes,
  products,
  putRows,
  terms,
} from '@hofn/database';
import { sql } from 'drizzle-orm';
import type { FieldFault } from '../platform/fault.ts';
import { codesIn, currentCustomersBySsn, productCoversIn, unknownCustomer } from './references.ts';
import { type FactWriter, factFault, type NewerFact } from './upsert.ts';

/** The codes that policies refer to. */
type Codes = {
  products: ReadonlySet<string>;
  /** `product cover`. */
  covers: ReadonlySet<string>;
  terms: ReadonlySet<string>;
  parts: ReadonlySet<string>;
  itemFacts: ReadonlySet<string>;
};

const codesOf = async (tx: Db): Promise<Codes> => ({
  products: await codesIn(tx, products.id),
  covers: await productCoversIn(tx),
  terms: await codesIn(tx, terms.code),
  parts: await codesIn(tx, premiumPartTypes.code),
  itemFacts: await codesIn(tx, itemFactTypes.key),
});

const faultsOf = (facts: PolicyFacts, codes: Codes): FieldFault[] => [
  ...(codes.products.has(facts.product) ? [] : [factFault('facts.product', 'No product has this code.')]),
  ...facts.covers.flatMap(({ id }, index) =>
    codes.covers.has(`${facts.product} ${id}`)
      ? []
      : [factFault(`facts.covers.${index}.id`, 'The product has no such cover.')],
  ),
  ...facts.terms.flatMap((code, index) =>
    codes.terms.has(code) ? [] : [factFault(`facts.terms.${index}`, 'No terms have this code.')],
  ),
  ...facts.premiumParts.flatMap(({ id }, index) =>
    codes.parts.has(id)
      ? []
      : [factFault(`facts.premiumParts.${index}.id`, 'No premium part has this code.')],
  ),
  ...facts.items.flatMap((item, index) =>
    Object.keys(item.facts).flatMap((key) =>
      codes.itemFacts.has(key)
        ? []
        : [factFault(`facts.items.${index}.facts.${key}`, 'No fact about items has this key.')],
    ),
  ),
];

const rowOf = ({ id, found, facts }: NewerFact<PolicyFacts>): typeof policies.$inferInsert => ({
  customerId: found.customerId ?? '',
  id,
  number: facts.number,
  productId: facts.product,
  insuredIs: facts.insured?.is ?? null,
  insuredEn: facts.insured?.en ?? null,
  premiumPerYear: facts.premiumPerYear,
  deductible: facts.deductible,
  sumInsured: facts.sumInsured,
  validFrom: facts.validFrom,
  validTo: facts.validTo,
  renews: facts.renews,
  cancelledOn: facts.cancelledOn,
  lapsedOn: facts.lapsedOn,
  suspendedOn: facts.suspendedOn,
  instalmentsPerYear: facts.instalmentsPerYear,
  instalmentFeePercent: facts.instalmentFeePercent,
  termsCodes: facts.terms,
});

const deletePartsOf = async (tx: Db, rows: readonly NewerFact<PolicyFacts>[]): Promise<void> => {
  if (rows.length === 0) return;
  const places = JSON.stringify(
    rows.map(({ id, found }) => ({ customer_id: found.customerId, policy_id: id })),
  );
  for (const table of [policyItems, policyCovers, premiumParts, policyFigures]) {
    await tx.execute(sql`
      delete from ${table} where (customer_id, policy_id) in
        (select customer_id, policy_id from jsonb_to_recordset(${places}::jsonb) as place(customer_id text, policy_id text))`);
  }
};

/** Policies with their items, covers, premium parts and figures. */
export const policyWriter: FactWriter<PolicyFacts> = {
  type: 'policies',
  find: async (tx, _source, arrivals) => {
    const codes = await codesOf(tx);
    const known = await currentCustomersBySsn(
      tx,
      arrivals.map(({ facts }) => facts.customer),
    );
    return arrivals.map(({ facts }) => {
      const customer = known.get(facts.customer);
      const faults = [...(customer ? [] : [unknownCustomer()]), ...faultsOf(facts, codes)];
      return customer && faults.length === 0 ? { customerId: customer.id } : faults;
    });
  },
  write: async (tx, newer) => {
    if (newer.length === 0) return;
    await putRows(tx, policies, newer.map(rowOf), { key: ['customerId', 'id'] });
    await deletePartsOf(
      tx,
      newer.filter(({ isNew }) => !isNew),
    );
    const partsOf = <Part>(pick: (facts: PolicyFacts) => readonly Part[]) =>
      newer.flatMap(({ id, found, facts }) =>
        pick(facts).map((part) => ({ customerId: found.customerId ?? '', policyId: id, ...part })),
      );
    const key = ['customerId', 'policyId', 'id'] as const;
    await putRows(
      tx,
      policyItems,
      partsOf(({ items }) =>
        items.map(({ name, ...item }) => ({ ...item, nameIs: name.is, nameEn: name.en })),
      ),
      { key },
    );
    await putRows(
      tx,
      policyCovers,
      partsOf(({ covers }) => covers),
      { key },
    );
    await putRows(
      tx,
      premiumParts,
      partsOf(({ premiumParts: parts }) => parts),
      { key },
    );
    await putRows(
      tx,
      policyFigures,
      partsOf(({ figures }) => (figures ? [{ figures }] : [])),
      { key: ['customerId', 'policyId'] },
    );
  },
};
