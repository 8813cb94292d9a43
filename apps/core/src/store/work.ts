import type { Db } from '@hofn/database';
import { insuranceCustomers } from '@hofn/database/schema/insurance.ts';
import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Book } from '../book.ts';
import { runNextDay } from '../bookkeeping/day.ts';
import { type LoadedBook, loadBooks, storeBooks } from './books.ts';
import { readCalendar } from './calendar.ts';
import { findReposted } from './ledger.ts';

/**
 * The lock on a customer. Not the strongest: a row that refers to the customer, such as the front's answer to a fact, is
 * added meanwhile, whose transaction may have what this one waits for.
 */
const customerLock = 'no key update';

/** Does the work of the days that have passed since the last one whose work is done. */
const runDays = (book: Book, today: string): void => {
  while (book.state.today < today) runNextDay(book);
};

/** Customers whose work of a day is still to do, apart from those whose work has failed on that day. */
const isToDo = (today: string) =>
  and(
    lt(insuranceCustomers.workedOn, today),
    or(isNull(insuranceCustomers.faultOn), lt(insuranceCustomers.faultOn, today)),
  );

/** A customer whose work of a day failed. */
export type WorkFault = { customer: string; error: unknown };

/**
 * Does the day's work of the next customers, all in one transaction: each customer's day is done once, in whichever process,
 * and a killed process leaves it undone. Customers that another transaction has locked are left for the next portion. Where
 * a rule fails, nothing of that customer changes.
 * @param size how many customers at most
 * @returns how many were locked, and whose work failed
 */
export const workPortion = (db: Db, size: number): Promise<{ customers: number; faults: WorkFault[] }> =>
  db.transaction(async (tx) => {
    const { today, openedOn, hasDemoHandler } = await readCalendar(tx);
    const { customer, workedOn } = insuranceCustomers;
    const locked = await tx
      .select({ customer, workedOn })
      .from(insuranceCustomers)
      .where(isToDo(today))
      .orderBy(asc(workedOn), asc(customer))
      .limit(size)
      .for(customerLock, { skipLocked: true });
    if (locked.length === 0) return { customers: 0, faults: [] };
    const worked: LoadedBook[] = [];
    const faults: WorkFault[] = [];
    for (const loaded of await loadBooks(tx, locked, { openedOn, hasDemoHandler }))
      try {
        runDays(loaded.book, today);
        worked.push(loaded);
      } catch (error) {
        faults.push({ customer: loaded.customer, error });
      }
    const reposted = await findReposted(
      tx,
      worked.map(({ book }) => book),
    );
    for (const [of, error] of reposted) faults.push({ customer: of, error });
    const done = worked.filter(({ customer: of }) => !reposted.has(of));
    if (done.length > 0) await storeBooks(tx, done);
    for (const { customer: failed, error } of faults)
      await tx
        .update(insuranceCustomers)
        .set({ fault: String(error), faultOn: today })
        .where(eq(insuranceCustomers.customer, failed));
    return { customers: locked.length, faults };
  });

/** How many customers still wait for their work of the calendar's day, and whose work has failed. */
export const countWork = async (db: Db): Promise<{ toDo: number; failed: number }> => {
  const { rows } = await db.execute<{ todo: string; failed: string }>(
    sql`select count(*) filter (where fault_on is null or fault_on < today) as todo,
          count(*) filter (where fault_on = today) as failed
        from insurance.customers, insurance.calendar where worked_on < today`,
  );
  return { toDo: Number(rows[0]?.todo), failed: Number(rows[0]?.failed) };
};

const ofOne = (tx: Db, customer: string) =>
  tx
    .select({ workedOn: insuranceCustomers.workedOn })
    .from(insuranceCustomers)
    .where(eq(insuranceCustomers.customer, customer));

/** The book of a customer up to date with the calendar; nothing of that is stored. */
const openUpToDate = async (
  tx: Db,
  locked: { customer: string; workedOn: string },
  policyNumber: string | undefined,
): Promise<LoadedBook | undefined> => {
  const { today, openedOn, hasDemoHandler } = await readCalendar(tx);
  const [loaded] = await loadBooks(tx, [locked], {
    ...{ openedOn, hasDemoHandler },
    ...(policyNumber !== undefined && { policyNumber }),
  });
  if (loaded) runDays(loaded.book, today);
  return loaded;
};

/** Locks a customer, if the core has them, until the end of the caller's transaction. */
export const lockCustomer = async (tx: Db, customer: string): Promise<void> => {
  await ofOne(tx, customer).for(customerLock);
};

/**
 * Works on the book of one customer, locked, up to date with the calendar, and stores what has changed, in the caller's
 * transaction.
 * @returns what the work returns; undefined for a customer that the core does not have
 */
export const inBook = async <Result>(
  tx: Db,
  customer: string,
  work: (book: Book) => Result | Promise<Result>,
  policyNumber?: string,
): Promise<{ result: Result } | undefined> => {
  const [row] = await ofOne(tx, customer).for(customerLock);
  const loaded = row && (await openUpToDate(tx, { customer, ...row }, policyNumber));
  if (!loaded) return undefined;
  const result = await work(loaded.book);
  for (const error of (await findReposted(tx, [loaded.book])).values()) throw error;
  await storeBooks(tx, [loaded]);
  return { result };
};

/**
 * Works on a copy of a customer's book that is thrown away, up to date with the calendar: nothing is locked or stored.
 * @param tx a transaction whose reads are all of one moment
 * @returns what the work returns; undefined for a customer that the core does not have
 */
export const inDraft = async <Result>(
  tx: Db,
  customer: string,
  work: (book: Book) => Result | Promise<Result>,
): Promise<{ result: Result } | undefined> => {
  const [row] = await ofOne(tx, customer);
  const loaded = row && (await openUpToDate(tx, { customer, ...row }, 'draft'));
  return loaded && { result: await work(loaded.book) };
};

/** The next number of a policy that the core issues; one that is not used is lost. */
export const nextPolicyNumber = async (tx: Db): Promise<string> => {
  const { rows } = await tx.execute<{ number: string }>(
    sql`select nextval('insurance.policy_numbers')::text as number`,
  );
  return rows[0]?.number ?? '';
};
