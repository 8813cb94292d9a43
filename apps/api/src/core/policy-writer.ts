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
import { type CoverGap, gapsAfter } from '@hofn/domain/cover-gaps.ts';
import { type Suspension, suspensionsAfter } from '@hofn/domain/cover-history.ts';
import { dayOfInstant } from '@hofn/texts';
import { and, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { FieldFault } from '../platform/fault.ts';
import type { RenewalNotices, ToldPeriod } from '../policies/renewal-notices.ts';
import type { RestoredNotices } from '../policies/restored.ts';
import { refuseTakenNumbers } from './numbers.ts';
import { productCodeFaults, productCodesOf } from './product-codes.ts';
import { codesIn, currentCustomersBySsn, unknownCustomer } from './references.ts';
import { type FactWriter, type Found, factFault, type NewerFact } from './upsert.ts';

const itemFaults = ({ items }: PolicyFacts, known: ReadonlySet<string>): FieldFault[] =>
  items.flatMap((item, index) =>
    Object.keys(item.facts).flatMap((key) =>
      known.has(key)
        ? []
        : [factFault(`facts.items.${index}.facts.${key}`, 'No fact about items has this key.')],
    ),
  );

/** Days on which a policy did not cover, or was suspended, and does not say so any more. */
type Earlier = { gaps: CoverGap[]; suspensions: Suspension[] };

const rowOf = (
  { id, found, facts }: NewerFact<PolicyFacts>,
  { gaps, suspensions }: Earlier,
): typeof policies.$inferInsert => ({
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
  ...{ gaps, suspensions, earlierCover: facts.earlierCover ?? [] },
  nextPeriod: facts.nextPeriod ?? null,
  instalmentsPerYear: facts.instalmentsPerYear,
  instalmentFeePercent: facts.instalmentFeePercent,
  termsCodes: facts.terms,
});

/** The given policies, as a set to compare `(customer_id, policy_id)` with. */
const placesOf = (rows: readonly NewerFact<PolicyFacts>[]) => {
  const places = JSON.stringify(
    rows.map(({ id, found }) => ({ customer_id: found.customerId, policy_id: id })),
  );
  return sql`(select customer_id, policy_id from jsonb_to_recordset(${places}::jsonb) as place(customer_id text, policy_id text))`;
};

/** Whether a known policy comes without gaps or suspensions, so that they are derived from its earlier versions. */
const lacksHistory = ({ isNew, facts }: NewerFact<PolicyFacts>): boolean =>
  !isNew && (facts.gaps === undefined || facts.suspensions === undefined);

/** Gaps and suspensions of each policy: those it names, or what is known from earlier versions (rules LIFE-40, INS-8). */
const findEarlier = async (tx: Db, rows: readonly NewerFact<PolicyFacts>[], today: string) => {
  const lacking = rows.filter(lacksHistory);
  const { customerId, id, lapsedOn, gaps, suspendedOn, suspensions } = policies;
  const known =
    lacking.length === 0
      ? []
      : await tx
          .select({ customerId, id, lapsedOn, gaps, suspendedOn, suspensions })
          .from(policies)
          .where(
            and(
              sql`(${customerId}, ${id}) in ${placesOf(lacking)}`,
              or(
                ...[isNotNull(lapsedOn), ne(gaps, sql`'[]'::jsonb`)],
                ...[isNotNull(suspendedOn), ne(suspensions, sql`'[]'::jsonb`)],
              ),
            ),
          );
  return ({ id: policyId, found, facts }: NewerFact<PolicyFacts>): Earlier => {
    const before = known.find((one) => one.id === policyId && one.customerId === found.customerId);
    return {
      gaps: facts.gaps ?? (before ? gapsAfter(before, facts, today) : []),
      suspensions: facts.suspensions ?? (before ? suspensionsAfter(before, facts, today) : []),
    };
  };
};

const deletePartsOf = async (tx: Db, rows: readonly NewerFact<PolicyFacts>[]): Promise<void> => {
  if (rows.length === 0) return;
  for (const table of [policyItems, policyCovers, premiumParts, policyFigures]) {
    await tx.execute(sql`
      delete from ${table} where (customer_id, policy_id) in ${placesOf(rows)}`);
  }
};

/** Facts that may end a lapse, which the customer is notified of. */
const mayRestore = ({ isNew, quiet, facts }: NewerFact<PolicyFacts>): boolean =>
  !isNew && quiet !== true && facts.lapsedOn === null;

/** Next periods that the facts tell; what an import brings has been told before. */
const nextPeriodsOf = (newer: readonly NewerFact<PolicyFacts>[]): ToldPeriod[] =>
  newer.flatMap(({ id, found, isNew, quiet, facts }) =>
    facts.nextPeriod && !isNew && quiet !== true
      ? [{ customerId: found.customerId ?? '', policyId: id, ...facts.nextPeriod }]
      : [],
  );

/**
 * Policies with their items, covers, premium parts and figures. The customer is e-mailed when a lapse ends, and what the next
 * period costs.
 */
export const createPolicyWriter = (
  notices: RestoredNotices,
  renewals: RenewalNotices,
): FactWriter<PolicyFacts> => ({
  type: 'policies',
  find: async (tx, source, arrivals) => {
    const codes = await productCodesOf(tx);
    const itemFacts = await codesIn(tx, itemFactTypes.key);
    const known = await currentCustomersBySsn(
      tx,
      arrivals.map(({ facts }) => facts.customer),
    );
    const found = arrivals.map(({ facts }): Found | FieldFault[] => {
      const customer = known.get(facts.customer);
      const faults = [
        ...(customer ? [] : [unknownCustomer()]),
        ...productCodeFaults(facts, codes),
        ...itemFaults(facts, itemFacts),
      ];
      return customer && faults.length === 0 ? { customerId: customer.id } : faults;
    });
    return refuseTakenNumbers(tx, { type: 'policies', source }, arrivals, found);
  },
  write: async (tx, newer, at) => {
    if (newer.length === 0) return;
    const lapsed = await notices.lapsedOf(
      tx,
      newer.filter(mayRestore).map(({ id, found }) => ({ customerId: found.customerId ?? '', policyId: id })),
    );
    const told = await renewals.newOf(tx, nextPeriodsOf(newer));
    const earlierOf = await findEarlier(tx, newer, dayOfInstant(new Date(at)));
    await putRows(
      tx,
      policies,
      newer.map((row) => rowOf(row, earlierOf(row))),
      { key: ['customerId', 'id'] },
    );
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
    await renewals.send(tx, told);
  },
});
