import {
  credentials,
  customers,
  type Db,
  employees,
  isSignInEnded,
  rolesOn,
  storedRoles,
} from '@hofn/database';
import type { EidMethod } from '@hofn/service/eid.ts';
import { staffMethods } from '@hofn/service/tokens.ts';
import { and, eq, isNull, type SQL } from 'drizzle-orm';

/** Kinds of account. A connection (AUTH-1) signs in exactly one kind. */
export const connections = ['customer', 'employee'] as const;
export type Connection = (typeof connections)[number];

const employeePrefix = 'employee|';

/** The kind of account behind a subject (`sub`). A check constraint keeps customer ids from using the employee prefix. */
export const kindOf = (sub: string): Connection => (sub.startsWith(employeePrefix) ? 'employee' : 'customer');

/** The `sub` of an employee with this user name. */
export const employeeId = (username: string): string => `${employeePrefix}${username}`;

/** The account data that tokens may contain. */
export type Account = {
  sub: string;
  name: string;
  email: string | null;
  locale: string | null;
  /** Of staff; the staff portal shows administrators more. */
  roles?: string[];
};

/** Whether `amr` shows two factors, which staff need (rule HOLD-11). */
export const isStrong = (amr: readonly string[] | undefined): boolean =>
  amr?.some((method) => staffMethods.includes(method)) ?? false;

/** `passwordHash` is null for employees who have chosen no password. */
export type StoredPassword = { sub: string; passwordHash: string | null };

/** Excludes dismissed employees, and those who sign in at the insurer's own OpenID provider. */
export const signsInHere = and(eq(employees.active, true), isNull(employees.subject));

/** Whether an employee can sign in with a password and then an electronic ID (rule HOLD-11). */
export const hasPasswordSignIn = ({
  passwordHash,
  ssn,
}: {
  passwordHash: string | null;
  ssn: string | null;
}): boolean => passwordHash !== null && ssn !== null;

/** How an employee signs in; undefined if the employee does not exist. */
export const staffSignInOf = async (
  db: Db,
  sub: string,
): Promise<{ federated: boolean; password: boolean } | undefined> => {
  const [row] = await db
    .select({ passwordHash: employees.passwordHash, ssn: employees.ssn, subject: employees.subject })
    .from(employees)
    .where(eq(employees.id, sub));
  return row && { federated: row.subject !== null, password: row.subject === null && hasPasswordSignIn(row) };
};

/** Excludes former customers, whose name alone is still stored. */
const currentCustomer = (condition: SQL) => and(condition, isNull(customers.leftAt));

/**
 * Finds the account of a subject; undefined for former customers and dismissed employees.
 * @param today the day on which an employee must have a role
 * @param signedInAt ms since 1970; an employee whose sessions were ended after it is not found either
 */
export const findAccount = async (
  db: Db,
  sub: string,
  today: string,
  signedInAt = Number.POSITIVE_INFINITY,
): Promise<Account | undefined> => {
  if (kindOf(sub) === 'employee') {
    const [employee] = await db
      .select({
        name: employees.fullName,
        email: employees.email,
        names: employees.roles,
        stored: storedRoles,
        sessionsEndedAt: employees.sessionsEndedAt,
      })
      .from(employees)
      .where(and(eq(employees.id, sub), eq(employees.active, true)));
    if (!employee || isSignInEnded(employee.sessionsEndedAt, signedInAt)) return undefined;
    const roles = rolesOn(employee.stored, employee.names, today).map(({ role }) => role);
    if (roles.length === 0) return undefined;
    return { sub, name: employee.name, email: employee.email, locale: null, roles };
  }
  const [customer] = await db
    .select({ name: customers.fullName, email: customers.email, locale: customers.language })
    .from(customers)
    .where(currentCustomer(eq(customers.id, sub)));
  return customer && { sub, ...customer };
};

/** Finds the stored password for a sign-in name: a kennitala (ten digits) for a customer, the user name for an employee. */
export const findPassword = async (
  db: Db,
  connection: Connection,
  name: string,
): Promise<StoredPassword | undefined> => {
  if (connection === 'employee') {
    const [employee] = await db
      .select({ sub: employees.id, passwordHash: employees.passwordHash })
      .from(employees)
      .where(and(eq(employees.username, name), signsInHere));
    return employee;
  }
  const [customer] = await db
    .select({ sub: customers.id, passwordHash: credentials.passwordHash })
    .from(credentials)
    .innerJoin(customers, eq(customers.id, credentials.customerId))
    .where(currentCustomer(eq(customers.ssn, name)));
  return customer;
};

/** Id of the current customer with a kennitala, with or without a password. */
export const findCustomer = async (db: Db, ssn: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(currentCustomer(eq(customers.ssn, ssn)));
  return row?.id;
};

/** Whether the called phone number or kennitala belongs to this customer. Looks up the customer by id: phone numbers are not indexed. */
export const ownsCalledNumber = async (
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

/** Replaces an outdated hash of the same password, unless the password changed in the meantime. */
export const replaceHash = async (
  db: Db,
  { sub, passwordHash }: { sub: string; passwordHash: string },
  newHash: string,
) => {
  if (kindOf(sub) === 'employee') {
    await db
      .update(employees)
      .set({ passwordHash: newHash })
      .where(and(eq(employees.id, sub), eq(employees.passwordHash, passwordHash)));
    return;
  }
  await db
    .update(credentials)
    .set({ passwordHash: newHash })
    .where(and(eq(credentials.customerId, sub), eq(credentials.passwordHash, passwordHash)));
};
