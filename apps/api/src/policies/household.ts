import { accessGrants, customers, type Db, policies } from '@hofn/database';
import { householdProducts } from '@hofn/domain/claim-covers.ts';
import { and, eq, gte, inArray, isNull, lte, type SQL } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';

/** A customer who has given a person access. */
export type AccessGiver = { id: string; isSpouse: boolean };

/** Everybody who has given the subject access that is valid today. It does not pass on to the subject's delegates. */
export const accessGivers = async (db: Db, subject: Customer, today: string): Promise<AccessGiver[]> => {
  const [self] = await db
    .select({ spouseSsn: customers.spouseSsn })
    .from(customers)
    .where(eq(customers.id, subject.id));
  const givers = await db
    .select({ id: customers.id, ssn: customers.ssn, spouseSsn: customers.spouseSsn })
    .from(accessGrants)
    .innerJoin(customers, eq(customers.id, accessGrants.customerId))
    .where(
      and(
        eq(accessGrants.holderId, subject.id),
        isNull(accessGrants.endedAt),
        lte(accessGrants.validFrom, today),
        gte(accessGrants.validTo, today),
      ),
    );
  return givers.map(({ id, ssn, spouseSsn }) => ({
    id,
    isSpouse: ssn === self?.spouseSsn || spouseSsn === subject.ssn,
  }));
};

/** Policies that insure the home of a person, of a spouse who has given them access. */
export const householdOf = (givers: readonly AccessGiver[]): SQL | undefined =>
  and(
    inArray(
      policies.customerId,
      givers.flatMap(({ id, isSpouse }) => (isSpouse ? [id] : [])),
    ),
    inArray(policies.productId, [...householdProducts]),
  );
