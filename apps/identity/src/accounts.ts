import { credentials, customers, type Db, employees } from '@hofn/database';
import type { EidMethod } from '@hofn/service/eid.ts';
import { and, eq, isNull, type SQL } from 'drizzle-orm';

/** The kinds of account. A connection (AUTH-1) signs in exactly one of them. */
export const connections = ['customer', 'employee'] as const;
export type Connection = (typeof connections)[number];

const employeePrefix = 'employee|';

/** Which kind of account a subject (`sub`) is. Customer ids never begin as employee ids do: the tables see to it. */
export const kindOf = (sub: string): Connection => (sub.startsWith(employeePrefix) ? 'employee' : 'customer');

/** The `sub` of an employee with this user name. */
export const employeeId = (username: string): string => `${employeePrefix}${username}`;

/** What tokens may say of an account. */
export type Account = { sub: string; name: string; email: string | null; locale: string | null };

/** What a password is checked against. */
export type StoredPassword = { sub: string; passwordHash: string };

/** A customer who is let in: not one who has left us and is kept by name alone. */
const letIn = (which: SQL) => and(which, isNull(customers.leftAt));

/** Finds the account of a subject; undefined when there is none, or the employee is no longer active. */
export const findAccount = async (db: Db, sub: string): Promise<Account | undefined> => {
  if (kindOf(sub) === 'employee') {
    const [employee] = await db
      .select({ name: employees.fullName, email: employees.email })
      .from(employees)
      .where(and(eq(employees.id, sub), eq(employees.active, true)));
    return employee && { sub, ...employee, locale: null };
  }
  const [customer] = await db
    .select({ name: customers.fullName, email: customers.email, locale: customers.language })
    .from(customers)
    .where(letIn(eq(customers.id, sub)));
  return customer && { sub, ...customer };
};

/** Finds the stored password behind what was typed: ten digits for a customer, the user name for an employee. */
export const findPassword = async (
  db: Db,
  connection: Connection,
  name: string,
): Promise<StoredPassword | undefined> => {
  if (connection === 'employee') {
    const [employee] = await db
      .select({ sub: employees.id, passwordHash: employees.passwordHash })
      .from(employees)
      .where(and(eq(employees.username, name), eq(employees.active, true)));
    return employee;
  }
  const [customer] = await db
    .select({ sub: customers.id, passwordHash: credentials.passwordHash })
    .from(credentials)
    .innerJoin(customers, eq(customers.id, credentials.customerId))
    .where(letIn(eq(customers.ssn, name)));
  return customer;
};

/** The customer with a kennitala, whatever they sign in with; undefined when there is none who is let in. */
export const findCustomer = async (db: Db, ssn: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(letIn(eq(customers.ssn, ssn)));
  return row?.id;
};

/** Whether a phone number, or a kennitala, is the customer's own. Reads that one customer: no number is searched for. */
export const isCalledBy = async (
  db: Db,
  sub: string,
  { method, called }: { method: EidMethod; called: string },
): Promise<boolean> => {
  const [row] = await db
    .select({ phone: customers.mobilePhone, ssn: customers.ssn })
    .from(customers)
    .where(eq(customers.id, sub));
  return called === (method === 'mobile' ? row?.phone : row?.ssn);
};

/** Replaces the hash of the same password by one made at today's cost, unless the password was changed meanwhile. */
export const replaceHash = async (db: Db, { sub, passwordHash }: StoredPassword, renewed: string) => {
  if (kindOf(sub) === 'employee') {
    await db
      .update(employees)
      .set({ passwordHash: renewed })
      .where(and(eq(employees.id, sub), eq(employees.passwordHash, passwordHash)));
    return;
  }
  await db
    .update(credentials)
    .set({ passwordHash: renewed })
    .where(and(eq(credentials.customerId, sub), eq(credentials.passwordHash, passwordHash)));
};
