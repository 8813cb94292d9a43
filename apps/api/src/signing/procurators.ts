import { companyInvolvement, customers, type Db } from '@hofn/database';
import { and, eq, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';

/** Kennitala numbers of the people who may sign for a company on a day (rule ACC-4). */
export const procuratorsOf = async (db: Db, company: Pick<Customer, 'id'>, day: string): Promise<string[]> =>
  (
    await db
      .select({ ssn: customers.ssn })
      .from(companyInvolvement)
      .innerJoin(customers, eq(customers.id, companyInvolvement.customerId))
      .where(
        and(
          eq(companyInvolvement.companyId, company.id),
          eq(companyInvolvement.involvement, 'procuration'),
          sql`${companyInvolvement.registeredOn} <= ${day}::date`,
          sql`(${companyInvolvement.endedOn} is null or ${companyInvolvement.endedOn} >= ${day}::date)`,
        ),
      )
  ).map(({ ssn }) => ssn);
