import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import type { Db } from './open.ts';
import { smallLetters } from './schema/columns.ts';
import { companyInvolvement, customers } from './schema/customers.ts';
import { employees } from './schema/identity.ts';

/**
 * Whose matters an employee may not see: ids of customers, and kennitala numbers of the same and of the employee and spouse, who
 * may send something without being customers.
 */
export type Conflicts = { customers: readonly string[]; ssns: readonly string[] };

/**
 * Creates the look-up of an employee's conflicts of interest (rule ROLE-4). They are derived from what is registered, and nobody
 * declares them: the employee, the spouse, everybody in the same home, and companies for which the employee holds procuration or
 * sits on the board. One home is one family number of the national register; where either person's is unknown, one address.
 * @returns a function of the employee's id and the day (`YYYY-MM-DD`), never cached, so that a marriage counts at the next call.
 * It finds nothing for an employee whose kennitala is not on record
 */
export const createConflictCheck = (db: Db): ((employeeId: string, day: string) => Promise<Conflicts>) => {
  // The employee as a customer, who need not be one.
  const own = alias(customers, 'own');
  const me = and(eq(employees.id, sql.placeholder('employee')), isNotNull(employees.ssn));
  const day = sql`${sql.placeholder('day')}::date`;

  const found = { id: sql<string | null>`${customers.id}`, ssn: sql<string | null>`${customers.ssn}` };
  /** Each part is one join that reads an index; together in one condition, they would read all customers. */
  const related = (on: SQL | undefined) =>
    db.select(found).from(employees).innerJoin(customers, on).where(me);
  const relatedToOwn = (on: SQL | undefined) =>
    db
      .select(found)
      .from(employees)
      .innerJoin(own, eq(own.ssn, employees.ssn))
      .innerJoin(customers, on)
      .where(me);
  const numbers = (ssn: SQL<string | null>) =>
    db
      .select({ id: sql<string | null>`null::text`, ssn })
      .from(employees)
      .leftJoin(own, eq(own.ssn, employees.ssn))
      .where(me);
  const companies = db
    .select(found)
    .from(employees)
    .innerJoin(own, eq(own.ssn, employees.ssn))
    .innerJoin(companyInvolvement, eq(companyInvolvement.customerId, own.id))
    .innerJoin(customers, eq(customers.id, companyInvolvement.companyId))
    .where(
      and(
        me,
        sql`${companyInvolvement.involvement} in ('procuration', 'board')`,
        sql`${companyInvolvement.registeredOn} <= ${day}`,
        sql`(${companyInvolvement.endedOn} is null or ${companyInvolvement.endedOn} >= ${day})`,
      ),
    );
  const query = union(
    numbers(sql`${employees.ssn}`),
    numbers(sql`${own.spouseSsn}`),
    related(eq(customers.ssn, employees.ssn)),
    relatedToOwn(eq(customers.ssn, own.spouseSsn)),
    related(eq(customers.spouseSsn, employees.ssn)),
    // A family has the kennitala of its eldest, who need not be a customer.
    related(eq(customers.familyNumber, employees.ssn)),
    relatedToOwn(eq(customers.familyNumber, own.familyNumber)),
    relatedToOwn(
      and(
        // Not a parameter: a kept plan would not read the index of homes.
        sql`${customers.kind} = 'person'`,
        isNotNull(customers.address),
        eq(customers.postalCode, own.postalCode),
        sql`${smallLetters(customers.address)} = ${smallLetters(own.address)}`,
        or(isNull(customers.familyNumber), isNull(own.familyNumber)),
      ),
    ),
    companies,
  ).prepare('conflicts_of_employee');
  return async (employeeId, today) => {
    const rows = await query.execute({ employee: employeeId, day: today });
    return {
      customers: rows.flatMap(({ id }) => id ?? []),
      ssns: [...new Set(rows.flatMap(({ ssn }) => ssn ?? []))],
    };
  };
};
