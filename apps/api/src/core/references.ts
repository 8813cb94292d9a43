import type { Reference } from '@hofn/contracts';
import { coreRecords, customers, type Db, productCovers } from '@hofn/database';
import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { FieldFault } from '../platform/fault.ts';
import { anyOf } from '../platform/sql.ts';
import { type Arrival, type Found, factFault } from './upsert.ts';

/** A customer that a fact names by kennitala. */
export type NamedCustomer = { id: string; kind: 'person' | 'company'; hasLeft: boolean };

/** Customers by kennitala, also those who have left; those that do not exist are absent. */
export const customersBySsn = async (
  tx: Db,
  ssns: readonly string[],
): Promise<Map<string, NamedCustomer>> => {
  if (ssns.length === 0) return new Map();
  const rows = await tx
    .select({ ssn: customers.ssn, id: customers.id, kind: customers.kind, leftAt: customers.leftAt })
    .from(customers)
    .where(anyOf(customers.ssn, ssns));
  return new Map(rows.map(({ ssn, id, kind, leftAt }) => [ssn, { id, kind, hasLeft: leftAt !== null }]));
};

/** The customers that facts may belong to: those who have not left, or have come back. */
export const currentCustomersBySsn = async (
  tx: Db,
  ssns: readonly string[],
): Promise<Map<string, NamedCustomer>> =>
  new Map([...(await customersBySsn(tx, ssns))].filter(([, { hasLeft }]) => !hasLeft));

/** Says that no customer has the kennitala. */
export const unknownCustomer = (path = 'facts.customer'): FieldFault =>
  factFault(path, 'No customer has this kennitala. Send the customer first.');

const placeOf = (source: string, reference: Reference) =>
  typeof reference === 'string' ? { source, key: reference } : reference;

/**
 * Finds what facts refer to.
 * @returns its id, for a reference of a customer's fact; undefined when that customer has no such policy or claim
 */
export const idsOf = async (
  tx: Db,
  type: 'policies' | 'claims',
  source: string,
  references: readonly (Reference | null)[],
): Promise<(reference: Reference, customerId: string) => string | undefined> => {
  const places = references.flatMap((reference) => (reference === null ? [] : [placeOf(source, reference)]));
  const rows =
    places.length === 0
      ? []
      : await tx
          .select({
            source: coreRecords.source,
            key: coreRecords.key,
            id: coreRecords.id,
            customerId: coreRecords.customerId,
          })
          .from(coreRecords)
          .where(
            and(
              eq(coreRecords.type, type),
              anyOf(
                coreRecords.source,
                places.map((place) => place.source),
              ),
              anyOf(
                coreRecords.key,
                places.map((place) => place.key),
              ),
            ),
          );
  const ids = new Map(rows.map((row) => [`${row.source}\n${row.key}\n${row.customerId}`, row.id]));
  return (reference, customerId) => {
    const place = placeOf(source, reference);
    return ids.get(`${place.source}\n${place.key}\n${customerId}`);
  };
};

/** The policy that a fact names, if it names one. */
export type OnPolicy = { policyId: string | null };

/** The customer of each fact, and the policy it names, which must be the customer's. */
export const findCustomerAndPolicy = async (
  tx: Db,
  source: string,
  arrivals: readonly Arrival<{ customer: string; policy: Reference | null }>[],
): Promise<Array<Found<OnPolicy> | FieldFault[]>> => {
  const known = await currentCustomersBySsn(
    tx,
    arrivals.map(({ facts }) => facts.customer),
  );
  const policyOf = await idsOf(
    tx,
    'policies',
    source,
    arrivals.map(({ facts }) => facts.policy),
  );
  return arrivals.map(({ facts: { customer: ssn, policy } }) => {
    const customer = known.get(ssn);
    if (!customer) return [unknownCustomer()];
    if (policy === null) return { customerId: customer.id, policyId: null };
    const policyId = policyOf(policy, customer.id);
    return policyId === undefined
      ? [factFault('facts.policy', 'The customer has no such policy. Send the policy first.')]
      : { customerId: customer.id, policyId };
  });
};

/** The codes on file in a column of a small table. */
export const codesIn = async (tx: Db, column: PgColumn): Promise<ReadonlySet<string>> =>
  new Set((await tx.select({ code: sql<string>`${column}` }).from(column.table)).map(({ code }) => code));

/** The covers of all products, as `product cover`. */
export const productCoversIn = async (tx: Db): Promise<ReadonlySet<string>> => {
  const covers = await tx
    .select({ product: productCovers.productId, cover: productCovers.id })
    .from(productCovers);
  return new Set(covers.map(({ product, cover }) => `${product} ${cover}`));
};
