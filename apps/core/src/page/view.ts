import type { CoreRequest, FactOutcome } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { insuranceCustomers } from '@hofn/database/schema/insurance.ts';
import { countsInTotals } from '@hofn/domain';
import { isOwed, totalOf } from '@hofn/insurance/billing/instalment.ts';
import { compareIcelandic } from '@hofn/texts';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Receipt } from '../acts/receipt.ts';
import type { Book, BookRecord, BookType } from '../book.ts';
import type { Group } from '../ledger/ledger.ts';
import { actsOf } from '../store/acts.ts';
import { loadBooks } from '../store/books.ts';
import { findCalendar } from '../store/calendar.ts';
import { isReached, newestEvents, openRequests, readConnection } from '../store/connection.ts';
import { groupsOf } from '../store/ledger.ts';
import { newestAnswers } from '../store/outbox.ts';
import { findReferral, type Referral } from '../store/referral.ts';

/** Lines of each log, and customers, that the page shows. */
const shownLines = 60;
const shownCustomers = 200;

type CustomerLine = { key: string; fullName: string; policies: number; premium: number; owed: number };

/** Everything that the page shows. */
export type View = {
  today: string;
  daysAhead: number;
  canForward: boolean;
  isConnected: boolean;
  settlesByRule: boolean;
  /** Who has switched that everything is referred; undefined when it is not. */
  referral: Referral | undefined;
  requests: readonly CoreRequest[];
  /** Names of the customers with requests, by kennitala. */
  names: ReadonlyMap<string, string>;
  customers: readonly CustomerLine[];
  events: ReadonlyArray<{ id: string; at: string; type: string; data: Record<string, unknown> }>;
  answers: ReadonlyArray<{
    at: string;
    type: BookType;
    key: string;
    version: number;
    answer: FactOutcome | 'refused';
    fault: string | null;
  }>;
  opened: { at: string; loaded: number; refused: number } | null;
};

const { customer, key, fullName, workedOn } = insuranceCustomers;

const lineOf = (book: Book, today: string): CustomerLine[] =>
  book.all('customers').map(({ key: of, facts: { ssn, fullName: name } }) => {
    const policies = book.of('policies', ssn).filter(({ facts }) => countsInTotals(facts, today));
    const owed = book
      .of('instalments', ssn)
      .filter((instalment) => isOwed(instalment.facts) && instalment.facts.dueDate <= today);
    return {
      ...{ key: of, fullName: name, policies: policies.length },
      premium: policies.reduce((sum, { facts }) => sum + facts.premiumPerYear, 0),
      owed: owed.reduce((sum, { facts }) => sum + totalOf(facts), 0),
    };
  });

const readCustomers = async (db: Db, today: string): Promise<CustomerLine[]> => {
  const rows = await db
    .select({ customer, workedOn })
    .from(insuranceCustomers)
    .orderBy(asc(fullName))
    .limit(shownCustomers);
  if (rows.length === 0) return [];
  return (await loadBooks(db, rows, { openedOn: today }))
    .flatMap(({ book }) => lineOf(book, today))
    .toSorted((a, b) => compareIcelandic(a.fullName, b.fullName));
};

const readNames = async (db: Db, ssns: readonly string[]): Promise<Map<string, string>> => {
  if (ssns.length === 0) return new Map();
  const rows = await db
    .select({ customer, fullName })
    .from(insuranceCustomers)
    .where(inArray(customer, [...ssns]));
  return new Map(rows.map((row) => [row.customer, row.fullName]));
};

/** Reads what the page shows. */
export const readView = async (db: Db, { canForward }: { canForward: boolean }): Promise<View> => {
  const { today = '', daysAhead = 0 } = (await findCalendar(db)) ?? {};
  const { settlesByRule, opened } = await readConnection(db);
  const requests = await openRequests(db);
  return {
    ...{ today, daysAhead, canForward, settlesByRule, opened, requests },
    isConnected: await isReached(db),
    referral: await findReferral(db),
    names: await readNames(
      db,
      requests.map((request) => request.customer.ssn),
    ),
    customers: await readCustomers(db, today),
    events: await newestEvents(db, shownLines),
    answers: (await newestAnswers(db, shownLines)) as View['answers'],
  };
};

/** What the page of a customer shows. */
export type CustomerView = {
  book: Book;
  record: BookRecord<'customers'>;
  /** The newest receipts, and the newest groups of postings. */
  acts: readonly Receipt[];
  groups: readonly Group[];
};

/** A customer with what their page shows; undefined for an unknown key. */
export const readCustomer = async (db: Db, of: string): Promise<CustomerView | undefined> => {
  const rows = await db.select({ customer, workedOn }).from(insuranceCustomers).where(eq(key, of));
  const [row] = rows;
  const [loaded] = row ? await loadBooks(db, [row], { openedOn: row.workedOn }) : [];
  const record = loaded?.book.get('customers', of);
  if (!loaded || !record) return undefined;
  const { ssn } = record.facts;
  return {
    ...{ book: loaded.book, record },
    ...{ acts: await actsOf(db, ssn, shownLines), groups: await groupsOf(db, ssn, shownLines) },
  };
};

/** The key of the customer with a kennitala; undefined when the core does not have them. */
export const customerKeyOf = async (db: Db, ssn: string): Promise<string | undefined> => {
  const [row] = await db.select({ key }).from(insuranceCustomers).where(eq(customer, ssn));
  return row?.key;
};

/** A compact fingerprint of the page's state. */
export const readMark = async (db: Db): Promise<string> => {
  const { today } = (await findCalendar(db)) ?? {};
  const { settlesByRule, opened } = await readConnection(db);
  const requests = (await openRequests(db)).map(({ id, state }) => `${id} ${state}`);
  const [event] = await newestEvents(db, 1);
  const [answer] = await newestAnswers(db, 1);
  return JSON.stringify([
    ...[await isReached(db), today, settlesByRule, event?.id, requests],
    ...[answer?.at, answer?.key, answer?.version, await db.$count(insuranceCustomers), opened?.at],
    (await findReferral(db))?.at,
  ]);
};
