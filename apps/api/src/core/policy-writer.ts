import type { PolicyFacts } from '@hofn/contracts';
import {
  type Db,
  itemFactTypes,
  policies,
  policyCovers,
  policyFigures,
  policyItems,
  premiumParts,
  putRows,
} from '@hofn/database';
import { sql } from 'drizzle-orm';
import type { FieldFault } from '../platform/fault.ts';
import type { RestoredNotices } from '../policies/restored.ts';
import { productCodeFaults, productCodesOf } from './product-codes.ts';
import { codesIn, currentCustomersBySsn, unknownCustomer } from './references.ts';
import { type FactWriter, factFault, type NewerFact } from './upsert.ts';

const itemFaults = ({ items }: PolicyFacts, known: ReadonlySet<string>): FieldFault[] =>
  items.flatMap((item, index) =>
    Object.keys(item.facts).flatMap((key) =>
      known.has(key)
        ? []
        : [factFault(`facts.items.${index}.facts.${key}`, 'No fact about items has this key.')],
    ),
  );

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

/** Facts that may end a lapse, which the customer is notified of. */
const mayRestore = ({ isNew, quiet, facts }: NewerFact<PolicyFacts>): boolean =>
  !isNew && quiet !== true && facts.lapsedOn === null;

/** Policies with their items, covers, premium parts and figures. The customer is e-mailed when a lapse ends. */
export const createPolicyWriter = (notices: RestoredNotices): FactWriter<PolicyFacts> => ({
  type: 'policies',
  find: async (tx, _source, arrivals) => {
    const codes = await productCodesOf(tx);
    const itemFacts = await codesIn(tx, itemFactTypes.key);
    const known = await currentCustomersBySsn(
      tx,
      arrivals.map(({ facts }) => facts.customer),
    );
    return arrivals.map(({ facts }) => {
      const customer = known.get(facts.customer);
      const faults = [
        ...(customer ? [] : [unknownCustomer()]),
        ...productCodeFaults(facts, codes),
        ...itemFaults(facts, itemFacts),
      ];
      return customer && faults.length === 0 ? { customerId: customer.id } : faults;
    });
  },
  write: async (tx, newer, at) => {
    if (newer.length === 0) return;
    const lapsed = await notices.lapsedOf(
      tx,
      newer.filter(mayRestore).map(({ id, found }) => ({ customerId: found.customerId ?? '', policyId: id })),
    );
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
    const factsOf = ({ policyId }: { policyId: string }) => newer.find(({ id }) => id === policyId)?.facts;
    await notices.send(tx, lapsed, factsOf, at);
  },
});
