import { accessGrants, companyInvolvement, customers, type Db, policies } from '@hofn/database';
import { householdProducts } from '@hofn/domain/claim-covers.ts';
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { isGrantedOn, isRegisteredOn } from '../platform/actor-store.ts';
import type { Customer } from '../platform/authorization.ts';

/** A customer that a person may act for. */
export type AccessibleCustomer = { id: string; isSpouse: boolean };

/**
 * Everybody the subject may act for today: those who have given them access (rule ACC-2), and companies for which
 * they hold procuration (rule ACC-4). It does not pass on to the subject's delegates.
 */
export const accessibleCustomers = async (
  db: Db,
  subject: Customer,
  today: string,
): Promise<AccessibleCustomer[]> => {
  const [self] = await db
    .select({ spouseSsn: customers.spouseSsn })
    .from(customers)
    .where(eq(customers.id, subject.id));
  const granted = db
    .select({ id: accessGrants.customerId })
    .from(accessGrants)
    .where(and(eq(accessGrants.holderId, subject.id), isGrantedOn(today)));
  const registered = db
    .select({ id: companyInvolvement.companyId })
    .from(companyInvolvement)
    .where(
      and(
        eq(companyInvolvement.customerId, subject.id),
        eq(companyInvolvement.involvement, 'procuration'),
        isRegisteredOn(today),
      ),
    );
  const found = await db
    .select({ id: customers.id, ssn: customers.ssn, spouseSsn: customers.spouseSsn })
    .from(customers)
    .where(inArray(customers.id, union(granted, registered)));
  return found.map(({ id, ssn, spouseSsn }) => ({
    id,
    isSpouse: ssn === self?.spouseSsn || spouseSsn === subject.ssn,
  }));
};

/** Policies that insure the home of a person, of a spouse who has given them access. */
export const householdOf = (accessible: readonly AccessibleCustomer[]): SQL | undefined =>
  and(
    inArray(
      policies.customerId,
      accessible.flatMap(({ id, isSpouse }) => (isSpouse ? [id] : [])),
    ),
    inArray(policies.productId, [...householdProducts]),
  );
