import type { Reference } from '@hofn/contracts';
import { coreRecords, customers, type Db } from '@hofn/database';
import { and, eq } from 'drizzle-orm';
import type { FieldFault } from '../platform/fault.ts';
import { anyOf } from '../platform/sql.ts';
import { factFault } from './upsert.ts';

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
 * Finds policies that facts refer to.
 * @returns the policy's id, for a reference of a customer's fact; undefined when that customer has no such policy
 */
export const policiesOf = async (
  tx: Db,
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
              eq(coreRecords.type, 'policies'),
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
